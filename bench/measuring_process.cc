// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/measuring_process.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string_view>

namespace firstbyte::bench {
namespace {

constexpr char kPaddingVariable[] = "FIRSTBYTE_ENVIRONMENT_PADDING";
constexpr std::string_view kError = "error ";
constexpr int kExecFailed = 127;  // as shells say it

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& s : strings) pointers.push_back(const_cast<char*>(s.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> PaddedEnvironment(std::int64_t bytes) {
  std::vector<std::string> environment;
  const std::string prefix = std::string(kPaddingVariable) + "=";
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, prefix.c_str(), prefix.size()) != 0) environment.emplace_back(*entry);
  }
  environment.push_back(prefix + std::string(static_cast<std::size_t>(bytes), 'x'));
  return environment;
}

// In the child, between fork and exec: nothing but system calls.
[[noreturn]] void Become(pid_t parent, int channel_fd, char* const* arguments, char* const* environment) {
  // A terminal's Ctrl-C, `timeout` and a service manager signal both processes. What it means is the parent's to say:
  // if this one died of it, the parent could see a death before it sees its own signal, and report that instead.
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kExecFailed);
  if (channel_fd == kWorkerChannelFd) {
    fcntl(channel_fd, F_SETFD, 0);
  } else if (dup2(channel_fd, kWorkerChannelFd) < 0) {
    _exit(kExecFailed);
  }
  execve(arguments[0], arguments, environment);
  _exit(kExecFailed);
}

// "error CODE SENTENCE" as the error that it stands for.
Error ParseError(std::string_view line) {
  line.remove_prefix(kError.size());
  int code = static_cast<int>(ExitCode::kInvalid);
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), code);
  const std::size_t used = error == std::errc() ? static_cast<std::size_t>(end - line.data()) : 0;
  line.remove_prefix(std::min(line.size(), used == 0 ? 0 : used + 1));
  return {code == static_cast<int>(ExitCode::kUsage) ? ExitCode::kUsage : ExitCode::kInvalid, std::string(line)};
}

}  // namespace

Result<std::unique_ptr<MeasuringProcess>> MeasuringProcess::Start(const WorkerProgram& program, const std::string& task,
                                                                  std::int64_t environment_bytes) {
  auto ends = Channel::Pair();
  if (!ends) return tl::unexpected<Error>(ends.error());
  const std::vector<std::string> environment = PaddedEnvironment(environment_bytes);
  const std::vector<char*> arguments = Pointers(program.arguments);
  const std::vector<char*> variables = Pointers(environment);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) return InvalidError(fmt::format("Cannot start a measuring process: {}.", std::strerror(errno)));
  if (pid == 0) Become(parent, ends->second.fd(), arguments.data(), variables.data());
  std::unique_ptr<MeasuringProcess> process(new MeasuringProcess(pid, std::move(ends->first), program.interrupt_fd));
  { const Channel close_the_childs_end = std::move(ends->second); }
  if (const auto sent = process->channel_.Send(task); !sent)
    return tl::unexpected<Error>(process->WhyNotSent(sent.error()));
  return process;
}

MeasuringProcess::~MeasuringProcess() {
  if (reaped_) return;
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Error MeasuringProcess::HowItEnded() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  reaped_ = true;
  if (WIFSIGNALED(status)) {
    return {ExitCode::kInvalid, fmt::format("the measuring process was killed by signal {} ({})", WTERMSIG(status),
                                            strsignal(WTERMSIG(status)))};
  }
  if (WEXITSTATUS(status) == kExecFailed) return {ExitCode::kInvalid, "the measuring process could not be started"};
  return {ExitCode::kInvalid,
          fmt::format("the measuring process ended with status {} before it was done", WEXITSTATUS(status))};
}

Error MeasuringProcess::WhyNotSent(const Error& error) {
  // A process that still listens does not end: it waits for what could not be sent.
  pollfd other_end{channel_.fd(), 0, 0};
  const bool listens = poll(&other_end, 1, 0) >= 0 && (other_end.revents & POLLHUP) == 0;
  return listens ? error : HowItEnded();
}

Result<std::string> MeasuringProcess::NextLine() {
  std::string line;
  const auto wake = channel_.Receive(line, interrupt_fd_);
  if (!wake) return tl::unexpected<Error>(wake.error());
  if (*wake == Channel::Wake::kInterrupted) return tl::unexpected<Error>(Error{ExitCode::kInterrupted, "interrupted"});
  if (*wake == Channel::Wake::kEnd) return tl::unexpected<Error>(HowItEnded());
  if (line.rfind(kError, 0) == 0) return tl::unexpected<Error>(ParseError(line));
  return line;
}

Result<void> MeasuringProcess::Send(const std::string& line) {
  if (const auto sent = channel_.Send(line); !sent) return tl::unexpected<Error>(WhyNotSent(sent.error()));
  return {};
}

}  // namespace firstbyte::bench
