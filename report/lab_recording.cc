// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_recording.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <utility>

#include "base/files.h"
#include "base/text_lines.h"
#include "report/lab_fields.h"
#include "report/lab_plan.h"
#include "report/record_json.h"
#include "report/strict_json.h"
#include "report/text.h"
#include "report/validate.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMost = 1'000'000;  // of anything that is counted; keeps products within 64 bits

std::string OneLine(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

constexpr std::int64_t kMostCpuids = 1000;

bool InRange(std::int64_t value, std::int64_t low, std::int64_t high = kMost) { return value >= low && value <= high; }

bool AreArms(const LabHeader& header, const std::vector<int>& arms) {
  std::vector<int> sorted = arms;
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end() &&
         std::all_of(arms.begin(), arms.end(),
                     [&](int arm) { return InRange(arm, 0, static_cast<std::int64_t>(header.arms.size()) - 1); });
}

bool IsDoseless(const LabArm& arm) { return arm.spin_iterations == 0 && arm.cpuids == 0; }

// Names are keys of what is said about a recording.
bool AreSensible(const std::vector<LabArm>& arms) {
  std::set<std::string> names;
  return std::all_of(arms.begin(), arms.end(), [&](const LabArm& arm) {
    return !arm.name.empty() && names.insert(arm.name).second && InRange(arm.cpuids, 0, kMostCpuids) &&
           arm.spin_iterations >= 0 && (!arm.target_percent || *arm.target_percent > 0);
  });
}

// What is measured and where, by the rules of results files, which also bound runs and rounds.
Result<void> ValidateConditions(const LabHeader& header, std::string_view place) {
  Results as;
  as.context = header.context;
  as.protocol = header.protocol;
  as.arms = {header.request};
  return report::ValidateHeader(as, place);
}

Result<void> ValidateLabHeader(const LabHeader& header, std::string_view place) {
  if (auto valid = ValidateConditions(header, place); !valid) return valid;
  if (!InRange(header.experiments, 1)) return DamagedLine(place, "it has no number of experiments");
  if (!AreSensible(header.arms))
    return DamagedLine(place, "its arms do not have names of their own and possible doses");
  if (header.arms.size() < 2 || !IsDoseless(header.arms[kLabBase]) || !IsDoseless(header.arms[kLabCopy]))
    return DamagedLine(place,
                       "the first two arms are the base and its copy, which execute nothing beside their requests");
  const bool begin = header.solo_arms.size() >= 2 && header.solo_arms[0] == kLabBase && header.solo_arms[1] == kLabCopy;
  if (!begin || !AreArms(header, header.solo_arms))
    return DamagedLine(place, "the arms that run alone are the base, its copy and other arms, each once");
  return {};
}

bool AreOfOneLength(const LabBlocks& blocks, std::size_t length) {
  return blocks.order.size() == length && blocks.wall_ns.size() == length && blocks.cpu_ns.size() == length &&
         blocks.voluntary_switches.size() == length && blocks.involuntary_switches.size() == length;
}

bool HasEachArmPerRound(const LabBlocks& blocks, const std::vector<int>& arms) {
  const auto width = static_cast<std::ptrdiff_t>(arms.size());
  for (auto round = blocks.order.begin(); round != blocks.order.end(); round += width) {
    if (!std::is_permutation(round, round + width, arms.begin())) return false;
  }
  return true;
}

bool ArePositive(const LabBlocks& blocks) {
  return std::all_of(blocks.wall_ns.begin(), blocks.wall_ns.end(), [](std::int64_t ns) { return ns > 0; }) &&
         std::all_of(blocks.cpu_ns.begin(), blocks.cpu_ns.end(), [](const auto& ns) { return !ns || *ns > 0; });
}

// Each arm has a slot of its own.
bool IsPlaced(const LabProcess& process) {
  std::vector<int> each(process.arms.size());
  std::iota(each.begin(), each.end(), 0);
  return process.slots.size() == each.size() && std::is_permutation(each.begin(), each.end(), process.slots.begin()) &&
         process.environment_bytes >= 0;
}

template <typename Record>
Result<Record> ReadRecord(const Json& json, std::string_view place) {
  RecordReader reader(place);
  Record record;
  reader.Read(json, "", record);
  if (reader.problem()) return tl::unexpected<Error>(*reader.problem());
  return record;
}

}  // namespace

