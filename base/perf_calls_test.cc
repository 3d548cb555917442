// SPDX-License-Identifier: GPL-2.0-or-later
// That the table reaches the kernel and brings its errors back. What comes of them is tested with made-up kernels.
#include "base/perf_calls.h"

#include <gtest/gtest.h>
#include <sys/ioctl.h>

#include <cerrno>

namespace firstbyte {
namespace {

TEST(KernelPerfCalls, BringErrorsBackAsNegativeNumbers) {
  const PerfCalls calls = KernelPerfCalls();
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.size = PERF_ATTR_SIZE_VER0;
  // No kernel has these flags: EINVAL, unless a container lets nobody in.
  attributes.read_format = ~std::uint64_t{0};
  const int refused = calls.open(attributes, 0, -1, -1);
  EXPECT_TRUE(refused == -EINVAL || refused == -EPERM || refused == -EACCES || refused == -ENOSYS) << refused;
  std::uint64_t value = 0;
  EXPECT_EQ(calls.read(-1, &value, sizeof value), -EBADF);
  EXPECT_EQ(calls.control(-1, PERF_EVENT_IOC_ENABLE, 0), -EBADF);
  EXPECT_EQ(calls.map(-1, 4096), nullptr);
}

TEST(KernelPerfCalls, CountWhereTheyMay) {
  const PerfCalls calls = KernelPerfCalls();
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_DUMMY;
  attributes.size = PERF_ATTR_SIZE_VER0;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  const int fd = calls.open(attributes, 0, -1, -1);
  if (fd < 0) GTEST_SKIP() << "perf_event_open is not allowed here (errno " << -fd << ")";
  std::uint64_t value = 1;
  EXPECT_EQ(calls.read(fd, &value, sizeof value), 8);
  EXPECT_EQ(value, 0U) << "the dummy counts nothing";
  EXPECT_EQ(calls.control(fd, PERF_EVENT_IOC_DISABLE, 0), 0);
  calls.close(fd);
  EXPECT_EQ(calls.read(fd, &value, sizeof value), -EBADF);
}

}  // namespace
}  // namespace firstbyte
