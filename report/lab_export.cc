// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_export.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "base/median.h"
#include "base/number.h"
#include "report/strict_json.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kWindow = "Window/";
constexpr std::string_view kPValue = "_pvalue";

// compare.py was asked for thousands of windows of hundreds of values.
constexpr JsonLimits kComparePyLimits = {std::size_t{1} << 30, 50'000'000, 32, 100};

struct Side {
  std::vector<double> wall;
  std::vector<double> cpu;
};

std::string Word(const std::string& text) {
  std::string word;
  for (const char c : text) word += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' ? c : '-';
  return word;
}

std::string FileStem(const std::string& usage, const std::string& arm) {
  std::string stem = usage + "." + arm;
  stem.erase(std::remove_if(stem.begin(), stem.end(), [](char c) { return c == ',' || c == '+'; }), stem.end());
  return Word(stem);
}

void AddGoogle(const std::string& name, const Side& side, std::int64_t operations, Json& benchmarks) {
  for (std::size_t i = 0; i < side.wall.size(); ++i) {
    benchmarks.push_back({{"name", name},
                          {"run_name", name},
                          {"run_type", "iteration"},
                          {"repetitions", side.wall.size()},
                          {"repetition_index", i},
                          {"threads", 1},
                          {"iterations", operations},
                          {"real_time", side.wall[i]},
                          {"cpu_time", side.cpu[i]},
                          {"time_unit", "ns"}});
  }
}

void AddGo(const std::string& name, const Side& side, std::int64_t operations, std::string& text) {
  for (std::size_t i = 0; i < side.wall.size(); ++i)
    text += fmt::format("Benchmark{}-1 {} {} ns/op {} cpu-ns/op\n", name, operations, side.wall[i], side.cpu[i]);
}

LabFilePair Export(const LabRecording& recording, const LabRule& rule, int arm, const std::vector<LabWindow>& wall,
                   const std::vector<LabWindow>& cpu) {
  LabFilePair pair;
  pair.usage = rule.usage;
  pair.values = rule.values;
  pair.usage_name = rule.usage_name;
  pair.arm = arm;
  pair.stem = FileStem(rule.usage_name, recording.header.arms[static_cast<std::size_t>(arm)].name);
  Json old_benchmarks = Json::array();
  Json new_benchmarks = Json::array();
  pair.go_old = pair.go_new = "goos: linux\npkg: firstbyte/lab\n";
  const std::int64_t operations = recording.header.protocol.operations;
  for (std::size_t i = 0; i < wall.size(); ++i) {
    const std::string name = LabBenchmarkName(wall[i].experiment);
    const Side reference{LabValuesOf(wall[i].reference, rule.values), LabValuesOf(cpu[i].reference, rule.values)};
    const Side of_arm{LabValuesOf(wall[i].arm, rule.values), LabValuesOf(cpu[i].arm, rule.values)};
    AddGoogle(name, reference, operations, old_benchmarks);
    AddGoogle(name, of_arm, operations, new_benchmarks);
    AddGo(name, reference, operations, pair.go_old);
    AddGo(name, of_arm, operations, pair.go_new);
  }
  const auto whole = [](Json benchmarks) {
    return Json({{"context", Json::object()}, {"benchmarks", std::move(benchmarks)}}).dump() + "\n";
  };
  pair.google_old = whole(std::move(old_benchmarks));
  pair.google_new = whole(std::move(new_benchmarks));
  return pair;
}

// The experiment of "Window/7_pvalue".
std::optional<int> ExperimentOf(std::string_view name) {
  if (!name.starts_with(kWindow)) return std::nullopt;
  name.remove_prefix(kWindow.size());
  if (name.ends_with(kPValue)) name.remove_suffix(kPValue.size());
  return ParseNumber<int>(name);
}

}  // namespace

std::string LabBenchmarkName(int experiment) { return fmt::format("{}{}", kWindow, experiment); }

Result<std::vector<LabFilePair>> ExportLabWindows(const LabRecording& recording) {
  const auto wall = CutLabWindows(recording, Clock::kWall);
  if (!wall) return tl::unexpected<Error>(wall.error());
  const auto cpu = CutLabWindows(recording, Clock::kThreadCpu);
  if (!cpu) return tl::unexpected<Error>(cpu.error());
  std::vector<LabFilePair> pairs;
  for (const LabRule& rule : LabRules()) {
    if (rule.name != kLabComparePy || wall->experiments == 0) continue;
    for (const auto& [arm, windows] : wall->of.at(rule.usage))
      pairs.push_back(Export(recording, rule, arm, windows, cpu->of.at(rule.usage).at(arm)));
  }
  return pairs;
}

Result<std::map<int, double>> ReadComparePy(const std::string& json, Clock clock, std::size_t windows,
                                            const std::string& name) {
  const auto root = ParseStrictJson(json, name, kComparePyLimits);
  if (!root) return tl::unexpected<Error>(root.error());
  const char* const key = clock == Clock::kWall ? "time_pvalue" : "cpu_pvalue";
  std::map<int, double> p;
  std::set<int> tested;
  if (!root->is_array()) return InvalidError(fmt::format("{} is no list of differences.", name));
  for (const Json& entry : *root) {
    if (!entry.is_object() || !entry.contains("name") || !entry["name"].is_string()) continue;
    const auto experiment = ExperimentOf(entry["name"].get_ref<const std::string&>());
    if (!experiment || !entry.contains("utest") || !entry["utest"].is_object()) continue;
    tested.insert(*experiment);
    const auto found = entry["utest"].find(key);
    if (found == entry["utest"].end() || !found->is_number()) continue;
    p[*experiment] = found->get<double>();
    if (!(p[*experiment] >= 0 && p[*experiment] <= 1))
      return InvalidError(fmt::format("{} has a p value that is none.", name));
  }
  if (tested.size() != windows)
    return InvalidError(fmt::format("{} has tests of {} of {} windows.", name, tested.size(), windows));
  return p;
}

std::vector<LabFinding> JudgeByComparePy(const std::vector<LabWindow>& windows, LabValues values,
                                         const std::map<int, double>& p) {
  std::vector<LabFinding> findings;
  for (const LabWindow& window : windows) {
    const auto found = p.find(window.experiment);
    const bool significant = found != p.end() && found->second < kLabAlpha;
    const double slower = Median(LabValuesOf(window.arm, values)) - Median(LabValuesOf(window.reference, values));
    findings.push_back(!significant || slower == 0 ? 0 : slower > 0 ? 1 : -1);
  }
  return findings;
}

}  // namespace firstbyte::report
