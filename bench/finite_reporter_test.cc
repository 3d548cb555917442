// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/finite_reporter.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

namespace firstbyte::bench {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Run = benchmark::BenchmarkReporter::Run;

Run RunOf(const std::string& name, double seconds, const benchmark::UserCounters& counters) {
  Run run;
  run.run_name.function_name = name;
  run.family_index = 0;
  run.per_family_instance_index = 0;
  run.repetition_index = 0;
  run.repetitions = 1;
  run.statistics = nullptr;
  run.real_accumulated_time = seconds;
  run.cpu_accumulated_time = seconds;
  run.counters = counters;
  return run;
}

std::string Reported(const std::vector<Run>& runs) {
  std::ostringstream out;
  FiniteReporter reporter(std::make_unique<benchmark::JSONReporter>());
  reporter.SetOutputStream(&out);
  reporter.SetErrorStream(&out);
  EXPECT_TRUE(reporter.ReportContext({}));
  reporter.ReportRuns(runs);
  reporter.Finalize();
  return out.str();
}

TEST(FiniteReporter, LeavesOutCountersThatAreNoNumbers) {
  const std::string json =
      Reported({RunOf("BM_X", 1, {{"finite", 0.0}, {"nan", kNan}, {"infinite", kInfinity}, {"less", -kInfinity}})});
  EXPECT_NE(json.find("\"BM_X\""), std::string::npos);
  EXPECT_NE(json.find("\"finite\": 0"), std::string::npos);
  for (const char* name : {"nan", "infinite", "less", "NaN", "Infinity"})
    EXPECT_EQ(json.find(name), std::string::npos) << name;
}

TEST(FiniteReporter, LeavesOutRowsWhoseTimesAreNone) {
  const std::string json = Reported({RunOf("BM_Odd", kNan, {}), RunOf("BM_Even", 1, {})});
  EXPECT_EQ(json.find("BM_Odd"), std::string::npos);
  EXPECT_NE(json.find("BM_Even"), std::string::npos);
  EXPECT_EQ(Reported({RunOf("BM_Odd", kInfinity, {})}).find("BM_Odd"), std::string::npos);
}

}  // namespace
}  // namespace firstbyte::bench
