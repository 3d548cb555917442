// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/pinning.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

namespace firstbyte::bench {
namespace {

// A CPU that no machine has: the thread cannot be pinned.
constexpr int kNoCpu = 8191;

// The first of all, before the C library has the stack of another thread to take again.
TEST(RunOn, RunsOnTheCallingThreadWhereThereCanBeNoOther) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers map memory themselves";
#endif
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit none{0, before.rlim_max};
  std::thread::id ran_on;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &none), 0);
  RunOn(kNoCpu, [&ran_on] { ran_on = std::this_thread::get_id(); });
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST(RunOn, RunsOnAThreadOfItsOwnAndWaits) {
  std::thread::id ran_on;
  RunOn(kNoCpu, [&ran_on] { ran_on = std::this_thread::get_id(); });
  EXPECT_NE(ran_on, std::thread::id());
  EXPECT_NE(ran_on, std::this_thread::get_id());
}

TEST(PinTo, SaysWhichCpuIsNotThere) {
  const auto pinned = PinTo(kNoCpu);
  ASSERT_FALSE(pinned);
  EXPECT_EQ(pinned.error().message, "Cannot pin to CPU 8191: Invalid argument.");
}

}  // namespace
}  // namespace firstbyte::bench
