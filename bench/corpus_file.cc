// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "bench/printable.h"

namespace firstbyte::bench {
namespace {

class File {
 public:
  // Non-blocking, not to wait for the writer of a FIFO before it can be refused.
  explicit File(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int fd() const { return fd_; }

 private:
  int fd_;
};

tl::unexpected<Error> CannotRead(const std::string& path, int error) {
  return UsageError(fmt::format("Cannot read {}: {}.", Printable(path), std::strerror(error)));
}

tl::unexpected<Error> TooLarge(const std::string& path, std::size_t max_bytes) {
  return UsageError(
      fmt::format("{} is larger than {} bytes, the most that is taken as data; cut it.", Printable(path), max_bytes));
}

// Reads past the limit before it gives up, to notice a file that is longer than it said.
Result<PageAlignedBytes> ReadToEnd(int fd, const std::string& path, std::size_t max_bytes) {
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  PageAlignedBytes content;
  for (std::size_t filled = 0;;) {
    content.resize(filled + kChunk);
    const ssize_t got = read(fd, content.data() + filled, kChunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return CannotRead(path, errno);
    filled += static_cast<std::size_t>(got);
    content.resize(filled);
    if (filled > max_bytes) return TooLarge(path, max_bytes);
    if (got == 0) return content;
  }
}

}  // namespace

Result<PageAlignedBytes> ReadCorpusFile(const std::string& path, std::size_t max_bytes) {
  const File file(path);
  struct stat status {};
  if (file.fd() < 0 || fstat(file.fd(), &status) != 0) return CannotRead(path, errno);
  if (S_ISDIR(status.st_mode)) return UsageError(Printable(path) + " is a directory; name a file in it.");
  if (!S_ISREG(status.st_mode)) return UsageError(Printable(path) + " is not a regular file; copy its data to one.");
  if (static_cast<std::uint64_t>(status.st_size) > max_bytes) return TooLarge(path, max_bytes);
  auto content = ReadToEnd(file.fd(), path, max_bytes);
  if (content && content->empty()) return UsageError(Printable(path) + " is empty; data takes at least one byte.");
  return content;
}

}  // namespace firstbyte::bench
