// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/median.h"
#include "report/export.h"
#include "report/round_means.h"
#include "report/statistics.h"
#include "report/student.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

struct Series {
  std::string name;
  std::size_t family = 0;
  std::vector<double> wall;
  std::vector<double> cpu;
};

// What every entry has.
Json Entry(const Series& series, const std::string& name, const char* run_type) {
  return {{"name", name},
          {"family_index", series.family},
          {"per_family_instance_index", 0},
          {"run_name", series.name},
          {"run_type", run_type},
          {"repetitions", series.wall.size()}};
}

void AddTimes(Json& entry, double wall, double cpu) {
  entry["real_time"] = wall;
  entry["cpu_time"] = cpu;
  entry["time_unit"] = "ns";
}

void AddIterations(const Results& results, const Series& series, Json& benchmarks) {
  for (std::size_t run = 0; run < series.wall.size(); ++run) {
    Json entry = Entry(series, series.name, "iteration");
    entry["repetition_index"] = run;
    entry["threads"] = 1;
    entry["iterations"] = results.protocol.operations * results.protocol.rounds;
    AddTimes(entry, series.wall[run], series.cpu[run]);
    benchmarks.push_back(std::move(entry));
  }
}

void AddAggregate(const Series& series, const char* name, double (*statistic)(const std::vector<double>&),
                  Json& benchmarks) {
  Json entry = Entry(series, series.name + "_" + name, "aggregate");
  entry["threads"] = 1;
  entry["aggregate_name"] = name;
  entry["aggregate_unit"] = std::string(name) == "cv" ? "percentage" : "time";
  entry["iterations"] = series.wall.size();
  AddTimes(entry, statistic(series.wall), statistic(series.cpu));
  benchmarks.push_back(std::move(entry));
}

double MedianOf(const std::vector<double>& values) { return Median(values); }
double Deviation(const std::vector<double>& values) { return StandardDeviation(values).value_or(0); }
double Variation(const std::vector<double>& values) { return Deviation(values) / Mean(values); }

Json ContextOf(const Results& results) {
  const Context& context = results.context;
  Json json = {{"date", context.started},
               {"executable", "firstbyte"},
               {"library_build_type", "release"},
               {"json_schema_version", 1},
               {"firstbyte_version", context.tool_version},
               {"platform", context.platform},
               {"accel", context.accel}};
  for (const EnvironmentCheck& check : context.environment) json["check_" + check.name] = check.value;
  return json;
}

}  // namespace

Result<std::string> ExportGoogleBenchmark(const Results& results) {
  Json root = {{"context", ContextOf(results)}, {"benchmarks", Json::array()}};
  const auto wall = CollectMeans(results, Clock::kWall);
  if (!wall) return tl::unexpected<Error>(wall.error());
  const auto cpu = CollectMeans(results, Clock::kThreadCpu);
  if (!cpu) return tl::unexpected<Error>(cpu.error());
  for (std::size_t arm = 0; arm < results.arms.size(); ++arm) {
    const Series series{BenchmarkName(results, arm), arm, RunMedians((*wall)[arm]), RunMedians((*cpu)[arm])};
    Json& benchmarks = root["benchmarks"];
    AddIterations(results, series, benchmarks);
    AddAggregate(series, "mean", Mean, benchmarks);
    AddAggregate(series, "median", MedianOf, benchmarks);
    if (series.wall.size() < 2) continue;
    AddAggregate(series, "stddev", Deviation, benchmarks);
    AddAggregate(series, "cv", Variation, benchmarks);
  }
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstbyte::report
