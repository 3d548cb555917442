// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/demangle.h"

#include <gtest/gtest.h>

namespace firstbyte::cpuid {
namespace {

TEST(Demangle, WritesCppNamesAsPeopleDo) {
  EXPECT_EQ(Demangle("_ZN2v84base3CPUC1Ev+0x51"), "v8::base::CPU::CPU()+0x51");
  EXPECT_EQ(Demangle("_ZN2v84base3CPUC1Ev"), "v8::base::CPU::CPU()");
}

TEST(Demangle, LeavesOtherNamesAsTheyAre) {
  EXPECT_EQ(Demangle("ZSTD_createCCtx+0x4f"), "ZSTD_createCCtx+0x4f");
  EXPECT_EQ(Demangle("_ZNot a name+0x1"), "_ZNot a name+0x1");
  EXPECT_EQ(Demangle(""), "");
}

// A file may call its functions anything.
TEST(Demangle, LetsNoTerminalBeControlled) {
  EXPECT_EQ(Demangle("\x1b[31mred\n\x7f"), "?[31mred??");
  EXPECT_EQ(Demangle("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
}

TEST(Shorten, LeavesOutTheMiddle) {
  EXPECT_EQ(Shorten("short", 10), "short");
  const std::string name = "a_very_long_function_name+0x123";
  EXPECT_EQ(Shorten(name, 20), "a_very_long_..+0x123");
  for (std::size_t width = 8; width < 40; ++width) EXPECT_LE(Shorten(name, width).size(), width);
}

}  // namespace
}  // namespace firstbyte::cpuid
