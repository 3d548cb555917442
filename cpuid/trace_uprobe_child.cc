// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_uprobe_child.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "base/inherited_signals.h"

namespace firstbyte::cpuid {
namespace {

using Pipe = std::array<int, 2>;  // to read from, to write to

void Close(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

void Close(Pipe& pipe) {
  Close(pipe[0]);
  Close(pipe[1]);
}

int WaitFor(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// Forked, never to return. Should the parent end first, the pipe ends as well.
[[noreturn]] void BecomeProgram(char* const* arguments, Pipe& go, int failure) {
  Close(go[1]);
  char byte = 0;
  if (read(go[0], &byte, 1) != 1) _exit(127);
  RestoreInheritedSignals();
  execvp(arguments[0], arguments);
  const int error = errno;
  (void)!write(failure, &error, sizeof error);
  _exit(127);
}

}  // namespace

Result<WaitingChild> WaitingChild::Fork(const std::vector<std::string>& command) {
  Pipe go = {-1, -1};
  Pipe failure = {-1, -1};
  WaitingChild child;
  child.name_ = command.at(0);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const bool piped = pipe2(go.data(), O_CLOEXEC) == 0 && pipe2(failure.data(), O_CLOEXEC) == 0;
  child.pid_ = piped ? fork() : -1;
  if (child.pid_ == 0) BecomeProgram(arguments.data(), go, failure[1]);
  if (child.pid_ < 0) {
    const int error = errno;
    Close(go);
    Close(failure);
    return InvalidError(fmt::format("Cannot start a process: {}.", std::strerror(error)));
  }
  Close(go[0]);
  Close(failure[1]);
  child.go_ = go[1];
  child.failure_ = failure[0];
  return child;
}

WaitingChild::WaitingChild(WaitingChild&& other) noexcept
    : name_(std::move(other.name_)),
      pid_(std::exchange(other.pid_, -1)),
      go_(std::exchange(other.go_, -1)),
      failure_(std::exchange(other.failure_, -1)) {}

WaitingChild::~WaitingChild() {
  Close(go_);
  Close(failure_);
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  WaitFor(pid_);
}

Result<void> WaitingChild::Start() {
  const char byte = 1;
  (void)!write(go_, &byte, 1);
  Close(go_);
  int error = 0;
  ssize_t got = 0;
  while ((got = read(failure_, &error, sizeof error)) < 0 && errno == EINTR) {
  }
  // The program's execution closes the pipe.
  if (got != static_cast<ssize_t>(sizeof error)) return {};
  return UsageError(fmt::format("Cannot run {}: {}.", name_, std::strerror(error)));
}

int WaitingChild::Wait() {
  void (*const interrupt)(int) = std::signal(SIGINT, SIG_IGN);
  void (*const quit)(int) = std::signal(SIGQUIT, SIG_IGN);
  const int status = WaitFor(std::exchange(pid_, -1));
  std::signal(SIGINT, interrupt);
  std::signal(SIGQUIT, quit);
  return status;
}

}  // namespace firstbyte::cpuid
