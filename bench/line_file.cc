// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/line_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/files.h"

namespace firstbyte::bench {
namespace {

bool IsAt(int fd, const std::string& path) {
  struct stat mine {};
  struct stat there {};
  return fstat(fd, &mine) == 0 && stat(path.c_str(), &there) == 0 && mine.st_dev == there.st_dev &&
         mine.st_ino == there.st_ino;
}

}  // namespace

Result<LineFile> LineFile::Lock(int fd, const std::string& path) {
  LineFile file(fd, path);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return InvalidError(fmt::format("Another firstbyte is writing {}; wait for it to finish.", path));
    return InvalidError(
        fmt::format("Cannot lock {}: {}. Name a file on another file system.", path, std::strerror(errno)));
  }
  if (!IsAt(fd, path)) return UsageError(fmt::format("Cannot read {}: it has just been removed.", path));
  return file;
}

Result<LineFile> LineFile::Create(const std::string& path) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0 && errno == EEXIST)
    return UsageError(
        fmt::format("{} exists already, and measurements are never overwritten; name another file.", path));
  if (fd < 0)
    return InvalidError(
        fmt::format("Cannot write {}: {}. Name a file in a writable directory.", path, std::strerror(errno)));
  return Lock(fd, path);
}

Result<LineFile> LineFile::Open(const std::string& path) {
  const int fd = open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (fd < 0) return UsageError(fmt::format("Cannot open {}: {}.", path, std::strerror(errno)));
  return Lock(fd, path);
}

LineFile::~LineFile() {
  if (fd_ >= 0) close(fd_);
}

Result<void> LineFile::Append(std::string_view line) {
  const auto written = WriteAll(fd_, std::string(line) + "\n");
  if (!written) return InvalidError(fmt::format("Cannot write {}: {}.", path_, written.error().message));
  return {};
}

Result<void> LineFile::CutAt(std::size_t bytes) {
  if (ftruncate(fd_, static_cast<off_t>(bytes)) == 0) return {};
  return InvalidError(fmt::format("Cannot cut the torn last line off {}: {}.", path_, std::strerror(errno)));
}

void LineFile::Remove() {
  if (IsAt(fd_, path_)) (void)unlink(path_.c_str());
}

}  // namespace firstbyte::bench
