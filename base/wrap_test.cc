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

TEST(WrapIndented, KeepsEveryLineWithinTheWidth) {
  EXPECT_EQ(WrapIndented("one two three four", 2, 9), "one two\n  three\n  four");
  EXPECT_EQ(WrapIndented("", 2, 9), "");
}

}  // namespace
}  // namespace firstbyte
