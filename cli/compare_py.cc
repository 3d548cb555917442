// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/compare_py.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "report/lab_rules.h"

namespace firstbyte::cli {
namespace {

// Debian's own: no other one on PATH has Debian's scipy.
constexpr char kPython[] = "/usr/bin/python3";

class ScratchDirectory {
 public:
  ScratchDirectory() {
    const char* const base = std::getenv("TMPDIR");
    path_ = std::string(base != nullptr && *base != '\0' ? base : "/tmp") + "/firstbyte-lab-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Runs it with its output in `log`.
Result<void> Run(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return InvalidError(fmt::format("{} cannot be started: {}", command[0], std::strerror(error)));
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  std::string said = ReadWholeFile(log).value_or("");
  while (!said.empty() && said.back() == '\n') said.pop_back();
  return InvalidError(fmt::format("{} ended with an error: {}", command[1], said.substr(said.rfind('\n') + 1)));
}

Result<std::map<int, double>> Ask(const std::string& compare_py, const report::LabFilePair& pair, report::Clock clock,
                                  std::size_t windows, const std::string& directory) {
  const std::string before = directory + "/old.json";
  const std::string after = directory + "/new.json";
  const std::string differences = directory + "/differences.json";
  for (const auto& [path, text] : {std::pair(before, &pair.google_old), std::pair(after, &pair.google_new)}) {
    if (const auto written = WriteFileAtomically(path, *text, Existing::kReplace); !written)
      return tl::unexpected<Error>(written.error());
  }
  const auto ran =
      Run({kPython, compare_py, "--no-color", "-d", differences, "benchmarks", before, after}, directory + "/log");
  if (!ran) return tl::unexpected<Error>(ran.error());
  const auto json = ReadWholeFile(differences);
  if (!json) return tl::unexpected<Error>(json.error());
  return report::ReadComparePy(*json, clock, windows, "the output of compare.py");
}

}  // namespace

report::LabOutside AskComparePy(const std::string& compare_py, const std::vector<report::LabFilePair>& pairs,
                                const report::LabWindows& windows, report::Clock clock) {
  report::LabOutside outside;
  if (!IsTaken(compare_py)) {
    outside.not_measured = fmt::format("there is no {}", compare_py);
    return outside;
  }
  const ScratchDirectory scratch;
  if (scratch.path().empty()) {
    outside.not_measured = "there can be no directory for its files";
    return outside;
  }
  for (const report::LabFilePair& pair : pairs) {
    const auto& of_pair = windows.of.at(pair.usage).at(pair.arm);
    const auto p = Ask(compare_py, pair, clock, of_pair.size(), scratch.path());
    if (!p) return {{}, p.error().message};
    outside.findings[{pair.usage_name, pair.arm}] = report::JudgeByComparePy(of_pair, pair.values, *p);
  }
  return outside;
}

}  // namespace firstbyte::cli
