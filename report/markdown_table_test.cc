// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/markdown_table.h"

#include <gtest/gtest.h>

namespace firstbyte::report {
namespace {

TEST(MarkdownTable, IsPaddedAndAligned) {
  EXPECT_EQ(
      LayMarkdownTable({{"arm", Align::kLeft}, {"median ns", Align::kRight}}, {{"baseline", "52,283"}, {"A/A", "1"}}),
      "| arm      | median ns |\n"
      "|:---------|----------:|\n"
      "| baseline |    52,283 |\n"
      "| A/A      |         1 |\n");
}

TEST(MarkdownTable, CountsCharactersNotBytes) {
  EXPECT_EQ(LayMarkdownTable({{"a", Align::kLeft}}, {{"Prüf"}, {"x"}}),
            "| a    |\n"
            "|:-----|\n"
            "| Prüf |\n"
            "| x    |\n");
}

}  // namespace
}  // namespace firstbyte::report
