// SPDX-License-Identifier: GPL-2.0-or-later
// A file that grows by whole lines while a measurement lasts, and that one process at a time writes. What was appended
// survives whatever becomes of this process; a machine that crashes may tear the last line.
#ifndef FIRSTBYTE_BENCH_LINE_FILE_H_
#define FIRSTBYTE_BENCH_LINE_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace firstbyte::bench {

class LineFile {
 public:
  // A new one. A name that is taken is a usage error: measurements are never overwritten.
  static Result<LineFile> Create(const std::string& path);
  // One that is there. Another process that has it open is an error.
  static Result<LineFile> Open(const std::string& path);

  LineFile(LineFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}
  LineFile& operator=(LineFile&&) = delete;
  ~LineFile();

  // With a line break behind it. After an error every line before is still there.
  Result<void> Append(std::string_view line);

  // Cuts off what is behind so many bytes: a torn last line.
  Result<void> CutAt(std::size_t bytes);

  // Removes the file, if it still has its name.
  void Remove();

  const std::string& path() const { return path_; }

 private:
  LineFile(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  static Result<LineFile> Lock(int fd, const std::string& path);

  int fd_ = -1;
  std::string path_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_LINE_FILE_H_
