// SPDX-License-Identifier: GPL-2.0-or-later
// Holds the example by hand in docs/statistics.md to the code: the data of its table give the numbers of its text.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "base/median.h"
#include "report/cells.h"
#include "report/comparison.h"
#include "report/results_file.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

struct DocumentedRun {
  std::vector<double> baseline;
  std::vector<double> patched;
  std::string difference;
};

std::vector<double> Numbers(const std::string& cell) {
  std::istringstream in(cell);
  std::vector<double> numbers;
  for (double number; in >> number;) numbers.push_back(number);
  return numbers;
}

std::string Trimmed(const std::string& cell) { return cell.substr(1, cell.size() - 2); }

// The rows "| run | baseline | patched | D |" of the example.
std::vector<DocumentedRun> ReadRuns(const std::string& page) {
  std::vector<DocumentedRun> runs;
  std::istringstream lines(page.substr(page.find("## By hand")));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::string empty, run, baseline, patched, difference;
    std::getline(cells, empty, '|');
    std::getline(cells, run, '|');
    std::getline(cells, baseline, '|');
    std::getline(cells, patched, '|');
    std::getline(cells, difference, '|');
    if (run.size() < 3 || std::isdigit(static_cast<unsigned char>(run[1])) == 0) continue;
    runs.push_back({Numbers(baseline), Numbers(patched), Trimmed(difference)});
  }
  return runs;
}

TEST(StatisticsDoc, ExampleIsWhatTheCodeComputes) {
  const std::string page = ReadTextFile("docs/statistics.md", 1 << 20).value();
  const std::vector<DocumentedRun> documented = ReadRuns(page);
  ASSERT_EQ(documented.size(), 6u);
  FixtureOptions options;
  options.runs = 6;
  options.rounds = 3;
  options.arms = {"baseline", "patched"};
  options.operation_names = {"compress"};
  options.wall_ns = [&](const Arm& arm, int run, int round) {
    const DocumentedRun& record = documented[static_cast<std::size_t>(run)];
    return (arm.name == "patched" ? record.patched : record.baseline)[static_cast<std::size_t>(round)];
  };
  const Results results = MakeResults(options);
  const Comparison comparison = Compare(results).value();
  const Row& baseline = comparison.groups[0].rows[0];
  const Row& patched = comparison.groups[0].rows[1];
  const Difference& difference = *patched.difference;
  EXPECT_THAT(page, HasSubstr(fmt::format("{:.1f} and {:.1f} ns: delta {:.1f} ns, {}.", baseline.median_ns,
                                          patched.median_ns, difference.delta_ns, FormatPercent(difference.percent))));
  EXPECT_THAT(page, HasSubstr(fmt::format("{:.1f} and {:.1f} ns.\n", baseline.run_median_ns, patched.run_median_ns)));
  EXPECT_THAT(page, HasSubstr(fmt::format("p = 2/64 = {:.5f}.", difference.log.p)));
  EXPECT_THAT(page,
              HasSubstr(fmt::format(
                  "subset mean, {:.4f} (run 4 alone), to the largest, {:.4f} (run 1 alone): {} to {},\n",
                  difference.log.interval->low, difference.log.interval->high,
                  FormatPercent(difference.percent_interval->low), FormatPercent(difference.percent_interval->high))));
  EXPECT_THAT(page, HasSubstr(fmt::format("  {} to {} ns of 1017.5. It excludes 0: `{}`.",
                                          FormatNs(difference.ns_interval->low), FormatNs(difference.ns_interval->high),
                                          VerdictName(difference.verdict))));
}

TEST(StatisticsDoc, DifferencesOfTheRunsAreTheMediansOfTheirRounds) {
  const std::string page = ReadTextFile("docs/statistics.md", 1 << 20).value();
  for (const DocumentedRun& run : ReadRuns(page)) {
    ASSERT_EQ(run.baseline.size(), 3u);
    std::vector<double> logs;
    for (std::size_t k = 0; k < 3; ++k) logs.push_back(std::log(run.baseline[k] / run.patched[k]));
    EXPECT_EQ(fmt::format("{:.4f}", Median(logs)), run.difference);
  }
}

// "`untested`: up to 7 runs with one control, up to 8 with two."
TEST(StatisticsDoc, RunsThatAControlNeeds) {
  EXPECT_GE(SmallestP(7), 0.01 / 1);
  EXPECT_LT(SmallestP(8), 0.01 / 1);
  EXPECT_GE(SmallestP(8), 0.01 / 2);
  EXPECT_LT(SmallestP(9), 0.01 / 2);
}

}  // namespace
}  // namespace firstbyte::report
