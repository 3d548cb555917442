// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/grouped_number.h"

#include <gtest/gtest.h>

namespace firstbyte::report {
namespace {

TEST(GroupedNumber, SeparatesThousands) {
  EXPECT_EQ(GroupedNumber(0), "0");
  EXPECT_EQ(GroupedNumber(999), "999");
  EXPECT_EQ(GroupedNumber(1000), "1,000");
  EXPECT_EQ(GroupedNumber(-123456), "-123,456");
  EXPECT_EQ(GroupedNumber(1234567.455), "1,234,567.46");
}

TEST(GroupedNumber, ShowsWhatIsSmall) {
  EXPECT_EQ(GroupedNumber(0.5), "0.50");
  EXPECT_EQ(GroupedNumber(0.0015625), "0.0016");
}

}  // namespace
}  // namespace firstbyte::report
