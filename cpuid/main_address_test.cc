// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/main_address.h"

#include <gtest/gtest.h>

#include <string>

namespace firstbyte::cpuid {
namespace {

std::optional<std::uint64_t> MainOf(const std::string& path) {
  const auto image = ElfImage::Open(path);
  EXPECT_TRUE(image) << path;
  return image ? MainAddress(*image) : std::nullopt;
}

class OfAProgram : public ::testing::TestWithParam<const char*> {};

// Position-independent and static: what the entry code hands on is what the symbol says.
TEST_P(OfAProgram, IsTheSameWithAndWithoutSymbols) {
  const std::string program = std::string("cpuid/testdata/") + GetParam();
  const auto by_symbol = MainOf(program);
  ASSERT_TRUE(by_symbol);
  EXPECT_EQ(by_symbol, MainOf(program + ".nameless"));
}

INSTANTIATE_TEST_SUITE_P(MainAddress, OfAProgram, ::testing::Values("executes_cpuid", "executes_cpuid_static"));

TEST(MainAddress, OfAProgramWithoutOneIsEmpty) { EXPECT_FALSE(MainOf("cpuid/self_test_program")); }

TEST(MainAddress, OfALibraryIsEmpty) { EXPECT_FALSE(MainOf("cpuid/testdata/sites.so")); }

}  // namespace
}  // namespace firstbyte::cpuid
