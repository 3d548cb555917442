// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/attribution_json.h"

#include <utility>

#include "report/spread_json.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

Json PartsJson(const std::vector<AttributedPart>& parts) {
  Json array = Json::array();
  for (const AttributedPart& part : parts)
    array.push_back({{"phase", part.phase}, {"times", part.times}, {"ns", part.ns}, {"share", part.share}});
  return array;
}

Json ArmJson(const ArmAttribution& arm) {
  return {{"arm", arm.arm},
          {"probe", arm.probe},
          {"ns", SpreadJson(arm.whole_ns)},
          {"parts", PartsJson(arm.parts)},
          {"unattributed_ns", SpreadJson(arm.unattributed_ns)},
          {"unattributed_share", arm.unattributed_share},
          {"cpuids", arm.cpuids},
          {"bytes_cleared", arm.bytes_cleared},
          {"parameter_calls", arm.parameter_calls},
          {"instructions", arm.instructions ? Json(*arm.instructions) : Json()}};
}

Json SavingJson(const SavingAttribution& saving) {
  return {{"from", saving.from},
          {"to", saving.to},
          {"ns", SpreadJson(saving.whole_ns)},
          {"parts", PartsJson(saving.parts)},
          {"unattributed_ns", SpreadJson(saving.unattributed_ns)},
          {"unattributed_share", saving.unattributed_share}};
}

}  // namespace

Json AttributionJson(const std::vector<Attribution>& attributions) {
  Json array = Json::array();
  for (const Attribution& attribution : attributions) {
    Json arms = Json::array();
    for (const ArmAttribution& arm : attribution.arms) arms.push_back(ArmJson(arm));
    Json savings = Json::array();
    for (const SavingAttribution& saving : attribution.savings) savings.push_back(SavingJson(saving));
    array.push_back({{"operation", attribution.operation}, {"arms", std::move(arms)}, {"savings", std::move(savings)}});
  }
  return array;
}

}  // namespace firstbyte::report
