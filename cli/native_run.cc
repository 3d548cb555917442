// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/native_run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "base/inherited_signals.h"
#include "base/wait_status.h"

namespace firstbyte::cli {

IgnoreTerminalSignals::IgnoreTerminalSignals() {
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGINT, &ignore, &interrupt_);
  sigaction(SIGQUIT, &ignore, &quit_);
}

void IgnoreTerminalSignals::PutBack() const {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGQUIT, &quit_, nullptr);
}

Result<StandardInput> StandardInput::Remember() {
  StandardInput input;
  const off_t offset = lseek(STDIN_FILENO, 0, SEEK_CUR);
  if (offset >= 0) {
    input.offset_ = offset;
  } else if (errno == ESPIPE && isatty(STDIN_FILENO) == 0) {
    return UsageError(
        "--time runs the program twice, and this standard input cannot be read twice; give it a file, or </dev/null.");
  }
  return input;
}

void StandardInput::WindBack() const {
  if (offset_) (void)lseek(STDIN_FILENO, *offset_, SEEK_SET);
}

std::optional<NativeRun> RunNatively(const std::vector<std::string>& command, const StandardInput& input,
                                     const IgnoreTerminalSignals& ignored) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  input.WindBack();
  const auto start = std::chrono::steady_clock::now();
  const pid_t pid = fork();
  if (pid == 0) {
    ignored.PutBack();
    RestoreInheritedSignals();
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  pid_t ended = -1;
  while (pid > 0 && (ended = waitpid(pid, &status, 0)) < 0 && errno == EINTR) {
  }
  if (ended != pid || pid < 0) return std::nullopt;
  const auto wall = std::chrono::steady_clock::now() - start;
  return NativeRun{std::chrono::duration_cast<std::chrono::nanoseconds>(wall).count(), ShellStatus(status)};
}

}  // namespace firstbyte::cli
