// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/launch.h"

#include <fmt/core.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>

#include "cpuid/exec_filter.h"
#include "cpuid/exec_when_told.h"
#include "cpuid/tracee.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::intptr_t kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                                   PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL;

std::string WhyForbidden(int error) {
  std::ifstream scope("/proc/sys/kernel/yama/ptrace_scope");
  std::string value;
  std::string why = std::strerror(error);
  if (scope >> value) why += ", kernel.yama.ptrace_scope is " + value;
  return fmt::format(
      "This process may not trace others ({}): executed count unavailable. A container's seccomp profile or "
      "ptrace_scope "
      "3 forbid it. Where CPUIDs stand in a file is shown by: firstbyte cpuid scan FILE",
      why);
}

void KillAndReap(pid_t pid) {
  kill(pid, SIGKILL);
  for (int status = 0;;) {
    const pid_t got = waitpid(pid, &status, __WALL);
    if ((got < 0 && errno != EINTR) || (got == pid && !WIFSTOPPED(status))) return;
  }
}

// All signals are blocked in the child of a fork that is made while this exists.
class BlockAllSignals {
 public:
  BlockAllSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old_);
  }
  ~BlockAllSignals() { pthread_sigmask(SIG_SETMASK, &old_, nullptr); }
  BlockAllSignals(const BlockAllSignals&) = delete;
  BlockAllSignals& operator=(const BlockAllSignals&) = delete;
  // As the kernel has it.
  std::uint64_t old() const {
    std::uint64_t mask = 0;
    for (int signal = 1; signal <= 64; ++signal) mask |= sigismember(&old_, signal) == 1 ? SignalBit(signal) : 0;
    return mask;
  }

 private:
  sigset_t old_{};
};

// Waits for the child's exec, and gives the program the signal mask that it is meant to have: a signal before that
// would have stopped the child where nobody looks for it. False if it ended instead.
bool AwaitExec(pid_t pid, std::uint64_t mask) {
  constexpr int kExecStop = SIGTRAP | PTRACE_EVENT_EXEC << 8;
  bool stopped = false;
  for (;;) {
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WSTOPPED | WNOWAIT | __WALL) != 0) {
      if (errno == EINTR) continue;
      return false;
    }
    if (info.si_code != CLD_TRAPPED && info.si_code != CLD_STOPPED) return false;
    if (info.si_status == kExecStop) {
      if (stopped) kill(pid, SIGSTOP);
      return SetSignalMask(pid, mask);
    }
    // SIGSTOP cannot be blocked: it is taken, and comes again when the program runs.
    const bool stop = info.si_status == SIGSTOP;
    if (waitpid(pid, nullptr, __WALL) != pid || !ResumeThread(pid, Resume::kContinue, 0)) return false;
    if (stop) stopped = true;
  }
}

// What the child said before it ended.
Error WhyNotRun(const std::string& program, const Pipe& failures) {
  const ExecFailure failure = ReadExecFailure(failures);
  const char* const why = std::strerror(failure.error);
  switch (failure.step) {
    case ExecFailure::kPrepare:
      return {ExitCode::kInvalid,
              fmt::format("Cannot install the filter that tells of mapped code (seccomp): {}.", why)};
    case ExecFailure::kExec:
      return {ExitCode::kUsage, fmt::format("Cannot run {}: {}.", program, why)};
    case ExecFailure::kNone:
      break;
  }
  return {ExitCode::kInvalid, fmt::format("{} was killed before it ran.", program)};
}

}  // namespace

Result<pid_t> LaunchTraced(const std::vector<std::string>& command, bool filter) {
  Pipe go;
  Pipe failures;
  if (!go.ok() || !failures.ok()) return InvalidError(fmt::format("Cannot make a pipe: {}.", std::strerror(errno)));
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const BlockAllSignals blocked;
  const pid_t pid = fork();
  if (pid < 0) return InvalidError(fmt::format("Cannot start a process: {}.", std::strerror(errno)));
  // Signals stay blocked in it until the tracer listens (AwaitExec).
  if (pid == 0) ExecWhenTold(arguments.data(), go, failures, filter ? InstallExecFilter : nullptr, nullptr);
  failures.CloseWrite();
  if (ptrace(PTRACE_SEIZE, pid, nullptr, reinterpret_cast<void*>(kOptions)) != 0) {
    const int error = errno;
    KillAndReap(pid);
    return InvalidError(WhyForbidden(error));
  }
  const char byte = 1;
  (void)!write(go.write_end(), &byte, 1);
  if (AwaitExec(pid, blocked.old())) return pid;
  KillAndReap(pid);
  return tl::unexpected<Error>(WhyNotRun(command[0], failures));
}

}  // namespace firstbyte::cpuid
