// SPDX-License-Identifier: GPL-2.0-or-later
// A file that grows by whole lines, each on the disk before the next thing is done: what a journal is made of. It
// belongs to one process at a time; a last line without its line break was torn by a crash, and is cut off when the
// file is opened again.
#ifndef FIRSTBYTE_BENCH_LINE_FILE_H_
#define FIRSTBYTE_BENCH_LINE_FILE_H_

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text_lines.h"

namespace firstbyte::bench {

class LineFile {
 public:
  // A new one that holds `first_line`. A file of that name that is there already is an error that says how to go on,
  // with `resume_command`: it holds somebody's measurement.
  static Result<LineFile> Create(const std::string& path, std::string_view first_line,
                                 const std::string& resume_command);

  // What is to be said of a name that is taken: who has the file, or how to go on with it.
  static tl::unexpected<Error> Taken(const std::string& path, const std::string& resume_command);

  // One that is there, whose lines are all taken. That another process has it open is an error.
  static Result<LineFile> Open(const std::string& path, const TakeLine& take);

  LineFile(LineFile&& other) noexcept;
  LineFile& operator=(LineFile&& other) noexcept;
  ~LineFile();

  // Returns once the line, to which its break is added, is on the disk. After an error every line before is still
  // there.
  Result<void> Append(std::string_view line);

  // Whether the file still has its name, so that it can be opened again.
  bool IsThere() const;

  // A file of that name that is another is left alone.
  Result<void> Remove();

  const std::string& path() const { return path_; }

 private:
  LineFile(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  static Result<LineFile> Lock(int fd, const std::string& path);

  int fd_ = -1;
  std::string path_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_LINE_FILE_H_
