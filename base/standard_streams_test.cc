// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/standard_streams.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

namespace firstbyte {
namespace {

// In a process of its own: ends with status 0 if a file that is opened now stays clear of the standard streams, and
// those that were closed still refuse to be used.
[[noreturn]] void CloseAndOpen(std::initializer_list<int> closed) {
  for (const int fd : closed) close(fd);
  OccupyStandardStreams();
  bool sound = open("/dev/null", O_RDWR) > STDERR_FILENO;
  for (const int fd : closed) {
    char byte = 'x';
    const ssize_t done = fd == STDIN_FILENO ? read(fd, &byte, 1) : write(fd, &byte, 1);
    sound = sound && done < 0 && errno == EBADF;
  }
  _exit(sound ? 0 : 1);
}

TEST(OccupyStandardStreams, KeepsNewFilesClearOfThem) {
  EXPECT_EXIT(CloseAndOpen({1}), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(CloseAndOpen({2}), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(CloseAndOpen({0, 1, 2}), ::testing::ExitedWithCode(0), "");
}

TEST(OccupyStandardStreams, LeavesOpenOnesAlone) {
  EXPECT_EXIT(CloseAndOpen({}), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT((OccupyStandardStreams(), _exit(write(2, "seen", 4) == 4 ? 0 : 1)), ::testing::ExitedWithCode(0), "seen");
}

}  // namespace
}  // namespace firstbyte
