// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/paths.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "tools/cpp/runfiles/runfiles.h"

namespace firstbyte::cli {
namespace {

using bazel::tools::cpp::runfiles::Runfiles;

constexpr char kWorkspace[] = "firstbyte/";

// A file that only a directory of engines has; runfiles are found by file.
constexpr char kEngine[] = "engine/zstd-1.5.4.live.so";
constexpr char kSelfTest[] = "cpuid/self_test_program";
constexpr char kPublished[] = "report/published/2026-08-25-workspace-twice.json";

std::string ParentOf(const std::string& path) { return std::filesystem::path(path).parent_path().string(); }

}  // namespace

Result<Paths> FindPaths() {
  std::error_code error;
  Paths paths;
  paths.program = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (error) return InvalidError(fmt::format("Cannot read /proc/self/exe: {}.", error.message()));
  std::string why;
  // A test's runfiles hold those of the programs that it runs.
  const char* const test = std::getenv("TEST_SRCDIR");
  const std::unique_ptr<Runfiles> runfiles(test != nullptr ? Runfiles::Create(paths.program, "", test, &why)
                                                           : Runfiles::Create(paths.program, &why));
  if (runfiles == nullptr) {
    return InvalidError(
        fmt::format("Cannot find the engines beside {}; start it with ./bazelw run //:firstbyte.", paths.program));
  }
  paths.engine_directory = ParentOf(runfiles->Rlocation(std::string(kWorkspace) + kEngine));
  paths.published_directory = ParentOf(runfiles->Rlocation(std::string(kWorkspace) + kPublished));
  paths.self_test_program = runfiles->Rlocation(std::string(kWorkspace) + kSelfTest);
  return paths;
}

Result<void> GoWhereTheUserStands() {
  const char* const directory = std::getenv("BUILD_WORKING_DIRECTORY");
  if (directory == nullptr || chdir(directory) == 0) return {};
  return InvalidError(fmt::format("Cannot enter {}: {}.", directory, std::strerror(errno)));
}

}  // namespace firstbyte::cli
