// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

struct Medians {
  double compress[2];
  double decompress[2];
};

// Results whose medians are exactly these, with runs that differ a little and in common.
Results WithMedians(const std::string& platform, const Medians& medians, int runs = 12) {
  FixtureOptions options;
  options.runs = runs;
  options.arms = {"baseline", "patched", "A/A"};
  options.operations = 30000;
  options.wall_ns = [&medians](const Arm& arm, int run, int round) {
    const double* pair = arm.operation == "compress" ? medians.compress : medians.decompress;
    return pair[arm.name == "patched" ? 1 : 0] * (1 + 0.0002 * (round - 4) + 0.0001 * (run % 3 - 1));
  };
  Results results = MakeResults(options);
  results.context.platform = platform;
  return results;
}

TEST(RenderMailTable, IsTheTableOfTheCoverLetter) {
  const Results bare = WithMedians("bare metal", {{52283, 51038}, {2317, 1998}});
  const Results kvm = WithMedians("one-vCPU KVM", {{16675, 15050}, {3516, 2265}});
  const Comparison a = Compare(bare).value();
  const Comparison b = Compare(kvm).value();
  EXPECT_EQ(RenderMailTable({{&bare, &a}, {&kvm, &b}}).value(),
            "                  baseline    patched     delta\n"
            "  bare metal\n"
            "    compress      52,283 ns   51,038 ns   1,245 ns   2.4%\n"
            "    decompress     2,317 ns    1,998 ns     319 ns  13.8%\n"
            "  one-vCPU KVM\n"
            "    compress      16,675 ns   15,050 ns   1,625 ns   9.7%\n"
            "    decompress     3,516 ns    2,265 ns   1,251 ns  35.6%\n")
      << "all but the one cell of the mail that does not follow from its row";
}

TEST(RenderMailTable, MarksWhatIsUnresolved) {
  const Results few = WithMedians("bare metal", {{52283, 51038}, {2317, 1998}}, 5);
  EXPECT_THAT(RenderMailTable(few, Compare(few).value()).value(), HasSubstr("1,245 ns   2.4%  unresolved\n"));
  FixtureOptions options;
  options.arms = {"baseline", "patched"};
  options.operation_names = {"compress"};
  options.wall_ns = [](const Arm& arm, int run, int) {
    return arm.name == "patched" ? (run % 2 == 0 ? 1010.0 : 990.0) : 1000.0;
  };
  const Results noise = MakeResults(options);
  EXPECT_THAT(RenderMailTable(noise, Compare(noise).value()).value(), HasSubstr("0 ns   0.0%  unresolved\n"));
}

TEST(RenderMailTable, SaysBelowThatAControlFailed) {
  FixtureOptions options;
  options.arms = {"baseline", "patched", "A/A"};
  options.operation_names = {"compress"};
  options.wall_ns = [](const Arm& arm, int run, int) { return (arm.name == "baseline" ? 1000.0 : 900.0) + run; };
  const Results results = MakeResults(options);
  EXPECT_THAT(RenderMailTable(results, Compare(results).value()).value(),
              HasSubstr("\n\nbare metal: The A/A control of compress baseline FAILED: "));
}

TEST(RenderMailTable, OtherArmsHaveTheirOwnHeading) {
  const Results results = MakeResults();
  const std::string table = RenderMailTable(results, Compare(results).value(), "floor").value();
  EXPECT_EQ(table.substr(0, table.find('\n')), "                  baseline    floor       delta");
}

TEST(RenderMailTable, EnginesHaveTheirOwnGroups) {
  FixtureOptions options;
  options.engines = {"zstd-1.5.4", "candidate"};
  const Results results = MakeResults(options);
  const std::string table = RenderMailTable(results, Compare(results).value()).value();
  EXPECT_THAT(table, HasSubstr("\n  bare metal, zstd-1.5.4\n"));
  EXPECT_THAT(table, HasSubstr("\n  bare metal, candidate\n"));
}

TEST(RenderMailTable, UnknownArmIsAUsageErrorThatListsTheKnownOnes) {
  FixtureOptions options;
  options.arms = {"baseline", "cached", "A/A"};
  const Results results = MakeResults(options);
  const auto refused = RenderMailTable(results, Compare(results).value());
  EXPECT_EQ(refused.error().code, ExitCode::kUsage);
  EXPECT_EQ(refused.error().message,
            "There is no arm \"patched\" to put beside the baseline; these results have \"A/A\", \"cached\".");
  options.arms = {"baseline"};
  const Results lone = MakeResults(options);
  EXPECT_EQ(RenderMailTable(lone, Compare(lone).value()).error().message,
            "There is no arm \"patched\" to put beside the baseline, nor any other.");
}

TEST(RenderMailTable, EmulatedAndRealCpusDoNotMix) {
  const Results real = MakeResults();
  Results emulated = MakeResults();
  emulated.context.accel = "tcg";
  const Comparison a = Compare(real).value();
  const Comparison b = Compare(emulated).value();
  const auto refused = RenderMailTable({{&real, &a}, {&emulated, &b}});
  EXPECT_EQ(refused.error().code, ExitCode::kInvalid);
  EXPECT_THAT(refused.error().message, HasSubstr("\"hardware\" and by \"tcg\""));
  EXPECT_THAT(RenderMailTable(emulated, b).value(), HasSubstr("The CPU was emulated (TCG)"));
}

TEST(RenderMailTable, NamesFromTheFileCannotActOnTheTerminal) {
  Results results = MakeResults();
  results.context.platform = "bare\x1b[2J\nmetal";
  EXPECT_THAT(RenderMailTable(results, Compare(results).value()).value(), HasSubstr("\n  bare?[2J metal\n"));
}

}  // namespace
}  // namespace firstbyte::report
