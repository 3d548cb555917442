// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_uprobe_child.h"

#include <fmt/core.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace firstbyte::cpuid {
namespace {

int DieWithParent() { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : errno; }

}  // namespace

Result<WaitingChild> WaitingChild::Fork(const std::vector<std::string>& command, const DeferredSignals& signals) {
  WaitingChild child;
  child.name_ = command.at(0);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  child.pid_ = child.go_.ok() && child.failures_.ok() ? fork() : -1;
  if (child.pid_ == 0) ExecWhenTold(arguments.data(), child.go_, child.failures_, DieWithParent, &signals.before());
  if (child.pid_ < 0) return InvalidError(fmt::format("Cannot start a process: {}.", std::strerror(errno)));
  child.go_.CloseRead();
  child.failures_.CloseWrite();
  return child;
}

WaitingChild::WaitingChild(WaitingChild&& other) noexcept
    : name_(std::move(other.name_)),
      pid_(std::exchange(other.pid_, -1)),
      go_(std::move(other.go_)),
      failures_(std::move(other.failures_)) {}

WaitingChild::~WaitingChild() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Result<void> WaitingChild::Start() {
  const char byte = 1;
  (void)!write(go_.write_end(), &byte, 1);
  go_.CloseWrite();
  const ExecFailure failure = ReadExecFailure(failures_);
  if (failure.step == ExecFailure::kNone) return {};
  return UsageError(fmt::format("Cannot run {}: {}.", name_, std::strerror(failure.error)));
}

int WaitingChild::Wait(DeferredSignals& signals) { return signals.WaitFor(std::exchange(pid_, -1)); }

}  // namespace firstbyte::cpuid
