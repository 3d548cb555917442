// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/cpuids_per_request.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "report/text.h"

namespace firstbyte::report {
namespace {

// Trees whose contexts are known to execute kCpuidsPerContext. A tree that somebody changed may execute any number, so
// its version alone says nothing.
constexpr std::string_view kCountedEngines[] = {"zstd-1.5.4", "linux-6.1", "linux-6.12"};

bool Holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// Unoptimised code executes three; code for a CPU that has BMI2 does not ask, or asks on one side only.
Result<void> CheckEngine(const Results& results, const Arm& arm) {
  if (std::find(std::begin(kCountedEngines), std::end(kCountedEngines), arm.engine) == std::end(kCountedEngines)) {
    return InvalidError(
        fmt::format("How many CPUIDs a context of the engine {} executes is not known.", Quoted(arm.engine)));
  }
  const auto engine = std::find_if(
      results.context.engines.begin(), results.context.engines.end(),
      [&arm](const EngineRecord& record) { return record.name == arm.engine && record.probe == arm.probe; });
  const bool optimised = Holds(engine->flags, "-O1") || Holds(engine->flags, "-O2") || Holds(engine->flags, "-O3");
  if (optimised && !Holds(engine->flags, "-march") && !Holds(engine->flags, "-mbmi")) return {};
  return InvalidError(
      fmt::format("How many CPUIDs a context of the engine {} executes is not known when it is compiled with {}.",
                  Quoted(arm.engine), Quoted(engine->flags)));
}

Result<bool> Streams(const Protocol& protocol) {
  const std::string& name = protocol.request_case;
  if (name == "linear" || name == "zswap-store" || name == "zswap-load") return false;
  if (name == "scattered") return protocol.fragments > 1;
  if (name == "zswap-load-straddling") return true;
  return InvalidError(fmt::format("Whether requests of the case {} stream is not known.", Quoted(name)));
}

}  // namespace

Result<int> CpuidsPerRequest(const Results& results, const Arm& arm) {
  if (arm.probe == "cached" || arm.policy == "reuse") return 0;
  if (const auto known = CheckEngine(results, arm); !known) return tl::unexpected(known.error());
  const auto streams = Streams(results.protocol);
  if (!streams) return tl::unexpected(streams.error());
  // Eager, a one-shot request makes a stream context and then its own on top; every other request makes one.
  const int contexts = arm.policy == "eager" && !*streams ? 2 : 1;
  return contexts * kCpuidsPerContext;
}

}  // namespace firstbyte::report
