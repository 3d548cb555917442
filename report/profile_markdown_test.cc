// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "report/profile_testing.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

AgreementReport Agreements(double points, AgreementVerdict verdict = AgreementVerdict::kYes) {
  AgreementReport report;
  report.source = "phases.json";
  for (const ProfileArm& arm : RoundProfile().arms)
    report.arms.push_back({arm.arm, ShareOf(800, 1000), 0.796, points, verdict});
  return report;
}

std::size_t Times(const std::string& text, const std::string& what) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++times;
  return times;
}

TEST(RenderProfile, HasTheTablesOfEachArm) {
  const std::string text = RenderProfile(RoundProfile(), Agreements(0.4));
  EXPECT_THAT(text, HasSubstr("| baseline decompress: phase | samples | share | 95 % interval |\n"));
  EXPECT_THAT(text, HasSubstr("| bmi2_probe                 |     800 | 80.0% |   77.4..82.4% |\n"));
  EXPECT_THAT(text, HasSubstr("| patched decompress: phase |"));
  EXPECT_THAT(text, HasSubstr("| ZSTD_initStaticDCtx+0x29 |     420 | 42.0% |"));
  EXPECT_THAT(text, HasSubstr("| all CPUIDs"));
  EXPECT_THAT(text, HasSubstr("ZSTD_decompressSeq..s_bmi2.constprop.0 |     185 | 18.5% |"));
}

TEST(RenderProfile, SaysHowItWasSampled) {
  const std::string text = RenderProfile(RoundProfile(), Agreements(0.4));
  EXPECT_THAT(text, HasSubstr("- baseline decompress: 1,000 samples in 50,000 requests and 1.01 s of CPU time,\n"
                              "  0.990 of those expected, 1.04 times as slow as without; 0 lost, never\n"
                              "  throttled; outside requests: 2; stacks not followed: 10\n"));
  EXPECT_EQ(Times(text, "no hardware PMU (ENOENT)"), 1u);
  EXPECT_THAT(text, HasSubstr("cpu-clock:u each 1 ms of CPU time, user mode only"));
}

TEST(RenderProfile, SaysWhatWentWrong) {
  ProfileResults results = RoundProfile();
  results.arms[0].lost = 12;
  results.arms[0].throttles = 3;
  results.arms[0].throttled_ns = 4'500'000;
  results.arms[0].broken = 1;
  const std::string text = RenderProfile(results, Agreements(0.4));
  EXPECT_THAT(text, HasSubstr("; 12 lost, throttled 3\n  times, 4.5 ms; broken records: 1; outside"));
}

TEST(RenderProfile, SaysWhetherItAgrees) {
  EXPECT_THAT(RenderProfile(RoundProfile(), Agreements(0.4)),
              HasSubstr("| baseline decompress |   80.0% |   77.4..82.4% |  79.6% |   +0.4 | yes   |\n"));
  EXPECT_THAT(RenderProfile(RoundProfile(), Agreements(0.4)), Not(HasSubstr("WARNING")));
  const std::string text = RenderProfile(RoundProfile(), Agreements(-3.1, AgreementVerdict::kNo));
  EXPECT_THAT(text, HasSubstr("|   -3.1 | NO    |\n"));
  EXPECT_THAT(text, HasSubstr("WARNING not all agree."));
  const std::string unclear = RenderProfile(RoundProfile(), Agreements(-3.1, AgreementVerdict::kUnclear));
  EXPECT_THAT(unclear, HasSubstr("|   -3.1 | unclear |\n"));
  EXPECT_THAT(unclear, Not(HasSubstr("WARNING")));
}

TEST(RenderProfile, SaysWhyNothingIsCompared) {
  const std::string text = RenderProfile(RoundProfile(), {{}, "", "the insides of zstd 1.4.10 are not known"});
  EXPECT_THAT(text, HasSubstr("- not compared with the phases: the insides of zstd 1.4.10 are not known\n"));
  EXPECT_THAT(text, Not(HasSubstr("agree:")));
}

TEST(RenderProfile, SumsUpWhatItDoesNotShow) {
  ProfileResults results = RoundProfile();
  for (int i = 0; i < 20; ++i) {
    ProfileStack stack = results.arms[0].stacks[2];
    stack.functions.back() = "function" + std::to_string(i);
    stack.samples = 5;
    results.arms[0].stacks.push_back(stack);
  }
  EXPECT_THAT(RenderProfile(results, Agreements(0)), HasSubstr("| all others"));
}

TEST(RenderProfile, FitsATerminalAndEscapesNames) {
  ProfileResults results = RoundProfile();
  results.arms[0].stacks[2].functions.back() = "a|<b>" + std::string(200, 'x');
  results.arms[0].stacks[0].site->symbol = "";
  results.arms[0].stacks[0].site->object = "/a/" + std::string(100, 'y') + ".so";
  const std::string text = RenderProfile(results, Agreements(0.4));
  EXPECT_THAT(text, Not(HasSubstr("<b>")));
  EXPECT_THAT(text, HasSubstr(".so+0x68d19"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(DisplayWidth(line), 80) << line;
}

}  // namespace
}  // namespace firstbyte::report
