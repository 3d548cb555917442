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

// Whether `path` still names the file of the descriptor: it may have been removed, and another journal been begun.
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
        fmt::format("Cannot lock {}: {}. Name a file on another file system with --out.", path, std::strerror(errno)));
  }
  if (!file.IsThere()) return UsageError(fmt::format("Cannot read {}: it has just been removed.", path));
  return file;
}

tl::unexpected<Error> LineFile::Taken(const std::string& path, const std::string& resume_command) {
  const int other = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (auto locked = Lock(other, path); other >= 0 && !locked) return tl::unexpected<Error>(locked.error());
  return InvalidError(
      fmt::format("{} holds an unfinished measurement; continue it with: {}, or remove it.", path, resume_command));
}

Result<LineFile> LineFile::Create(const std::string& path, std::string_view first_line,
                                  const std::string& resume_command) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0 && errno == EEXIST) return Taken(path, resume_command);
  if (fd < 0)
    return InvalidError(fmt::format("Cannot write {}: {}. Name a file in a writable directory with --out.", path,
                                    std::strerror(errno)));
  auto file = Lock(fd, path);
  if (!file) return file;
  if (const auto written = file->Append(first_line); !written) {
    // Nothing was measured yet, so there is nothing to resume.
    (void)unlink(path.c_str());
    return tl::unexpected<Error>(written.error());
  }
  SyncDirectoryOf(path);
  return file;
}

Result<LineFile> LineFile::Open(const std::string& path, const TakeLine& take) {
  const int fd = open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (fd < 0) return UsageError(fmt::format("Cannot read {}: {}.", path, std::strerror(errno)));
  auto file = Lock(fd, path);
  if (!file) return file;
  const auto text = ReadWholeFile(path);
  if (!text) return tl::unexpected<Error>(text.error());
  const auto complete = TakeLines(*text, path, take);
  if (!complete) return tl::unexpected<Error>(complete.error());
  // A first line that was torn is left for whoever looks what this was.
  if (*complete > 0 && *complete != text->size() && ftruncate(fd, static_cast<off_t>(*complete)) != 0)
    return InvalidError(fmt::format("Cannot cut the torn last line off {}: {}.", path, std::strerror(errno)));
  return file;
}

LineFile::LineFile(LineFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}

LineFile& LineFile::operator=(LineFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(path_, other.path_);
  return *this;
}

LineFile::~LineFile() {
  if (fd_ >= 0) close(fd_);
}

Result<void> LineFile::Append(std::string_view line) {
  const auto fail = [this](const std::string& why) {
    return InvalidError(fmt::format("Cannot write {}: {}.", path_, why));
  };
  if (const auto written = WriteAll(fd_, fmt::format("{}\n", line)); !written) return fail(written.error().message);
  if (fdatasync(fd_) != 0 && errno != EINVAL) return fail(std::strerror(errno));
  return {};
}

bool LineFile::IsThere() const { return IsAt(fd_, path_); }

Result<void> LineFile::Remove() {
  if (!IsThere()) return InvalidError(fmt::format("{} is not the journal of this measurement any more.", path_));
  if (unlink(path_.c_str()) != 0)
    return InvalidError(fmt::format("Cannot remove {}: {}.", path_, std::strerror(errno)));
  return {};
}

}  // namespace firstbyte::bench
