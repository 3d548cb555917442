// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include <sstream>

#include "bench/environment.h"

namespace firstbyte::bench {
namespace {

TEST(RenderEnvironment, NamesValuesAndReasonsStandInColumns) {
  const Environment environment{
      "VM (KVM)",
      "hardware",
      {Ok("SMT", "off"), Warning("governor", "powersave", "It is slow."), NotApplicable("turbo", kUnknown, "Guest."),
       NotApplicable("steal", "0", "Never moved.")}};
  EXPECT_EQ(RenderEnvironment(environment),
            "Environment: VM (KVM), hardware; 1 warning\n"
            "  SMT       off\n"
            "  governor  powersave\n"
            "            warning: It is slow.\n"
            "  turbo     not applicable: Guest.\n"
            "  steal     0\n"
            "            not applicable: Never moved.\n");
}

TEST(RenderEnvironment, LongTextIsWrappedAtItsColumn) {
  const std::string text = RenderEnvironment({"p", "a", {Ok("n", std::string(30, 'x') + " " + std::string(60, 'y'))}});
  EXPECT_EQ(text,
            "Environment: p, a; no warning\n  n  " + std::string(30, 'x') + "\n     " + std::string(60, 'y') + "\n");
}

TEST(RenderEnvironment, AWordLongerThanALineIsBroken) {
  const std::string text = RenderEnvironment({"p", "a", {Ok("n", std::string(100, 'x'))}});
  EXPECT_EQ(text,
            "Environment: p, a; no warning\n  n  " + std::string(75, 'x') + "\n     " + std::string(25, 'x') + "\n");
}

TEST(RenderEnvironment, AStoredRecordFromElsewhereCannotBreakTheBlock) {
  const Environment environment{
      std::string(200, 'p'), "\x1b[2J", {{std::string(200, 'n'), "", "ok", ""}, {"", "v", "?", ""}}};
  std::istringstream lines(RenderEnvironment(environment));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80U) << line;
    EXPECT_EQ(line.find('\x1b'), std::string::npos);
  }
}

TEST(RenderEnvironment, NoChecksAreAHeadingAlone) {
  EXPECT_EQ(RenderEnvironment({"bare metal", "hardware", {}}), "Environment: bare metal, hardware; no warning\n");
}

}  // namespace
}  // namespace firstbyte::bench
