// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "report/results_json.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

// Bounds on the protocol. Beyond them a file is not a measurement that anybody made (a thousand runs of the mails'
// protocol take days), and the statistics, which are quadratic in the number of runs, would keep the reader waiting.
constexpr std::int64_t kMaxRuns = 1'000;
constexpr std::int64_t kMaxRounds = 10'000;
constexpr std::int64_t kMaxOperations = 1'000'000'000'000;
constexpr std::int64_t kMaxRequestBytes = std::int64_t{1} << 40;
constexpr std::size_t kMaxArms = 200;
// About three years in nanoseconds: sums and differences stay far from the end of 64 bits.
constexpr std::int64_t kMaxTime = 100'000'000'000'000'000;

using Problem = std::optional<std::string>;

Problem CheckRange(std::string_view place, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return {};
  return fmt::format("{} is {}; it must lie between {} and {}", place, value, low, high);
}

Problem CheckNotEmpty(std::string_view place, std::string_view text) {
  if (!text.empty()) return {};
  return fmt::format("{} is empty", place);
}

Problem CheckOneOf(std::string_view place, std::string_view value, const std::vector<std::string_view>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return {};
  return fmt::format("{} is {}; it must be one of {}", place, Quoted(value), fmt::join(allowed, ", "));
}

// The first problem of a list of checks.
Problem First(std::initializer_list<Problem> checks) {
  for (const Problem& problem : checks) {
    if (problem) return problem;
  }
  return {};
}

Problem CheckEnvironment(const std::vector<EnvironmentCheck>& checks) {
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const EnvironmentCheck& check = checks[i];
    const std::string place = fmt::format("context.environment[{}]", i);
    const bool silent = check.verdict != "ok" && check.reason.empty();
    if (auto problem = First({CheckNotEmpty(place + ".name", check.name),
                              CheckOneOf(place + ".verdict", check.verdict, {"ok", "warning", "not applicable"}),
                              silent ? Problem(place + " is not ok and gives no reason") : Problem()})) {
      return problem;
    }
  }
  return {};
}

Problem CheckEngines(const std::vector<EngineRecord>& engines) {
  std::set<std::pair<std::string, std::string>> seen;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const EngineRecord& engine = engines[i];
    const std::string place = fmt::format("context.engines[{}]", i);
    const bool twice = !seen.emplace(engine.name, engine.probe).second;
    if (auto problem = First(
            {CheckNotEmpty(place + ".name", engine.name),
             CheckOneOf(place + ".probe", engine.probe, {"live", "cached"}),
             twice ? Problem(place + " is there twice: " + Quoted(engine.name + " " + engine.probe)) : Problem()})) {
      return problem;
    }
  }
  return {};
}

Problem CheckContext(const Context& context) {
  return First({CheckNotEmpty("context.started", context.started),
                CheckNotEmpty("context.tool_version", context.tool_version),
                CheckNotEmpty("context.machine_id", context.machine_id),
                CheckOneOf("context.accel", context.accel, {"hardware", "tcg"}),
                CheckNotEmpty("context.platform", context.platform), CheckEnvironment(context.environment),
                CheckEngines(context.engines)});
}

