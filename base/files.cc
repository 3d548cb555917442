// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace firstbyte {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

std::string Reason() { return std::strerror(errno); }

std::string DirectoryOf(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

Result<void> WriteSynchronised(int fd, std::string_view data) {
  if (fd < 0) return InvalidError(Reason());
  if (auto written = WriteAll(fd, data); !written) return written;
  if (fsync(fd) != 0) return InvalidError(Reason());
  return {};
}

// A file without a name leaves nothing behind, however its writer ends; it gets its name once it is whole, and only if
// nobody has it. Empty where the file system has no such files.
std::optional<Result<void>> WriteNameless(const std::string& path, std::string_view data) {
  const Descriptor file(open(DirectoryOf(path).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666));
  if (file.get() < 0) return std::nullopt;
  if (auto written = WriteSynchronised(file.get(), data); !written) return written;
  const std::string self = "/proc/self/fd/" + std::to_string(file.get());
  if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0) return Result<void>();
  if (errno == EEXIST) return InvalidError(Reason());
  return std::nullopt;
}

// The file that a link leads to is the one to replace, not the link.
std::string BehindLinks(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return path;
  const std::string target = std::filesystem::canonical(path, error).string();
  return error ? path : target;
}

// What is there and is no file (a device, a FIFO) must not be replaced by a file: it is written to, as a shell's
// redirection does. Empty where there is a file, a link to one, or nothing.
std::optional<Result<void>> WriteThrough(const std::string& path, std::string_view data) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || S_ISDIR(status.st_mode) || S_ISREG(status.st_mode)) return std::nullopt;
  const Descriptor file(open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) return InvalidError(Reason());
  return WriteAll(file.get(), data);
}

Result<void> WriteAside(const std::string& path, std::string_view data, Existing existing) {
  const std::string aside = path + ".tmp." + std::to_string(getpid());
  const auto fail = [&aside](Result<void> result) {
    (void)unlink(aside.c_str());
    return result;
  };
  {
    // The name can be guessed, so that in a directory for everybody a link may stand there already.
    (void)unlink(aside.c_str());
    const Descriptor file(open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (auto written = WriteSynchronised(file.get(), data); !written) return fail(written);
  }
  // A hard link refuses an existing name; where there are no hard links either, a check before the rename must do.
  if (existing == Existing::kRefuse) {
    if (link(aside.c_str(), path.c_str()) == 0) return fail({});
    if (errno == EEXIST || access(path.c_str(), F_OK) == 0) {
      errno = EEXIST;
      return fail(InvalidError(Reason()));
    }
  }
  if (rename(aside.c_str(), path.c_str()) != 0) return fail(InvalidError(Reason()));
  return {};
}

}  // namespace

Result<std::string> ReadWholeFile(const std::string& path, std::size_t limit) {
  const auto fail = [&path](const std::string& why) { return UsageError("Cannot read " + path + ": " + why + "."); };
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return fail(Reason());
  struct stat status {};
  if (fstat(file.get(), &status) != 0) return fail(Reason());
  if (S_ISDIR(status.st_mode)) return fail("it is a directory");
  if (!S_ISREG(status.st_mode)) return fail("it is no regular file");
  if (static_cast<std::size_t>(status.st_size) > limit)
    return fail("it is larger than " + std::to_string(limit) + " bytes");
  std::string content(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t got = read(file.get(), content.data() + done, content.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(Reason());
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  content.resize(done);
  return content;
}

Result<void> CheckWritable(const std::string& path) {
  const auto fail = [&path] { return InvalidError("Cannot write " + path + ": " + Reason() + "."); };
  struct stat status {};
  const bool there = stat(path.c_str(), &status) == 0;
  if (!there && errno != ENOENT) return fail();
  if (there && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    return fail();
  }
  // A device or a FIFO is written to; a file is replaced, which is its directory's to allow.
  const bool written_through = there && !S_ISREG(status.st_mode);
  const std::string target = written_through ? path : DirectoryOf(BehindLinks(path));
  if (access(target.c_str(), written_through ? W_OK : W_OK | X_OK) != 0) return fail();
  return {};
}

bool IsTaken(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0;
}

void SyncDirectoryOf(const std::string& path) {
  const Descriptor directory(open(DirectoryOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) (void)fsync(directory.get());
}

Result<void> WriteAll(int fd, std::string_view data) {
  while (!data.empty()) {
    const ssize_t written = write(fd, data.data(), data.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return InvalidError(Reason());
    data.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> WriteFileAtomically(const std::string& path, std::string_view data, Existing existing) {
  const std::string target = existing == Existing::kReplace ? BehindLinks(path) : path;
  std::optional<Result<void>> written;
  if (existing == Existing::kRefuse) written = WriteNameless(target, data);
  if (existing == Existing::kReplace) written = WriteThrough(target, data);
  if (!written) written = WriteAside(target, data, existing);
  if (!*written) return InvalidError("Cannot write " + path + ": " + written->error().message + ".");
  SyncDirectoryOf(target);
  return {};
}

}  // namespace firstbyte
