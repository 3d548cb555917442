// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/wrap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace firstbyte {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(WrapLines, BreaksAtBlanks) {
  EXPECT_THAT(WrapLines("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(WrapLines("one  two\nthree", 13), ElementsAre("one two three"));
  EXPECT_THAT(WrapLines("", 10), IsEmpty());
  EXPECT_THAT(WrapLines("  ", 10), IsEmpty());
}

TEST(WrapLines, BreaksAWordThatIsLongerThanALine) {
  EXPECT_THAT(WrapLines("abcdefgh", 3), ElementsAre("abc", "def", "gh"));
  EXPECT_THAT(WrapLines("x abcdefgh y", 4), ElementsAre("x", "abcd", "efgh", "y"));
}

TEST(WrapLines, DoesNotBreakWithinACharacterOrAnEscape) {
  EXPECT_THAT(WrapLines("ab\xc3\xbc"
                        "c",
                        3),
              ElementsAre("ab",
                          "\xc3\xbc"
                          "c"));
  EXPECT_THAT(WrapLines("ab\\*c", 3), ElementsAre("ab", "\\*c"));
  EXPECT_THAT(WrapLines("a\\\\*c", 3), ElementsAre("a\\\\", "*c")) << "an escaped backslash escapes nothing";
  EXPECT_THAT(WrapLines("\\*", 1), ElementsAre("\\", "*")) << "a width that no escape fits into";
}

// What a reader of markdown takes for one character, or for the beginning of a list.
TEST(WrapLines, DoesNotBreakWhereMarkdownWouldBeAnother) {
  EXPECT_THAT(WrapLines("ab&#8203;c", 8), ElementsAre("ab", "&#8203;c"));
  EXPECT_THAT(WrapLines("ab&#8203;c", 9), ElementsAre("ab&#8203;", "c"));
  EXPECT_THAT(WrapLines("ab\\&cd;", 5), ElementsAre("ab\\&c", "d;")) << "none is begun by an escape, or has letters";
  EXPECT_THAT(WrapLines("abcd+ x", 4), ElementsAre("abc", "d+ x"));
  EXPECT_THAT(WrapLines("abc12. x", 4), ElementsAre("ab", "c12.", "x"));
  EXPECT_THAT(WrapLines("123456", 3), ElementsAre("123", "456")) << "no other place";
  EXPECT_THAT(WrapLines("one two - three", 8), ElementsAre("one", "two -", "three"));
  EXPECT_THAT(WrapLines("one two 1. 2. = x", 8), ElementsAre("one", "two 1.", "2. = x"));
  EXPECT_THAT(WrapLines("abcdefgh + x", 8), ElementsAre("abcdefg", "h + x"));
  EXPECT_THAT(WrapLines("abc_d", 3), ElementsAre("ab", "c_d"));
  EXPECT_THAT(WrapLines("- one", 5), ElementsAre("- one")) << "nothing is before it";
}

TEST(WrapIndented, KeepsEveryLineWithinTheWidth) {
  EXPECT_EQ(WrapIndented("one two three four", 2, 9), "one two\n  three\n  four");
  EXPECT_EQ(WrapIndented("", 2, 9), "");
}

}  // namespace
}  // namespace firstbyte
