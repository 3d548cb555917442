// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/lab_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/number.h"
#include "cli/list_option.h"
#include "cpuid/execute.h"
#include "report/sign_flip.h"

namespace firstbyte::cli {
namespace {

constexpr int kMostExperiments = 100'000;
constexpr double kMostPercent = 100;
constexpr int kMostCpuids = 100;
constexpr std::string_view kCpuid = "cpuid";

Result<report::LabArm> ParseEffect(const std::string& word) {
  const auto wrong = [&word] {
    return UsageError(fmt::format(
        "{} is no effect: name a share of the request's CPU time up to {} %, as 1%, or up to {} CPUIDs, as 2cpuid.",
        word, kMostPercent, kMostCpuids));
  };
  report::LabArm arm;
  if (word.ends_with("%")) {
    arm.target_percent = ParseNumber<double>(std::string_view(word).substr(0, word.size() - 1));
    if (!arm.target_percent || !(*arm.target_percent > 0 && *arm.target_percent <= kMostPercent)) return wrong();
    arm.name = fmt::format("+{} %", *arm.target_percent);
    return arm;
  }
  const std::string_view number = std::string_view(word).substr(0, word.size() - std::min(word.size(), kCpuid.size()));
  const auto cpuids = word.ends_with(kCpuid) ? ParseNumber<int>(number) : std::nullopt;
  if (!cpuids || *cpuids < 1 || *cpuids > kMostCpuids) return wrong();
  if (!cpuid::kHaveCpuid)
    return UsageError(fmt::format("{}: this architecture has no CPUID; leave it out of --effects.", word));
  arm.cpuids = *cpuids;
  arm.name = fmt::format("+{} CPUID", *cpuids);
  return arm;
}

Result<std::vector<int>> SoloArms(const std::vector<report::LabArm>& arms, const std::string& alone) {
  std::vector<int> solo = {report::kLabBase, report::kLabCopy};
  for (const std::string& word : SplitList(alone)) {
    const auto effect = ParseEffect(word);
    if (!effect) return tl::unexpected<Error>(effect.error());
    const auto found =
        std::find_if(arms.begin(), arms.end(), [&](const report::LabArm& arm) { return arm.name == effect->name; });
    if (found == arms.end())
      return UsageError(fmt::format("--alone {}: that is not among the --effects; add it there.", word));
    const auto index = static_cast<int>(found - arms.begin());
    if (std::find(solo.begin(), solo.end(), index) == solo.end()) solo.push_back(index);
  }
  return solo;
}

Result<void> CheckNumbers(const LabOptions& options) {
  if (options.experiments < 1 || options.experiments > kMostExperiments)
    return UsageError(
        fmt::format("--experiments must be from 1 to {}, not {}.", kMostExperiments, options.experiments));
  const int least = report::RunsForInterval(0.05);
  if (options.run.runs < least)
    return UsageError(fmt::format("--runs must be {} or more: fewer cannot give p < 0.05, whatever they show.", least));
  if (options.run.pages < 1 || options.run.ops % options.run.pages != 0)
    return UsageError(
        fmt::format("--ops must be a multiple of --pages, so that all blocks have the same work; {} is none of {}.",
                    options.run.ops, options.run.pages));
  return {};
}

}  // namespace

Result<std::vector<report::LabArm>> MakeLabArms(const std::string& effects) {
  std::vector<report::LabArm> arms = {{"base", {}, 0, 0}, {"A/A", {}, 0, 0}};
  for (const std::string& word : SplitList(effects)) {
    auto effect = ParseEffect(word);
    if (!effect) return tl::unexpected<Error>(effect.error());
    for (const report::LabArm& arm : arms) {
      if (arm.name == effect->name) return UsageError(fmt::format("--effects names {} twice.", word));
    }
    arms.push_back(*std::move(effect));
  }
  return arms;
}

Result<report::LabHeader> MakeLabHeader(const LabOptions& options, const bench::Host& host,
                                        const engine::Catalog& catalog, const std::string& started) {
  if (const auto ok = CheckNumbers(options); !ok) return tl::unexpected<Error>(ok.error());
  auto arms = MakeLabArms(options.effects);
  if (!arms) return tl::unexpected<Error>(arms.error());
  auto solo = SoloArms(*arms, options.alone);
  if (!solo) return tl::unexpected<Error>(solo.error());
  const auto made = MakeHeader(options.run, host, catalog, started);
  if (!made) return tl::unexpected<Error>(made.error());
  if (made->arms.size() != 1)
    return UsageError("The lab measures one engine and one operation: name one with --engine and --operation.");
  report::LabHeader header;
  header.context = made->context;
  header.protocol = made->protocol;
  header.request = made->arms[0];
  header.request.name = "base";
  header.experiments = options.experiments;
  header.arms = *std::move(arms);
  header.solo_arms = *std::move(solo);
  return header;
}

}  // namespace firstbyte::cli
