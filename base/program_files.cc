// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/program_files.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "tools/cpp/runfiles/runfiles.h"

namespace firstbyte {
namespace {

using bazel::tools::cpp::runfiles::Runfiles;

constexpr char kWorkspace[] = "firstbyte/";

constexpr char kEngineDirectory[] = "engine";

// A file that only a directory of engines has; runfiles are found by file.
constexpr char kEngine[] = "engine/zstd-1.5.4.live.so";

}  // namespace

Result<ProgramFiles> ProgramFiles::Find() {
  std::error_code error;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (error) return InvalidError(fmt::format("Cannot read /proc/self/exe: {}.", error.message()));
  std::string why;
  // A test's runfiles hold those of the programs that it runs.
  const char* const test = std::getenv("TEST_SRCDIR");
  std::shared_ptr<Runfiles> runfiles(test != nullptr ? Runfiles::Create(program, "", test, &why)
                                                     : Runfiles::Create(program, &why));
  if (runfiles == nullptr) {
    return InvalidError(
        fmt::format("Cannot find the engines beside {}; start it with ./bazelw run //:firstbyte.", program));
  }
  return ProgramFiles(program, [runfiles](const std::string& file) { return runfiles->Rlocation(kWorkspace + file); });
}

// The directory of links, which has the engines of this build alone; that of the files keeps those of earlier ones.
std::string ProgramFiles::EngineDirectory() const {
  std::error_code error;
  if (const std::string links = Path(kEngineDirectory); std::filesystem::is_directory(links, error)) return links;
  return std::filesystem::path(Path(kEngine)).parent_path().string();
}

Result<void> GoWhereTheUserStands() {
  const char* const directory = std::getenv("BUILD_WORKING_DIRECTORY");
  if (directory == nullptr || chdir(directory) == 0) return {};
  return InvalidError(fmt::format("Cannot enter {}: {}.", directory, std::strerror(errno)));
}

}  // namespace firstbyte
