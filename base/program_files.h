// SPDX-License-Identifier: GPL-2.0-or-later
// The files that this build has put beside the running program, and the directory in which the user stands.
#ifndef FIRSTBYTE_BASE_PROGRAM_FILES_H_
#define FIRSTBYTE_BASE_PROGRAM_FILES_H_

#include <functional>
#include <string>
#include <utility>

#include "base/error.h"

namespace firstbyte {

class ProgramFiles {
 public:
  // Looks beside the executable, in its runfiles, and in those of a test that runs it.
  static Result<ProgramFiles> Find();

  // The executable itself.
  const std::string& program() const { return program_; }

  // Of a file named as its target is: "engine/zstd-1.5.4.live.so". It need not exist.
  std::string Path(const std::string& file) const { return path_(file); }

  // The directory of the engines.
  std::string EngineDirectory() const;

 private:
  ProgramFiles(std::string program, std::function<std::string(const std::string&)> path)
      : program_(std::move(program)), path_(std::move(path)) {}

  std::string program_;
  std::function<std::string(const std::string&)> path_;
};

// `bazel run` starts programs in a directory of its own and says in BUILD_WORKING_DIRECTORY where the user stands:
// relative paths resolve there.
Result<void> GoWhereTheUserStands();

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_PROGRAM_FILES_H_
