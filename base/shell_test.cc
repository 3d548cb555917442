// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/shell.h"

#include <gtest/gtest.h>

namespace firstbyte {
namespace {

TEST(ShellWord, LeavesPlainNamesAsTheyAre) {
  EXPECT_EQ(ShellWord("results/firstbyte-20261130T120000Z.json.journal"),
            "results/firstbyte-20261130T120000Z.json.journal");
}

TEST(ShellWord, QuotesWhatAShellWouldTakeApart) {
  EXPECT_EQ(ShellWord("my results.json"), "'my results.json'");
  EXPECT_EQ(ShellWord("it's.json"), "'it'\\''s.json'");
  EXPECT_EQ(ShellWord("$HOME"), "'$HOME'");
  EXPECT_EQ(ShellWord("~x"), "'~x'");
  EXPECT_EQ(ShellWord(""), "''");
}

TEST(ShellWord, IsNoOption) {
  EXPECT_EQ(ShellWord("-x.json"), "./-x.json");
  EXPECT_EQ(ShellWord("-x y"), "'./-x y'");
}

}  // namespace
}  // namespace firstbyte
