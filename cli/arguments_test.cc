// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/arguments.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace firstbyte::cli {
namespace {

std::string EmptyOptionIn(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  return FindEmptyOption(pointers).value_or("");
}

TEST(Arguments, FindsAnOptionWithoutItsValue) {
  EXPECT_EQ(EmptyOptionIn({"run", "--page=", "--out=a.json"}), "--page= has no value");
  EXPECT_EQ(EmptyOptionIn({"run", "--page", "x", "--out=a.json"}), "");
  EXPECT_EQ(EmptyOptionIn({"run", "--page=x="}), "");
  EXPECT_EQ(EmptyOptionIn({"report", "-", "="}), "");
  EXPECT_EQ(EmptyOptionIn({"cpuid", "trace", "--", "program", "--its="}), "");
}

TEST(Arguments, OfATracedProgramAreItsOwn) {
  std::vector<std::string> words = {"firstbyte", "cpuid", "trace", "--time", "--", "[", "-x", "]", "", "[a,b]", "--"};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  const CommandLine line = TakeProgramOut(pointers);
  EXPECT_EQ(line.program, (std::vector<std::string>{"[", "-x", "]", "", "[a,b]", "--"}));
  EXPECT_EQ(line.ours, std::vector<char*>(pointers.begin(), pointers.begin() + 6)) << "up to the program's name";
}

TEST(Arguments, WithoutATracedProgramStayTogether) {
  for (std::vector<std::string> words : {std::vector<std::string>{"firstbyte"},
                                         {"firstbyte", "report", "--", "a", "b"},
                                         {"firstbyte", "cpuid", "trace", "program", "a"},
                                         {"firstbyte", "cpuid", "trace", "--"}}) {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    const CommandLine line = TakeProgramOut(pointers);
    EXPECT_EQ(line.ours, pointers);
    EXPECT_TRUE(line.program.empty());
  }
}

TEST(Arguments, NumbersAreDecimal) {
  for (const char* const good : {"0", "1", "-1", "9223372036854775807", "-9223372036854775808"})
    EXPECT_EQ(CheckNumber(good, true), "") << good;
  for (const char* const bad : {"", "-", "+1", " 1", "1 ", "1.5", "1e3", "0x10", "010", "-010", "many", "1\n"})
    EXPECT_EQ(CheckNumber(bad, true), "'" + std::string(bad) + "' is no whole number") << bad;
  EXPECT_EQ(CheckNumber("9223372036854775808", true), "9223372036854775808 is out of range");
}

TEST(Arguments, NumbersWithoutASignEndWhere64BitsDo) {
  EXPECT_EQ(CheckNumber("18446744073709551615", false), "");
  EXPECT_EQ(CheckNumber("18446744073709551616", false), "18446744073709551616 is out of range");
  EXPECT_EQ(CheckNumber("-1", false), "'-1' is no whole number");
}

}  // namespace
}  // namespace firstbyte::cli