Problem CheckProtocol(const Protocol& protocol) {
  return First({CheckRange("protocol.runs", protocol.runs, 1, kMaxRuns),
                CheckRange("protocol.rounds", protocol.rounds, 1, kMaxRounds),
                CheckRange("protocol.operations", protocol.operations, 1, kMaxOperations),
                CheckRange("protocol.cpu", protocol.cpu, -1, 1'000'000),
                CheckRange("protocol.level", protocol.level, -131'072, 22),
                CheckRange("protocol.request_bytes", protocol.request_bytes, 1, kMaxRequestBytes),
                CheckNotEmpty("protocol.order", protocol.order),
                CheckNotEmpty("protocol.request_case", protocol.request_case),
                CheckNotEmpty("protocol.corpus", protocol.corpus), CheckNotEmpty("protocol.clock", protocol.clock)});
}

Problem CheckArm(const Arm& arm, const std::string& place, const std::vector<EngineRecord>& engines) {
  const bool known = std::any_of(engines.begin(), engines.end(), [&](const EngineRecord& engine) {
    return engine.name == arm.engine && engine.probe == arm.probe;
  });
  return First({CheckNotEmpty(place + ".name", arm.name),
                CheckOneOf(place + ".operation", arm.operation, {"compress", "decompress"}),
                CheckOneOf(place + ".policy", arm.policy, {"eager", "deferred", "reuse"}),
                known ? Problem()
                      : Problem(fmt::format("{} uses the engine {}, which context.engines does not list", place,
                                            Quoted(arm.engine + " " + arm.probe)))});
}

Problem CheckArms(const Results& results) {
  const auto count = static_cast<std::int64_t>(results.arms.size());
  if (auto problem = CheckRange("the number of arms", count, 1, kMaxArms)) return problem;
  std::set<std::tuple<std::string, std::string, std::string>> seen;
  for (std::size_t i = 0; i < results.arms.size(); ++i) {
    const Arm& arm = results.arms[i];
    const std::string place = fmt::format("arms[{}]", i);
    if (auto problem = CheckArm(arm, place, results.context.engines)) return problem;
    if (!seen.emplace(arm.operation, arm.engine, arm.name).second) {
      return fmt::format("{} is there twice: {}", place, Quoted(arm.operation + " " + arm.engine + " " + arm.name));
    }
  }
  return {};
}

Problem CheckReasons(const Results& results) {
  for (const auto& [field, reason] : results.not_measured) {
    if (reason.empty()) return fmt::format("not_measured gives no reason for {}", Quoted(field));
  }
  return {};
}

Problem CheckHeader(const Results& results) {
  return First(
      {CheckContext(results.context), CheckProtocol(results.protocol), CheckArms(results), CheckReasons(results)});
}

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

Problem CheckSample(const std::string& place, const Sample& sample, const Results& results) {
  if (auto problem = CheckRange(place + ".wall_ns", sample.wall_ns, 1, kMaxTime)) return problem;
  return First({CheckOptional(place + ".cpu_ns", sample.cpu_ns, 1),
                CheckOptional(place + ".tsc_ticks", sample.tsc_ticks, 1),
                CheckOptional(place + ".voluntary_switches", sample.voluntary_switches, 0),
                CheckOptional(place + ".involuntary_switches", sample.involuntary_switches, 0),
                CheckOptional(place + ".migrations", sample.migrations, 0),
                CheckOptional(place + ".minor_faults", sample.minor_faults, 0),
                CheckOptional(place + ".major_faults", sample.major_faults, 0),
                CheckOptional(place + ".steal_ticks", sample.steal_ticks, 0), CheckNulls(place, sample, results)});
}

// Marks `index` in `seen`; a problem if it is out of range or marked already.
Problem Mark(const std::string& place, std::int64_t index, std::vector<bool>& seen) {
  if (auto problem = CheckRange(place, index, 0, static_cast<std::int64_t>(seen.size()) - 1)) return problem;
  if (seen[static_cast<std::size_t>(index)]) return fmt::format("{} is {} for the second time", place, index);
  seen[static_cast<std::size_t>(index)] = true;
  return {};
}

Problem CheckCount(const std::string& place, std::size_t count, std::int64_t expected, std::string_view what) {
  if (static_cast<std::int64_t>(count) == expected) return {};
  return fmt::format("{} has {} {}; it must have {}", place, count, what, expected);
}

// `place` ends in "." or is empty.
Problem CheckRound(const std::string& place, const Results& results, const Run& run, const Round& round) {
  const auto arms = static_cast<std::int64_t>(results.arms.size());
  const auto last_process = static_cast<std::int64_t>(run.processes.size()) - 1;
  if (auto problem = First({CheckRange(place + "round", round.round, 0, results.protocol.rounds - 1),
                            CheckRange(place + "process", round.process, 0, last_process),
                            CheckCount(place + "samples", round.samples.size(), arms, "entries")})) {
    return problem;
  }
  std::vector<bool> arm_seen(results.arms.size());
  std::vector<bool> position_seen(results.arms.size());
  for (std::size_t i = 0; i < round.samples.size(); ++i) {
    const Sample& sample = round.samples[i];
    const std::string inner = fmt::format("{}samples[{}]", place, i);
    if (auto problem =
            First({Mark(inner + ".arm", sample.arm, arm_seen),
                   Mark(inner + ".position", sample.position, position_seen), CheckSample(inner, sample, results)})) {
      return problem;
    }
  }
  return {};
}

Problem CheckProcess(const std::string& place, const Process& process, const Results& results) {
  const auto arms = static_cast<std::int64_t>(results.arms.size());
  if (auto problem = First({CheckNotEmpty(place + ".started", process.started),
                            CheckRange(place + ".pid", process.pid, 1, INT32_MAX),
                            CheckRange(place + ".environment_bytes", process.environment_bytes, 0, 1 << 30),
                            CheckCount(place + ".slots", process.slots.size(), arms, "entries")})) {
    return problem;
  }
  for (std::size_t i = 0; i < process.slots.size(); ++i) {
    if (auto problem = CheckRange(fmt::format("{}.slots[{}]", place, i), process.slots[i], 0, 1'000'000))
      return problem;
  }
  return {};
}

Problem CheckRun(const std::string& place, const Run& run, const Results& results) {
  if (run.processes.empty()) return place + ".processes is empty";
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    if (auto problem = CheckProcess(fmt::format("{}.processes[{}]", place, i), run.processes[i], results))
      return problem;
  }
  if (auto problem = CheckCount(place + ".rounds", run.rounds.size(), results.protocol.rounds, "entries"))
    return problem;
  std::vector<bool> seen(run.rounds.size());
  for (std::size_t i = 0; i < run.rounds.size(); ++i) {
    const std::string inner = fmt::format("{}.rounds[{}].", place, i);
    if (auto problem = CheckRound(inner, results, run, run.rounds[i])) return problem;
    if (auto problem = Mark(inner + "round", run.rounds[i].round, seen)) return problem;
  }
  return {};
}

Problem CheckRuns(const Results& results) {
  if (auto problem = CheckCount("runs", results.runs.size(), results.protocol.runs, "entries")) return problem;
  std::vector<bool> seen(results.runs.size());
  for (std::size_t i = 0; i < results.runs.size(); ++i) {
    const std::string place = fmt::format("runs[{}]", i);
    if (auto problem = Mark(place + ".run", results.runs[i].run, seen)) return problem;
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

Result<void> ValidateRound(const Results& header, const Run& run, const Round& round, std::string_view place) {
  return Refuse(place, CheckRound("", header, run, round));
}

Result<void> Validate(const Results& results, std::string_view file_name) {
  const Problem header = CheckHeader(results);
  return Refuse(file_name, header ? header : CheckRuns(results));
}

}  // namespace firstbyte::report
