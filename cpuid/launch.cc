// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/launch.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>

#include "cpuid/exec_filter.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::intptr_t kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                                   PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL;

// What a child says when it cannot become the program.
struct Failure {
  int step = 0;  // 1: the filter, 2: exec
  int error = 0;
};

class Pipe {
 public:
  Pipe() { ok_ = pipe2(ends_.data(), O_CLOEXEC) == 0; }
  ~Pipe() {
    CloseRead();
    CloseWrite();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool ok() const { return ok_; }
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void CloseRead() { Close(ends_[0]); }
  void CloseWrite() { Close(ends_[1]); }

 private:
  static void Close(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
  std::array<int, 2> ends_ = {-1, -1};
  bool ok_ = false;
};

[[noreturn]] void BecomeProgram(char* const* arguments, bool filter, int go, int failures) {
  char byte = 0;
  if (read(go, &byte, 1) != 1) _exit(127);
  Failure failure{1, filter ? InstallExecFilter() : 0};
  if (failure.error == 0) {
    execvp(arguments[0], arguments);
    failure = {2, errno};
  }
  (void)!write(failures, &failure, sizeof failure);
  _exit(127);
}

std::string WhyForbidden(int error) {
  std::ifstream scope("/proc/sys/kernel/yama/ptrace_scope");
  std::string value;
  std::string why = std::strerror(error);
  if (scope >> value) why += ", kernel.yama.ptrace_scope is " + value;
  return fmt::format(
      "This process may not trace others ({}), so that executed CPUIDs cannot be counted; a container's seccomp "
      "profile or ptrace_scope 3 forbid it. "
      "Where they stand in a file is shown by: firstbyte cpuid scan FILE",
      why);
}

void KillAndReap(pid_t pid) {
  kill(pid, SIGKILL);
  while (waitpid(pid, nullptr, __WALL) < 0 && errno == EINTR) {
  }
}

// Reads what the child says of its failure; nothing if it became the program, which closes the pipe.
std::optional<Failure> ReadFailure(int fd) {
  Failure failure;
  const ssize_t got = read(fd, &failure, sizeof failure);
  if (got != static_cast<ssize_t>(sizeof failure)) return std::nullopt;
  return failure;
}

}  // namespace

Result<pid_t> LaunchTraced(const std::vector<std::string>& command, bool filter) {
  Pipe go;
  Pipe failures;
  if (!go.ok() || !failures.ok()) return InvalidError(fmt::format("Cannot make a pipe: {}.", std::strerror(errno)));
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const pid_t pid = fork();
  if (pid < 0) return InvalidError(fmt::format("Cannot start a process: {}.", std::strerror(errno)));
  if (pid == 0) {
    go.CloseWrite();
    failures.CloseRead();
    BecomeProgram(arguments.data(), filter, go.read_end(), failures.write_end());
  }
  failures.CloseWrite();
  if (ptrace(PTRACE_SEIZE, pid, nullptr, reinterpret_cast<void*>(kOptions)) != 0) {
    const int error = errno;
    KillAndReap(pid);
    return InvalidError(WhyForbidden(error));
  }
  const char byte = 1;
  (void)!write(go.write_end(), &byte, 1);
  // Exec stops the child with the pipe closed; failing to, it writes and ends.
  const auto failure = ReadFailure(failures.read_end());
  if (!failure) return pid;
  KillAndReap(pid);
  if (failure->step == 1) {
    return InvalidError(fmt::format("Cannot install the filter that tells of mapped code (seccomp): {}.",
                                    std::strerror(failure->error)));
  }
  return UsageError(fmt::format("Cannot run {}: {}.", command[0], std::strerror(failure->error)));
}

Result<void> CheckPtraceAllowed() {
  const auto pid = LaunchTraced({"/proc/self/exe"}, false);
  if (!pid) return tl::unexpected<Error>(pid.error());
  KillAndReap(*pid);
  return {};
}

}  // namespace firstbyte::cpuid
