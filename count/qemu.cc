// SPDX-License-Identifier: GPL-2.0-or-later
#include "count/qemu.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sstream>

#include "base/files.h"
#include "base/wait_status.h"

namespace firstbyte::count {
namespace {

// Has BMI2, which zstd's code asks for, and what the programs of this build need; a named model stays what it is in
// later versions of QEMU, "max" does not.
constexpr char kCpuModel[] = "Haswell";

// Far more than the seconds that a count takes: only what hangs meets it.
constexpr rlim_t kMostCpuSeconds = 600;

class MemoryFile {
 public:
  MemoryFile() : fd_(memfd_create("firstbyte-count", MFD_CLOEXEC)) {}
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() {
    if (fd_ >= 0) close(fd_);
  }
  int fd() const { return fd_; }
  Result<std::string> Content() const { return ReadWholeFile(fmt::format("/proc/self/fd/{}", fd_)); }

 private:
  int fd_;
};

// Between fork and exec: async-signal-safe calls only.
[[noreturn]] void Become(char** arguments, char** environment, int out, int err, pid_t parent) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE);
  const rlimit limit{kMostCpuSeconds, kMostCpuSeconds};
  (void)setrlimit(RLIMIT_CPU, &limit);
  // A container may forbid it; QEMU places the program at fixed addresses all the same.
  (void)personality(ADDR_NO_RANDOMIZE);
  const int null = open("/dev/null", O_RDONLY);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0)
    _exit(EXIT_FAILURE);
  (void)execve(arguments[0], arguments, environment);
  constexpr int kNotExecutable = 126;
  _exit(kNotExecutable);
}

std::string LastLine(const std::string& text) {
  std::istringstream stream(text);
  std::string last;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) last = line;
  }
  return last;
}

// QEMU's options separate their parts with commas; a comma of a name is written twice.
std::string CommasDoubled(const std::string& text) {
  std::string doubled;
  for (const char c : text) doubled += c == ',' ? std::string(",,") : std::string(1, c);
  return doubled;
}

}  // namespace

Result<std::string> FindQemu(const std::string& path) {
  std::istringstream directories(path);
  for (std::string directory; std::getline(directories, directory, ':');) {
    std::string candidate = directory + "/" + kQemu;
    if (!directory.empty() && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return InvalidError(fmt::format("there is no {} on PATH; it is in the Debian package qemu-user", kQemu));
}

Result<std::string> QemuVersion(const std::string& qemu) {
  const auto ended = RunToEnd({qemu, "--version"});
  if (!ended) return tl::unexpected<Error>(ended.error());
  if (ended->status != 0 || ended->out.empty())
    return InvalidError(fmt::format("{} does not say its version: {}", qemu, ended->said));
  return ended->out.substr(0, ended->out.find('\n'));
}

std::vector<std::string> CountedCommand(const std::string& qemu, const std::string& plugin,
                                        const std::vector<std::string>& program) {
  std::vector<std::string> command = {qemu, "-cpu", kCpuModel, "-seed", "1", "-plugin", CommasDoubled(plugin)};
  command.insert(command.end(), program.begin(), program.end());
  return command;
}

Result<Ended> RunToEnd(const std::vector<std::string>& command) {
  const MemoryFile out;
  const MemoryFile err;
  if (out.fd() < 0 || err.fd() < 0)
    return InvalidError(fmt::format("Cannot make a file in memory: {}.", std::strerror(errno)));
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::string locale = "LC_ALL=C";
  char* environment[] = {locale.data(), nullptr};
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return InvalidError(fmt::format("Cannot start a process: {}.", std::strerror(errno)));
  if (child == 0) Become(arguments.data(), environment, out.fd(), err.fd(), parent);
  int wait_status = 0;
  while (waitpid(child, &wait_status, 0) < 0) {
    if (errno != EINTR) return InvalidError(fmt::format("Cannot wait for {}: {}.", command[0], std::strerror(errno)));
  }
  const auto output = out.Content();
  const auto said = err.Content();
  if (!output || !said) return tl::unexpected<Error>(output ? said.error() : output.error());
  return Ended{ShellStatus(wait_status), *output, LastLine(*said)};
}

}  // namespace firstbyte::count
