// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_json.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/profile_rules.h"
#include "report/profile_summary.h"
#include "report/record_json.h"
#include "report/results_fields.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kNoPlainBlock[] = "There was no block without sampling to compare with.";
constexpr char kNoneExpected[] = "The arm ran for less than one period.";
constexpr char kNotInPhases[] =
    "The phases do not have this arm, or were measured in so few blocks that they give no share of it.";
constexpr char kNoSamples[] = "The arm has no samples.";

Json OrNull(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

void AddShare(Json& object, const Share& share) {
  object["samples"] = share.samples;
  object["share"] = share.value;
  object["low"] = share.low;
  object["high"] = share.high;
}

Json SiteJson(const CpuidSite& site) {
  return {{"object", site.object}, {"offset", site.offset}, {"symbol", site.symbol}};
}

Json SitesJson(const ProfileSummary& summary) {
  Json array = Json::array();
  for (const SiteShare& site : summary.sites) {
    Json object = SiteJson(site.site);
    AddShare(object, site.share);
    array.push_back(std::move(object));
  }
  return array;
}

Json SharesJson(const char* key, const std::vector<NamedShare>& shares) {
  Json array = Json::array();
  for (const NamedShare& share : shares) {
    Json object = {{key, share.name}};
    AddShare(object, share.share);
    array.push_back(std::move(object));
  }
  return array;
}

const char* InstructionName(LeafInstruction instruction) {
  return instruction == LeafInstruction::kCpuid ? kCpuidFrame : kRepStosFrame;
}

Json StacksJson(const std::vector<ProfileStack>& stacks) {
  constexpr const char* kEnds[] = {"request", "outside", "not followed"};
  Json array = Json::array();
  for (const ProfileStack& stack : stacks) {
    const bool plain = stack.instruction == LeafInstruction::kNone;
    array.push_back({{"functions", stack.functions},
                     {"end", kEnds[static_cast<std::size_t>(stack.end)]},
                     {"instruction", plain ? Json() : Json(InstructionName(stack.instruction))},
                     {"site", stack.site ? SiteJson(*stack.site) : Json()},
                     {"phase", PhaseOf(stack)},
                     {"samples", stack.samples}});
  }
  return array;
}

Json ArmJson(const ProfileArm& arm) {
  const ProfileSummary summary = SummariseProfile(arm);
  Json object = RecordToJson(arm.arm);
  object["requests"] = arm.requests;
  object["running_ns"] = arm.running_ns;
  object["samples"] = arm.samples;
  object["slowdown"] = OrNull(arm.slowdown);
  object["expected"] = arm.expected;
  object["delivered"] = OrNull(summary.delivered);
  object["lost"] = arm.lost;
  object["throttles"] = arm.throttles;
  object["throttled_ns"] = arm.throttled_ns;
  object["broken"] = arm.broken;
  object["outside"] = summary.outside;
  object["not_followed"] = summary.not_followed;
  object["cpuid"] = Json::object();
  AddShare(object["cpuid"], summary.cpuid);
  object["sites"] = SitesJson(summary);
  object["functions"] = SharesJson("function", summary.functions);
  object["phases"] = SharesJson("phase", summary.phases);
  object["stacks"] = StacksJson(arm.stacks);
  Json reasons = Json::object();
  if (!arm.slowdown) reasons["slowdown"] = kNoPlainBlock;
  if (!summary.delivered) reasons["delivered"] = kNoneExpected;
  object["null_reasons"] = std::move(reasons);
  return object;
}

Json AgreementJson(const AgreementReport& report) {
  constexpr const char* kVerdicts[] = {"none", "yes", "unclear", "no"};
  if (report.arms.empty()) return {{"arms", Json::array()}, {"source", Json()}, {"why_not", report.why_not}};
  Json arms = Json::array();
  for (const Agreement& row : report.arms) {
    Json reasons = Json::object();
    const char* const why = row.phases ? kNoSamples : kNotInPhases;
    if (!row.phases) reasons["by_phases"] = why;
    if (!row.points) reasons["points"] = why;
    if (row.verdict == AgreementVerdict::kNone) reasons["verdict"] = why;
    arms.push_back(
        {{"name", row.arm.name},
         {"operation", row.arm.operation},
         {"by_samples", row.samples.value},
         {"by_phases", OrNull(row.phases)},
         {"points", OrNull(row.points)},
         {"verdict",
          row.verdict == AgreementVerdict::kNone ? Json() : Json(kVerdicts[static_cast<std::size_t>(row.verdict)])},
         {"null_reasons", std::move(reasons)}});
  }
  return {{"arms", std::move(arms)}, {"source", report.source}, {"why_not", Json()}};
}

Json ConditionsJson(const ProfileResults& results) {
  return {{"tool_version", results.tool_version},
          {"machine_id", results.machine_id},
          {"platform", results.platform},
          {"accel", results.accel},
          {"environment", RecordToJson(results.environment)},
          {"cpu", results.cpu},
          {"level", results.level},
          {"request_case", results.request_case},
          {"corpus", results.corpus}};
}

}  // namespace

std::string ProfileJson(const ProfileResults& results, const AgreementReport& agreement) {
  Json root = {{"schema", kProfileSchema},
               {"engine", results.engine},
               {"event", results.event},
               {"note", results.note.empty() ? Json() : Json(results.note)},
               {"period_ns", results.period_ns}};
  root["arms"] = Json::array();
  for (const ProfileArm& arm : results.arms) root["arms"].push_back(ArmJson(arm));
  root["agreement"] = AgreementJson(agreement);
  root["conditions"] = ConditionsJson(results);
  // What is not UTF-8 in a name of the machine or of a file must not throw here.
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstbyte::report
