// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/shared_object.h"

#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace firstbyte::engine {
namespace {

struct Close {
  int fd;
  ~Close() { close(fd); }
};

// Reads a structure that stands at `offset`.
template <typename T>
bool ReadAt(int fd, std::uint64_t offset, T& out) {
  return pread(fd, &out, sizeof(out), static_cast<off_t>(offset)) == static_cast<ssize_t>(sizeof(out));
}

bool EndsBefore(std::uint64_t size, std::uint64_t offset, std::uint64_t length) {
  return offset > size || length > size - offset;
}

}  // namespace

Result<void> CheckSharedObject(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return {};
  const Close close_at_the_end{fd};
  struct stat status {};
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return InvalidError("it is no regular file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  ElfW(Ehdr) header{};
  if (!ReadAt(fd, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_phentsize != sizeof(ElfW(Phdr))) {
    return {};
  }
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment{};
    if (!ReadAt(fd, header.e_phoff + i * sizeof(segment), segment) ||
        EndsBefore(size, segment.p_offset, segment.p_filesz)) {
      return InvalidError("the file is cut off; build it again");
    }
  }
  return {};
}

}  // namespace firstbyte::engine
