// SPDX-License-Identifier: GPL-2.0-or-later
// Ten thousand files that were damaged in ways that files are: none crashes a reader, none takes long, and none is read
// as something that it does not say.
#include "report/read_fuzz.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "report/calibration_json.h"
#include "report/calibration_testing.h"
#include "report/exact_counts.h"
#include "report/exact_testing.h"
#include "report/mutator.h"
#include "report/phase_json.h"
#include "report/phase_summary.h"
#include "report/phase_testing.h"
#include "report/results_json.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

constexpr int kMutants = 10'000;

std::string ResultsText() {
  FixtureOptions options;
  options.runs = 2;
  options.rounds = 2;
  options.arms = {"baseline", "patched"};
  options.operation_names = {"compress"};
  return ToJson(MakeResults(options));
}

// Damaged files that are still read must say what was read; ReadAnything() aborts otherwise.
int ReadMutants(const std::string& text, std::uint64_t seed, int mutants) {
  EXPECT_TRUE(ReadAnything(text)) << "the file itself";
  Mutator mutator(seed);
  int accepted = 0;
  for (int i = 0; i < mutants; ++i) accepted += ReadAnything(mutator.Mutate(text)) ? 1 : 0;
  return accepted;
}

TEST(ReadAnything, TakesTenThousandDamagedResults) {
  const int accepted = ReadMutants(ResultsText(), 1, kMutants);
  // Some damage only a name, or put blanks between: there must be such, or nothing was tested beyond refusals.
  EXPECT_GT(accepted, kMutants / 100);
  EXPECT_LT(accepted, kMutants / 2);
}

TEST(ReadAnything, TakesDamagedPhases) {
  const PhaseResults phases = RoundPhases();
  const int accepted = ReadMutants(PhasesJson(phases, Summarise(phases)), 2, kMutants / 50);
  EXPECT_LT(accepted, kMutants / 50);
}

TEST(ReadAnything, TakesDamagedCalibrations) {
  Calibration calibration = MakeCalibration();
  calibration.experiments = 10;
  calibration.rows = {MakeCalibrationRow("compress", "wall", 10, 1)};
  const int accepted = ReadMutants(CalibrationToJson(calibration), 4, kMutants / 5);
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, kMutants / 10);
}

TEST(ReadAnything, TakesDamagedCounts) {
  ExactCounts counts = CountsForTest();
  counts.no_phases["zstd-1.5.4"] = "why not";
  const int accepted = ReadMutants(CountsJson(counts), 5, kMutants);
  EXPECT_GT(accepted, kMutants / 100);
  EXPECT_LT(accepted, kMutants / 2);
}

TEST(ReadAnything, TakesDamagedPolicies) {
  const std::string policy = R"({"schema":"firstbyte-policy/1","looks":[{"runs":12,"alpha":0.01}],"clock":"cpu",
    "margins_percent":{"compress":2.5,"decompress patched":3},"arms":["patched"]})";
  const int accepted = ReadMutants(policy, 3, kMutants);
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, kMutants / 2);
}

TEST(ReadAnything, TakesWhatIsNoJson) {
  for (const std::string_view text :
       {"", "{", "[[[[[[[[", "\"", "nul", "\xef\xbb\xbf{}", "{\"schema\":\"firstbyte/1\"}"})
    EXPECT_FALSE(ReadAnything(text)) << text;
  EXPECT_FALSE(ReadAnything(std::string(100'000, '[')));
}

}  // namespace
}  // namespace firstbyte::report
