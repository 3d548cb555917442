// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/validate.h"

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "report/checks.h"
#include "report/results_json.h"
#include "report/validate_header.h"

namespace firstbyte::report {
namespace {

// About three years in nanoseconds: sums and differences stay far from the end of 64 bits.
constexpr std::int64_t kMaxTime = 100'000'000'000'000'000;

constexpr std::int64_t kWhole = 1000;  // in permille

Problem CheckOptional(const std::string& place, const std::optional<std::int64_t>& value, std::int64_t low) {
  return value ? CheckRange(place, *value, low, kMaxTime) : Problem();
}

Problem CheckNulls(const std::string& place, const Sample& sample, const Results& results) {
  for (const std::string& field : NullFields(sample)) {
    if (results.not_measured.count(field) == 0) {
      return fmt::format("{}.{} is null, and not_measured does not say why", place, field);
    }
  }
  return {};
}

// How long the counters ran belongs to what they counted: neither is there without the other.
Problem CheckCounters(const std::string& place, const Sample& sample) {
  if (auto problem = FirstProblem({CheckOptional(place + ".cycles", sample.cycles, 1),
                                   CheckOptional(place + ".instructions", sample.instructions, 1),
                                   CheckOptional(place + ".branches", sample.branches, 0),
                                   CheckOptional(place + ".branch_misses", sample.branch_misses, 0),
                                   sample.counters_permille
                                       ? CheckRange(place + ".counters_permille", *sample.counters_permille, 1, kWhole)
                                       : Problem()})) {
    return problem;
  }
  const bool counted = sample.cycles || sample.instructions || sample.branches || sample.branch_misses;
  if (counted && !sample.counters_permille) return place + ".counters_permille is null although something was counted";
  if (!counted && sample.counters_permille) return place + ".counters_permille is there although nothing was counted";
  return {};
}

Problem CheckSample(const std::string& place, const Sample& sample, const Results& results) {
  if (auto problem = CheckRange(place + ".wall_ns", sample.wall_ns, 1, kMaxTime)) return problem;
  return FirstProblem({CheckOptional(place + ".cpu_ns", sample.cpu_ns, 1),
                       CheckOptional(place + ".tsc_ticks", sample.tsc_ticks, 1),
                       CheckOptional(place + ".voluntary_switches", sample.voluntary_switches, 0),
                       CheckOptional(place + ".involuntary_switches", sample.involuntary_switches, 0),
                       CheckOptional(place + ".migrations", sample.migrations, 0),
                       CheckOptional(place + ".minor_faults", sample.minor_faults, 0),
                       CheckOptional(place + ".major_faults", sample.major_faults, 0),
                       CheckOptional(place + ".steal_ticks", sample.steal_ticks, 0), CheckCounters(place, sample),
                       CheckNulls(place, sample, results)});
}

// `place` ends in "." or is empty.
Problem CheckRound(const std::string& place, const Results& results, const Run& run, const Round& round) {
  const auto arms = static_cast<std::int64_t>(results.arms.size());
  const auto last_process = static_cast<std::int64_t>(run.processes.size()) - 1;
  if (auto problem = FirstProblem({CheckRange(place + "round", round.round, 0, results.protocol.rounds - 1),
                                   CheckRange(place + "process", round.process, 0, last_process),
                                   CheckCount(place + "samples", round.samples.size(), arms)})) {
    return problem;
  }
  std::vector<bool> arm_seen(results.arms.size());
  std::vector<bool> position_seen(results.arms.size());
  for (std::size_t i = 0; i < round.samples.size(); ++i) {
    const Sample& sample = round.samples[i];
    const std::string inner = fmt::format("{}samples[{}]", place, i);
    if (auto problem = FirstProblem({CheckOnce(inner + ".arm", sample.arm, arm_seen),
                                     CheckOnce(inner + ".position", sample.position, position_seen),
                                     CheckSample(inner, sample, results)})) {
      return problem;
    }
  }
  return {};
}

// `place` ends in "." or is empty.
Problem CheckProcess(const std::string& place, const Process& process, const Results& results) {
  const auto arms = static_cast<std::int64_t>(results.arms.size());
  if (auto problem = FirstProblem({CheckNotEmpty(place + "started", process.started),
                                   CheckRange(place + "pid", process.pid, 1, INT32_MAX),
                                   CheckRange(place + "environment_bytes", process.environment_bytes, 0, 1 << 30),
                                   CheckCount(place + "slots", process.slots.size(), arms)})) {
    return problem;
  }
  for (std::size_t i = 0; i < process.slots.size(); ++i) {
    if (auto problem = CheckRange(fmt::format("{}slots[{}]", place, i), process.slots[i], 0, 1'000'000)) {
      return problem;
    }
  }
  return CheckEnvironment(place + "changed_conditions", process.changed_conditions);
}

Problem CheckRun(const std::string& place, const Run& run, const Results& results) {
  if (run.processes.empty()) return place + ".processes is empty";
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    if (auto problem = CheckProcess(fmt::format("{}.processes[{}].", place, i), run.processes[i], results)) {
      return problem;
    }
  }
  if (auto problem = CheckCount(place + ".rounds", run.rounds.size(), results.protocol.rounds)) return problem;
  std::vector<bool> seen(run.rounds.size());
  for (std::size_t i = 0; i < run.rounds.size(); ++i) {
    const std::string inner = fmt::format("{}.rounds[{}].", place, i);
    if (auto problem = CheckRound(inner, results, run, run.rounds[i])) return problem;
    if (auto problem = CheckOnce(inner + "round", run.rounds[i].round, seen)) return problem;
  }
  return {};
}

Problem CheckRuns(const Results& results) {
  if (auto problem = CheckCount("runs", results.runs.size(), results.protocol.runs)) return problem;
  std::vector<bool> seen(results.runs.size());
  for (std::size_t i = 0; i < results.runs.size(); ++i) {
    const std::string place = fmt::format("runs[{}]", i);
    if (auto problem = CheckOnce(place + ".run", results.runs[i].run, seen)) return problem;
    if (auto problem = CheckRun(place, results.runs[i], results)) return problem;
  }
  return {};
}

Result<void> Refuse(std::string_view file, const Problem& problem) {
  if (!problem) return {};
  return InvalidError(fmt::format("{}: {}.", file, *problem));
}

}  // namespace

Result<void> ValidateHeader(const Results& header, std::string_view file_name) {
  return Refuse(file_name, CheckHeader(header));
}

Result<void> ValidateProcess(const Results& header, const Process& process, std::string_view place) {
  return Refuse(place, CheckProcess("", process, header));
}

Result<void> ValidateRound(const Results& header, const Run& run, const Round& round, std::string_view place) {
  return Refuse(place, CheckRound("", header, run, round));
}

Result<void> Validate(const Results& results, std::string_view file_name) {
  const Problem header = CheckHeader(results);
  return Refuse(file_name, header ? header : CheckRuns(results));
}

}  // namespace firstbyte::report