std::string LabHeaderToJson(const LabHeader& header) {
  Json json = {{kSchemaField, kLabSchema}};
  json.update(RecordToJson(header));
  return OneLine(json);
}

std::string LabProcessToJson(const LabProcess& process) { return OneLine(RecordToJson(process)); }

Result<LabHeader> LabHeaderFromJson(std::string_view text, std::string_view place) {
  const auto json = ParseStrictJson(text, place);
  if (!json) return tl::unexpected<Error>(json.error());
  const auto schema = json->is_object() ? json->find(kSchemaField) : json->end();
  if (schema == json->end() || *schema != kLabSchema)
    return InvalidError(fmt::format("{} is not the header of a recording: its schema is not {}.", place, kLabSchema));
  auto header = ReadRecord<LabHeader>(*json, place);
  if (!header) return header;
  if (const auto valid = ValidateLabHeader(*header, place); !valid) return tl::unexpected<Error>(valid.error());
  return header;
}

Result<LabProcess> LabProcessFromJson(std::string_view text, std::string_view place) {
  const auto json = ParseStrictJson(text, place);
  if (!json) return tl::unexpected<Error>(json.error());
  return ReadRecord<LabProcess>(*json, place);
}

Result<void> ValidateLabProcess(const LabHeader& header, const LabProcess& process, std::string_view place) {
  if (!InRange(process.number, 0, PlannedProcesses(header) - 1))
    return DamagedLine(place, "the plan has no such process");
  const LabPlan plan = PlanLabProcess(header, process.number);
  if (!IsPlaced(process))
    return DamagedLine(place, "its slots are not one for each arm, or its environment has no size");
  const bool planned = process.kind == plan.kind && process.experiment == plan.experiment && process.run == plan.run &&
                       process.arms == plan.arms;
  if (!planned) return DamagedLine(place, fmt::format("process {} is not the one that was planned", process.number));
  const std::size_t blocks = static_cast<std::size_t>(plan.rounds) * plan.arms.size();
  if (!AreOfOneLength(process.blocks, blocks))
    return DamagedLine(place, fmt::format("its lists do not have the {} blocks of its rounds", blocks));
  if (!HasEachArmPerRound(process.blocks, plan.arms)) return DamagedLine(place, "a round does not have each arm once");
  if (!ArePositive(process.blocks)) return DamagedLine(place, "a block took no time");
  return {};
}

std::vector<std::string> ChangedConditions(const LabRecording& recording) {
  std::set<std::string> changes;
  for (const LabProcess& process : recording.processes) {
    for (const EnvironmentCheck& check : process.changed_conditions)
      changes.insert(fmt::format("{}: {}", check.name, check.value));
  }
  return {changes.begin(), changes.end()};
}

namespace {

Result<void> TakeHeader(std::string_view line, const std::string& place, LabRecording& recording) {
  auto header = LabHeaderFromJson(line, place);
  if (!header) return tl::unexpected<Error>(header.error());
  recording.header = *std::move(header);
  return {};
}

// Processes are numbered in the order of the plan, without a gap.
Result<void> TakeProcess(std::string_view line, const std::string& place, LabRecording& recording) {
  auto process = LabProcessFromJson(line, place);
  if (!process) return tl::unexpected<Error>(process.error());
  if (process->number != static_cast<std::int64_t>(recording.processes.size()))
    return DamagedLine(place, fmt::format("process {} is out of order", process->number));
  if (const auto valid = ValidateLabProcess(recording.header, *process, place); !valid) return valid;
  recording.processes.push_back(*std::move(process));
  return {};
}

}  // namespace

Result<LabRecording> ParseLabRecording(std::string_view text, const std::string& name, std::size_t* complete_bytes) {
  LabRecording recording;
  bool has_header = false;
  const auto done = TakeLines(text, name, [&](std::string_view line, const std::string& place) {
    return std::exchange(has_header, true) ? TakeProcess(line, place, recording) : TakeHeader(line, place, recording);
  });
  if (!done) return tl::unexpected<Error>(done.error());
  if (!has_header) return InvalidError(fmt::format("{} is no recording: it has no complete line.", name));
  if (complete_bytes != nullptr) *complete_bytes = *done;
  return recording;
}

Result<LabRecording> ReadLabRecording(const std::string& path) {
  const auto text = ReadWholeFile(path);
  if (!text) return tl::unexpected<Error>(text.error());
  return ParseLabRecording(*text, Printable(path));
}

}  // namespace firstbyte::report
