// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/sentence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

// D(r) of the patched arm is `log` plus or minus `scatter`, in turns.
std::string Sentence(double log, double scatter, int runs = 12) {
  FixtureOptions options;
  options.runs = runs;
  options.rounds = 1;
  options.operations = 1'000'000;
  options.arms = {"baseline", "patched"};
  options.operation_names = {"compress"};
  options.wall_ns = [=](const Arm& arm, int run, int) {
    return arm.name == "baseline" ? 1000.0 : 1000 * std::exp(-log - (run % 2 == 0 ? scatter : -scatter));
  };
  const Results results = MakeResults(options);
  const Comparison comparison = Compare(results).value();
  return SentenceOf(results, comparison.groups[0].rows[1]);
}

TEST(SentenceOf, SaysHowMuchAndHowSure) {
  EXPECT_EQ(Sentence(-std::log(0.9), 0), "compress patched, against baseline, takes 10.0% less time (10.0% to 10.0%).");
  EXPECT_EQ(Sentence(-std::log(1.25), 0),
            "compress patched, against baseline, takes 25.0% more time (25.0% to 25.0%).");
}

TEST(SentenceOf, SaysWhatCouldHaveBeenSeen) {
  // D = +-1 %: a standard deviation of 1.044, times 0.888.
  EXPECT_THAT(Sentence(0, 0.01), MatchesRegex("compress patched, against baseline, shows no difference: from .* less "
                                              "to .* more time is possible; 0.9% would have been found in four of "
                                              "five measurements."));
}

TEST(SentenceOf, SaysWhyThereIsNoInterval) {
  EXPECT_EQ(Sentence(0.1, 0, 5),
            "compress patched, against baseline, is not resolved: 5 runs cannot give a 95 % interval; it needs 6.");
}

TEST(SentenceOf, NamesBothEngines) {
  FixtureOptions options;
  options.engines = {"zstd-1.5.4", "candidate"};
  const Results results = MakeResults(options);
  const Comparison comparison = Compare(results).value();
  EXPECT_THAT(SentenceOf(results, comparison.groups.back().rows[0]),
              HasSubstr("decompress baseline of candidate, against that of zstd-1.5.4,"));
}

// Its arms stand against the baseline of the first one, and not against the same arms of it.
TEST(SentenceOf, NamesTheBaselineOfAnEngineThatHasNone) {
  const Results results = WithoutBaselineOf("candidate");
  const Comparison comparison = Compare(results).value();
  const Group& group = comparison.groups.back();
  EXPECT_THAT(SentenceOf(results, group.rows.at(0)),
              HasSubstr("decompress patched of candidate, against baseline of zstd-1.5.4,"));
  EXPECT_THAT(SentenceOf(results, group.rows.at(3)), HasSubstr("decompress both, against cached,"));
}

}  // namespace
}  // namespace firstbyte::report
