// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
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

// A rename survives a crash of the machine once the directory is synchronised. File systems that cannot do that are
// left alone.
void SyncDirectoryOf(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  const Descriptor directory(open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) (void)fsync(directory.get());
}

Result<void> WriteSynchronised(const std::string& path, std::string_view data) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) return InvalidError(Reason());
  if (auto written = WriteAll(file.get(), data); !written) return written;
  if (fsync(file.get()) != 0) return InvalidError(Reason());
  return {};
}

int Rename(const std::string& from, const std::string& to, Existing existing) {
  if (existing == Existing::kReplace) return rename(from.c_str(), to.c_str());
  const int status = renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
  if (status == 0 || errno != EINVAL) return status;
  // A file system without RENAME_NOREPLACE: a hard link refuses an existing name just as well.
  if (link(from.c_str(), to.c_str()) != 0) return -1;
  return unlink(from.c_str());
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
  const std::string aside = path + ".tmp." + std::to_string(getpid());
  const auto fail = [&](const std::string& why) {
    (void)unlink(aside.c_str());
    return InvalidError("Cannot write " + path + ": " + why + ".");
  };
  if (const auto written = WriteSynchronised(aside, data); !written) return fail(written.error().message);
  if (Rename(aside, path, existing) != 0) return fail(Reason());
  SyncDirectoryOf(path);
  return {};
}

}  // namespace firstbyte
