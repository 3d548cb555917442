// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/elf_bytes.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>

namespace firstbyte::cpuid {
namespace {

// Larger than any program; a bound for hostile files, which may have holes.
constexpr off_t kMostBytes = std::numeric_limits<std::int32_t>::max();

// A descriptor that is closed behind its block.
class ReadOnlyFile {
 public:
  explicit ReadOnlyFile(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~ReadOnlyFile() {
    if (fd_ >= 0) close(fd_);
  }
  ReadOnlyFile(const ReadOnlyFile&) = delete;
  ReadOnlyFile& operator=(const ReadOnlyFile&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

bool LooksLikeElf(int fd) {
  char magic[SELFMAG];
  return pread(fd, magic, sizeof magic, 0) == static_cast<ssize_t>(sizeof magic) &&
         std::memcmp(magic, ELFMAG, sizeof magic) == 0;
}

// How much of the first `size` bytes is there: a file may shrink while it is read.
std::size_t ReadAll(int fd, char* data, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = pread(fd, data + done, size - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace

Result<ElfBytes> ReadElfBytes(const std::string& path) {
  const ReadOnlyFile in(path);
  struct stat status {};
  if (in.fd() < 0 || fstat(in.fd(), &status) != 0)
    return UsageError(fmt::format("Cannot read {}: {}.", path, std::strerror(errno)));
  if (!S_ISREG(status.st_mode) || !LooksLikeElf(in.fd())) return InvalidError(fmt::format("{} is no ELF file.", path));
  if (status.st_size > kMostBytes) return InvalidError(fmt::format("{} is too large to be looked into.", path));
  const auto size = static_cast<std::size_t>(status.st_size);
  ElfBytes bytes;
  bytes.data.reset(new (std::nothrow) char[size]);
  if (bytes.data == nullptr) return InvalidError(fmt::format("There is not enough memory to read {}.", path));
  bytes.size = ReadAll(in.fd(), bytes.data.get(), size);
  return bytes;
}

}  // namespace firstbyte::cpuid
