// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Results Small() {
  FixtureOptions options;
  options.runs = 3;
  options.rounds = 3;
  options.arms = {"baseline", "A/A"};
  options.operation_names = {"compress"};
  options.wall_ns = [](const Arm&, int run, int round) { return 1000.0 + 100 * run + 10 * round; };
  return MakeResults(options);
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(ExportCsv, HasALinePerSampleAndNothingForWhatWasNotMeasured) {
  const auto lines = Lines(ExportCsv(Small()));
  ASSERT_EQ(lines.size(), 1u + 3 * 3 * 2);
  EXPECT_THAT(lines[0], StartsWith("platform,engine,probe,arm,policy,operation,run,round,operations,position,wall_ns,"
                                   "cpu_ns,tsc_ticks,"));
  EXPECT_THAT(lines[1], HasSubstr(",zstd-1.5.4,live,baseline,eager,compress,0,0,1000,"));
  EXPECT_THAT(lines[1], HasSubstr(",1000000,990000,,")) << "the fixture has no TSC";
  EXPECT_EQ(lines[1].back(), '\r');
}

TEST(ExportCsv, QuotesWhatWouldBeMarkup) {
  Results results = Small();
  results.context.platform = "=HYPERLINK(\"x\"),1";
  EXPECT_THAT(Lines(ExportCsv(results))[1], StartsWith("\"'=HYPERLINK(\"\"x\"\"),1\",zstd"));
}

TEST(ExportCsv, HoldsNothingThatActsOnATerminal) {
  Results results = Small();
  results.context.platform = "a\x1b[31m\nb\u202e";
  EXPECT_THAT(Lines(ExportCsv(results))[1], StartsWith("a?[31m b?,zstd"));
  results.context.platform = "\t=1";
  EXPECT_THAT(Lines(ExportCsv(results))[1], StartsWith("\"' =1\",zstd")) << "blanks before it do not hide a formula";
}

// design/14313: lines of configuration "key: value"; results "Benchmark", an upper-case letter, iterations, pairs of
// value and unit.
TEST(ExportGoBenchmarks, FollowsTheFormatsSpecification) {
  Results results = Small();
  results.context.platform = "VM\n(KVM) \x1b[31m";
  int benchmarks = 0;
  for (const std::string& line : Lines(ExportGoBenchmarks(results))) {
    if (line.rfind("Benchmark", 0) == 0) {
      ++benchmarks;
      EXPECT_TRUE(std::regex_match(line, std::regex(R"(Benchmark[A-Z][^ \t]*-\d+ \d+( [0-9.e+-]+ [^ ]+)+)"))) << line;
    } else if (line.rfind("Unit ", 0) == 0) {
      EXPECT_TRUE(std::regex_match(line, std::regex(R"(Unit [^ ]+( [a-z]+=[a-z]+)+)"))) << line;
    } else {
      EXPECT_TRUE(std::regex_match(line, std::regex(R"([a-z][^ :A-Z]*: .*)"))) << line;
    }
  }
  EXPECT_EQ(benchmarks, 6);
  EXPECT_THAT(ExportGoBenchmarks(results), HasSubstr("BenchmarkCompress/arm=baseline/engine=zstd-1.5.4-1 3000 1010 "
                                                     "ns/op 999.9 cpu-ns/op\n"));
  EXPECT_THAT(ExportGoBenchmarks(results), HasSubstr("BenchmarkCompress/arm=A_A/"));
}

TEST(ExportGoogleBenchmark, HasARepetitionPerRunAndTheAggregates) {
  const Json json = Json::parse(ExportGoogleBenchmark(Small()).value());
  ASSERT_EQ(json["benchmarks"].size(), 2u * (3 + 4));
  const Json& first = json["benchmarks"][0];
  EXPECT_EQ(first["name"], "Compress/arm=baseline/engine=zstd-1.5.4");
  EXPECT_EQ(first["run_type"], "iteration");
  EXPECT_EQ(first["repetition_index"], 0);
  EXPECT_EQ(first["real_time"], 1010.0);
  EXPECT_EQ(first["time_unit"], "ns");
  EXPECT_EQ(json["benchmarks"][4]["aggregate_name"], "median");
  EXPECT_EQ(json["benchmarks"][4]["real_time"], 1110.0);
  EXPECT_EQ(json["benchmarks"][5]["real_time"], 100.0) << "the standard deviation of 1010, 1110, 1210";
}

// compare.py subtracts CPU times, whatever is there.
TEST(ExportGoogleBenchmark, IsRefusedWithoutCpuTime) {
  Results results = Small();
  results.not_measured["cpu_ns"] = "not today";
  for (report::Run& run : results.runs) {
    for (report::Round& round : run.rounds) {
      for (Sample& sample : round.samples) sample.cpu_ns.reset();
    }
  }
  const auto exported = ExportGoogleBenchmark(results);
  ASSERT_FALSE(exported);
  EXPECT_THAT(exported.error().message, HasSubstr("no thread CPU time"));
  EXPECT_THAT(ExportGoBenchmarks(results), ::testing::Not(HasSubstr(" cpu-ns/op\n"))) << "that format can do without";
}

TEST(BenchmarkName, TellsEnginesApart) {
  FixtureOptions options;
  options.engines = {"a-b", "a_b", "a b"};
  options.arms = {"baseline"};
  options.operation_names = {"compress"};
  const Results results = MakeResults(options);
  EXPECT_EQ(BenchmarkName(results, 0), "Compress/arm=baseline/engine=a-b");
  EXPECT_EQ(BenchmarkName(results, 1), "Compress/arm=baseline/engine=a_b");
  EXPECT_EQ(BenchmarkName(results, 2), "Compress/arm=baseline/engine=a_b#1") << "as Go tells names that fall together";
}

}  // namespace
}  // namespace firstbyte::report
