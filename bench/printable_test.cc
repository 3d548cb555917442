// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/printable.h"

#include <gtest/gtest.h>

namespace firstbyte::bench {
namespace {

TEST(Printable, PlainTextIsLeftAlone) {
  EXPECT_EQ(Printable("Intel(R) Xeon(R) ~ \\ x"), "Intel(R) Xeon(R) ~ \\ x");
  EXPECT_EQ(Printable(""), "");
}

TEST(Printable, ControlBytesAndForeignBytesAreEscaped) {
  EXPECT_EQ(Printable(std::string_view("a\0b\x1b[2J\xff", 8)), "a\\x00b\\x1b[2J\\xff");
  EXPECT_EQ(Printable("\x7f"), "\\x7f");
}

TEST(Printable, WhiteSpaceStaysWhite) { EXPECT_EQ(Printable("a\tb\nc\r"), "a b c "); }

TEST(Printable, LongTextIsCutWithAMark) { EXPECT_EQ(Printable("abcdef", 4), "abcd..."); }

}  // namespace
}  // namespace firstbyte::bench
