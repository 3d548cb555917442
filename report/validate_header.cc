// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/validate_header.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "report/text.h"

namespace firstbyte::report {
namespace {

// Bounds on the protocol. Beyond them a file is not a measurement that anybody made (a thousand runs of the mails'
// protocol take days), and the statistics, which are quadratic in the number of runs, would keep the reader waiting.
constexpr std::int64_t kMaxRuns = 1'000;
constexpr std::int64_t kMaxRounds = 10'000;
constexpr std::int64_t kMaxOperations = 1'000'000'000'000;
constexpr std::int64_t kMaxRequestBytes = std::int64_t{1} << 40;
constexpr std::int64_t kMaxFragments = 1'000'000;
constexpr std::int64_t kMaxArms = 200;

}  // namespace

Problem CheckEnvironment(const std::string& list, const std::vector<EnvironmentCheck>& checks) {
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const EnvironmentCheck& check = checks[i];
    const std::string place = fmt::format("{}[{}]", list, i);
    const bool silent = check.verdict != "ok" && check.reason.empty();
    if (auto problem = FirstProblem({CheckName(place + ".name", check.name),
                                     CheckOneOf(place + ".verdict", check.verdict, {"ok", "warning", "not applicable"}),
                                     silent ? Problem(place + " is not ok and gives no reason") : Problem()})) {
      return problem;
    }
  }
  return {};
}

namespace {

Problem CheckEngines(const std::vector<EngineRecord>& engines) {
  std::set<std::pair<std::string, std::string>> seen;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const EngineRecord& engine = engines[i];
    const std::string place = fmt::format("context.engines[{}]", i);
    const bool twice = !seen.emplace(engine.name, engine.probe).second;
    if (auto problem = FirstProblem(
            {CheckName(place + ".name", engine.name), CheckOneOf(place + ".probe", engine.probe, {"live", "cached"}),
             twice ? Problem(place + " is there twice: " + Quoted(engine.name + " " + engine.probe)) : Problem()})) {
      return problem;
    }
  }
  return {};
}

Problem CheckContext(const Context& context) {
  return FirstProblem(
      {CheckName("context.started", context.started), CheckName("context.tool_version", context.tool_version),
       CheckName("context.program_sha256", context.program_sha256), CheckName("context.machine_id", context.machine_id),
       CheckOneOf("context.accel", context.accel, {"hardware", "tcg"}), CheckName("context.platform", context.platform),
       CheckEnvironment("context.environment", context.environment), CheckEngines(context.engines)});
}

Problem CheckProtocol(const Protocol& protocol) {
  return FirstProblem(
      {CheckRange("protocol.runs", protocol.runs, 1, kMaxRuns),
       CheckRange("protocol.extended_from_runs", protocol.extended_from_runs.value_or(0), 0, protocol.runs - 1),
       CheckRange("protocol.rounds", protocol.rounds, 1, kMaxRounds),
       CheckRange("protocol.operations", protocol.operations, 1, kMaxOperations),
       CheckRange("protocol.cpu", protocol.cpu, 0, 1'000'000),
       CheckRange("protocol.level", protocol.level, -131'072, 22),
       CheckRange("protocol.request_bytes", protocol.request_bytes, 1, kMaxRequestBytes),
       CheckRange("protocol.fragments", protocol.fragments, 1, kMaxFragments),
       CheckRange("protocol.corpus_pages", protocol.corpus_pages, 1, kMaxRequestBytes),
       CheckRange("protocol.warmup_operations", protocol.warmup_operations, 0, kMaxOperations),
       CheckName("protocol.order", protocol.order), CheckName("protocol.request_case", protocol.request_case),
       CheckNotEmpty("protocol.corpus", protocol.corpus), CheckName("protocol.clock", protocol.clock)});
}

Problem CheckArm(const Arm& arm, const std::string& place, const std::vector<EngineRecord>& engines) {
  const bool known = std::any_of(engines.begin(), engines.end(), [&](const EngineRecord& engine) {
    return engine.name == arm.engine && engine.probe == arm.probe;
  });
  return FirstProblem({CheckName(place + ".name", arm.name),
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

}  // namespace

Problem CheckHeader(const Results& results) {
  return FirstProblem(
      {CheckContext(results.context), CheckProtocol(results.protocol), CheckArms(results), CheckReasons(results)});
}

}  // namespace firstbyte::report
