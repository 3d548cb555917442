// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/cells.h"

#include <gtest/gtest.h>

#include <cmath>

namespace firstbyte::report {
namespace {

TEST(Cells, DeltaIsWhatIsSaved) {
  EXPECT_DOUBLE_EQ(DeltaNs(52283, 51038), 1245);
  EXPECT_DOUBLE_EQ(DeltaNs(100, 150), -50);
  EXPECT_DOUBLE_EQ(DeltaPercent(100, 150), -50);
  EXPECT_NEAR(DeltaPercent(16675, 15050), 9.745, 5e-4);
}

TEST(Cells, LogDifferenceIsThePercentageOfTheRatio) {
  EXPECT_NEAR(LogDifferenceToPercent(std::log(16675.0 / 15050)), DeltaPercent(16675, 15050), 1e-12);
  EXPECT_DOUBLE_EQ(LogDifferenceToPercent(0), 0);
  EXPECT_NEAR(LogDifferenceToPercent(1e-9), 1e-7, 1e-15) << "small differences keep their digits";
}

TEST(Cells, NanosecondsHaveThousands) {
  EXPECT_EQ(FormatNs(0), "0");
  EXPECT_EQ(FormatNs(999.4), "999");
  EXPECT_EQ(FormatNs(999.5), "1,000");
  EXPECT_EQ(FormatNs(52283.2), "52,283");
  EXPECT_EQ(FormatNs(1234567.5), "1,234,568");
  EXPECT_EQ(FormatNs(-1244.6), "-1,245");
  EXPECT_EQ(FormatNs(-999), "-999");
  EXPECT_EQ(FormatNs(-0.3), "0");
  EXPECT_EQ(FormatNs(0.5), "1");
  EXPECT_EQ(FormatNs(-0.5), "-1");
}

TEST(FormatNsEnd, HasADecimalWhereWholeNanosecondsWouldHideTheSign) {
  EXPECT_EQ(FormatNsEnd(0.4), "0.4");
  EXPECT_EQ(FormatNsEnd(-4.56), "-4.6");
  EXPECT_EQ(FormatNsEnd(0.25), "0.3") << "halves go away from 0, not to the even digit";
  EXPECT_EQ(FormatNsEnd(-0.25), "-0.3");
  EXPECT_EQ(FormatNsEnd(-0.01), "0.0");
  EXPECT_EQ(FormatNsEnd(9.94), "9.9");
  EXPECT_EQ(FormatNsEnd(9.96), "10");
  EXPECT_EQ(FormatNsEnd(-1244.6), "-1,245");
}

TEST(Cells, NanosecondsBeyond64BitsKeepTheirSign) {
  EXPECT_EQ(FormatNs(1e17), "100,000,000,000,000,000");
  EXPECT_EQ(FormatNs(-1e34), "-1.0e+34");
  EXPECT_EQ(FormatNs(9.3e18), "9.3e+18");
}

TEST(Cells, PercentHasOneDecimal) {
  EXPECT_EQ(FormatPercent(2.3813), "2.4%");
  EXPECT_EQ(FormatPercent(9.745), "9.7%") << "not 9.75 first and then 9.8";
  EXPECT_EQ(FormatPercent(0.25), "0.3%") << "halves go away from 0, not to the even digit";
  EXPECT_EQ(FormatPercent(-0.25), "-0.3%");
  EXPECT_EQ(FormatPercent(-0.04), "0.0%");
  EXPECT_EQ(FormatPercent(100), "100.0%");
}

TEST(FormatChange, HasASignAndRoundsAsFormatPercent) {
  EXPECT_EQ(FormatChange(1.25), "+1.3%");
  EXPECT_EQ(FormatChange(-0.25), "-0.3%");
  EXPECT_EQ(FormatChange(9.745), "+9.7%");
  EXPECT_EQ(FormatChange(-0.04), "-0.0%") << "on which side of 0";
  EXPECT_EQ(FormatChange(0), "+0.0%");
}

TEST(FormatBarePercent, HasNoSignOfPercentAndNoDecimalBeyondTheWhole) {
  EXPECT_EQ(FormatBarePercent(2.25), "2.3");
  EXPECT_EQ(FormatBarePercent(-0.04), "0.0");
  EXPECT_EQ(FormatBarePercent(99.94), "99.9");
  EXPECT_EQ(FormatBarePercent(99.95), "100");
  EXPECT_EQ(FormatBarePercent(-1234.5), "-1,235");
}

TEST(FormatAtLeast, IsNeverNothing) {
  EXPECT_EQ(FormatAtLeast(0.049), "under 0.1%");
  EXPECT_EQ(FormatAtLeast(0.05), "0.1%");
  EXPECT_EQ(FormatAtLeast(1.25), "1.3%");
}

TEST(FormatShare, HasSixCharactersAtMost) {
  EXPECT_EQ(FormatShare(0.1234), "12.3%");
  EXPECT_EQ(FormatShare(1), "100.0%");
  EXPECT_EQ(FormatShare(1.25), "125%");
  EXPECT_EQ(FormatShare(-0.9999), "-100%");
  EXPECT_EQ(FormatShare(1e9), "999%");
  EXPECT_EQ(FormatShare(-1e9), "-999%");
}

TEST(Cells, CountsHaveThousands) {
  EXPECT_EQ(FormatCount(12), "12");
  EXPECT_EQ(FormatCount(30000), "30,000");
  EXPECT_EQ(FormatCount(-1000), "-1,000");
  EXPECT_EQ(FormatCount(123456789), "123,456,789");
}

TEST(FormatCost, HasADecimalOnlyWhereThereIsOne) {
  EXPECT_EQ(FormatCost(625.5), "625.5");
  EXPECT_EQ(FormatCost(6500), "6,500");
  EXPECT_EQ(FormatCost(12345.25), "12,345.3");
  EXPECT_EQ(FormatCost(0), "0");
  EXPECT_EQ(FormatCost(0.26), "0.3");
  EXPECT_EQ(FormatCost(999.97), "1,000");
  EXPECT_EQ(FormatCost(0.04), "0");
}

}  // namespace
}  // namespace firstbyte::report
