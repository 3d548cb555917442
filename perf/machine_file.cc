// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/machine_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace firstbyte::perf {
namespace {

constexpr std::size_t kLimit = std::size_t{1} << 20;

// These files have no size beforehand, so they are read until they end.
tl::expected<std::string, int> ReadAll(int fd) {
  struct stat status {};
  if (fstat(fd, &status) != 0) return tl::unexpected<int>(errno);
  if (!S_ISREG(status.st_mode)) return tl::unexpected<int>(S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
  std::string content;
  std::array<char, 4096> buffer{};
  while (content.size() < kLimit) {
    const ssize_t got = read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return tl::unexpected<int>(errno);
    if (got == 0) break;
    content.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return content;
}

}  // namespace

tl::expected<std::string, int> ReadMachineFile(const std::string& root, std::string_view path) {
  constexpr char kWhite[] = " \t\r\n\v\f";
  const int fd = open((root + std::string(path)).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return tl::unexpected<int>(errno);
  auto text = ReadAll(fd);
  close(fd);
  if (!text) return text;
  const std::size_t first = text->find_first_not_of(kWhite);
  if (first == std::string::npos) return "";
  return text->substr(first, text->find_last_not_of(kWhite) - first + 1);
}

}  // namespace firstbyte::perf
