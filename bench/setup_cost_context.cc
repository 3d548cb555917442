// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/setup_cost_context.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/version.h"
#include "bench/environment_check.h"
#include "bench/session.h"

namespace firstbyte::bench {
namespace {

std::string KeyOf(const report::EnvironmentCheck& check) {
  std::string key = "env_" + check.name;
  std::replace(key.begin(), key.end(), ' ', '_');
  return key;
}

// The reasons are those of `firstbyte env`.
std::string ValueOf(const report::EnvironmentCheck& check) {
  return check.verdict == kOk ? check.value : fmt::format("{} ({})", check.value, check.verdict);
}

}  // namespace

Result<std::map<std::string, std::string>> SetupCostContext(const std::vector<SetupCostEngine>& engines,
                                                            const CpuChoice& choice, const Environment& environment) {
  const auto pages = SetupCostPages();
  if (!pages) return tl::unexpected<Error>(pages.error());
  std::map<std::string, std::string> context = {
      {"firstbyte_version", kVersion},
      {"pinned_to_cpu", fmt::format("{} ({})", choice.cpu, choice.why)},
      {"platform", environment.platform},
      {"accel", environment.accel},
      {"pages", *pages},
      {"level", std::to_string(workspace::kDefaultLevel)},
  };
  for (const report::EnvironmentCheck& check : environment.checks) context[KeyOf(check)] = ValueOf(check);
  for (const SetupCostEngine& engine : engines) {
    const auto record = DescribeEngine(engine.engine.measured);
    if (!record) return tl::unexpected<Error>(record.error());
    const std::string name = fmt::format("engine_{}_{}", record->name, record->probe);
    context[name + "_object_sha256"] = record->object_sha256;
    context[name + "_compiler"] = record->compiler;
    context[name + "_flags"] = record->flags;
    context[fmt::format("engine_{}_source_sha256", record->name)] = record->source_sha256;
  }
  return context;
}

}  // namespace firstbyte::bench
