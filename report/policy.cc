// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "report/results_file.h"
#include "report/strict_json.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostRuns = 1000;  // of a protocol, as docs/results.md says
constexpr double kMostAlpha = 0.2;
constexpr double kLeastAlpha = 0.001;  // TestSignFlip() has no intervals beyond
constexpr double kMostMargin = 100;
constexpr std::string_view kArms[] = {"baseline", "patched", "cached", "both", "floor"};

bool IsArm(std::string_view name) { return std::find(std::begin(kArms), std::end(kArms), name) != std::end(kArms); }

class PolicyReader {
 public:
  explicit PolicyReader(std::string_view file) : file_(file) {}

  Result<Policy> Read(const Json& json) {
    if (!json.is_object()) return Wrong("", "an object");
    const auto schema = json.find("schema");
    if (schema == json.end() || !schema->is_string() || schema->get_ref<const std::string&>() != kPolicySchema)
      return Refuse(fmt::format("its schema is not {}", kPolicySchema));
    for (const auto& [key, value] : json.items()) {
      Result<void> read;
      if (key == "looks") {
        read = ReadLooks(value);
      } else if (key == "clock") {
        read = ReadClock(value);
      } else if (key == "margins_percent") {
        read = ReadMargins(value);
      } else if (key == "arms") {
        read = ReadArms(value);
      } else if (key == "exact") {
        read = ReadExact(value);
      } else if (key == "calibration") {
        read = ReadCalibration(value);
      } else if (key != "schema") {
        return Refuse(
            fmt::format("nobody knows the key {}; there are looks, clock, margins_percent, arms, calibration and exact",
                        Quoted(key)));
      }
      if (!read) return tl::unexpected<Error>(read.error());
    }
    return policy_;
  }

 private:
  tl::unexpected<Error> Refuse(const std::string& what) const {
    return InvalidError(fmt::format("{}: {}.", file_, what));
  }
  tl::unexpected<Error> Wrong(const std::string& place, const char* expected) const {
    return Refuse(fmt::format("{} must be {}", place.empty() ? "the top level" : place, expected));
  }

  Result<void> ReadLooks(const Json& json) {
    if (!json.is_array() || json.empty()) return Wrong("looks", "an array of {\"runs\", \"alpha\"}");
    policy_.looks.clear();
    double spent = 0;
    for (const Json& look : json) {
      if (!look.is_object() || look.size() != 2 || !look.contains("runs") || !look.contains("alpha") ||
          !look["runs"].is_number_integer() || !look["alpha"].is_number())
        return Wrong("looks", "an array of {\"runs\", \"alpha\"}");
      const auto runs = look["runs"].get<std::int64_t>();
      const auto alpha = look["alpha"].get<double>();
      const int before = policy_.looks.empty() ? 1 : policy_.looks.back().runs;
      if (runs <= before || runs > kMostRuns)
        return Refuse(fmt::format("the runs of looks must ascend from 2 to {}", kMostRuns));
      if (!(alpha >= kLeastAlpha)) return Refuse(fmt::format("the alpha of a look must be {} at least", kLeastAlpha));
      spent += alpha;
      policy_.looks.push_back({static_cast<int>(runs), alpha});
    }
    if (spent > kMostAlpha)
      return Refuse(fmt::format("the looks spend an alpha of {:g}; more than {} is no test", spent, kMostAlpha));
    return {};
  }

  Result<void> ReadClock(const Json& json) {
    const std::string name = json.is_string() ? json.get<std::string>() : "";
    if (name == "auto") {
      policy_.clock = GateClock::kAuto;
    } else if (name == "wall") {
      policy_.clock = GateClock::kWall;
    } else if (name == "cpu") {
      policy_.clock = GateClock::kThreadCpu;
    } else {
      return Wrong("clock", "\"auto\", \"wall\" or \"cpu\"");
    }
    return {};
  }

  Result<void> ReadMargins(const Json& json) {
    if (!json.is_object()) return Wrong("margins_percent", "an object of numbers");
    for (const auto& [key, value] : json.items()) {
      const std::size_t blank = key.find(' ');
      const std::string operation = key.substr(0, blank);
      if (operation != "compress" && operation != "decompress")
        return Refuse(fmt::format("the margin {} names neither compress nor decompress", Quoted(key)));
      if (blank != std::string::npos && !IsArm(key.substr(blank + 1)))
        return Refuse(fmt::format("the margin {} names no arm: there are {}", Quoted(key), fmt::join(kArms, ", ")));
      if (!value.is_number() || !(value.get<double>() > 0) || value.get<double>() > kMostMargin)
        return Wrong("margins_percent." + Printable(key), "above 0, at most 100");
      policy_.margins_percent[key] = value.get<double>();
    }
    return {};
  }

  Result<void> ReadArms(const Json& json) {
    if (!json.is_array() || json.empty()) return Wrong("arms", "an array of names");
    for (const Json& arm : json) {
      if (!arm.is_string()) return Wrong("arms", "an array of names");
      policy_.arms.push_back(arm.get<std::string>());
      if (!IsArm(policy_.arms.back()))
        return Refuse(fmt::format("{} is no arm: there are {}", Quoted(policy_.arms.back()), fmt::join(kArms, ", ")));
    }
    return {};
  }

  Result<void> ReadCalibration(const Json& json) {
    if (!json.is_string() || json.get_ref<const std::string&>().empty())
      return Wrong("calibration", "the name of a file, relative to this one");
    policy_.calibration = json.get<std::string>();
    return {};
  }

  Result<void> ReadExact(const Json& json) {
    const std::string name = json.is_string() ? json.get<std::string>() : "";
    if (name != "required" && name != "optional") return Wrong("exact", "\"required\" or \"optional\"");
    policy_.exact_required = name == "required";
    return {};
  }

  std::string file_;
  Policy policy_;
};

}  // namespace

Result<Policy> ParsePolicy(std::string_view text, std::string_view file_name) {
  const auto json = ParseStrictJson(text, file_name);
  if (!json) return tl::unexpected<Error>(json.error());
  return PolicyReader(file_name).Read(*json);
}

Result<Policy> ReadPolicy(const std::string& path) {
  const auto text = ReadTextFile(path, JsonLimits{}.bytes);
  if (!text) return tl::unexpected<Error>(text.error());
  auto policy = ParsePolicy(*text, path);
  // Joined with an absolute name, that name is the result.
  if (policy && !policy->calibration.empty())
    policy->calibration = (std::filesystem::path(path).parent_path() / policy->calibration).string();
  return policy;
}

std::optional<double> MarginOf(const Policy& policy, const std::string& operation, const std::string& arm) {
  for (const std::string& key : {operation + " " + arm, operation}) {
    if (const auto found = policy.margins_percent.find(key); found != policy.margins_percent.end())
      return found->second;
  }
  return {};
}

std::optional<Look> LookAt(const Policy& policy, int runs) {
  const auto found =
      std::find_if(policy.looks.begin(), policy.looks.end(), [runs](const Look& look) { return look.runs == runs; });
  if (found == policy.looks.end()) return {};
  return *found;
}

std::string PlannedRuns(const Policy& policy) {
  std::string text;
  for (std::size_t i = 0; i < policy.looks.size(); ++i) {
    const bool last = i + 1 == policy.looks.size();
    text += fmt::format("{}{}", i == 0 ? "" : last ? " and " : ", ", policy.looks[i].runs);
  }
  return text;
}

}  // namespace firstbyte::report
