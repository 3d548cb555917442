// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/arm.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace firstbyte::bench {
namespace {

using workspace::InitPolicy;
using workspace::Operation;

constexpr std::array<ArmKind, 6> kArmKinds = {{
    {"baseline", "live", InitPolicy::kEager, "two set-ups per request, each with its CPUIDs: crypto/zstd.c since 6.17"},
    {"patched", "live", InitPolicy::kDeferred,
     "the stream is set up only when the request streams: the mails' patches"},
    {"cached", "cached", InitPolicy::kEager, "two set-ups per request, CPUID executed once per process"},
    {"both", "cached", InitPolicy::kDeferred, "patched and cached"},
    {"floor", "cached", InitPolicy::kReuse, "contexts made once and reset: crypto/zstd.c before 6.17"},
    {"A/A", "live", InitPolicy::kEager, "a second copy of baseline: what the method sees where there is nothing"},
}};

constexpr std::array<Operation, 2> kOperations = {Operation::kCompress, Operation::kDecompress};

std::string KindNames() {
  std::string names;
  for (const ArmKind& kind : kArmKinds) names += names.empty() ? kind.name : std::string(", ") + kind.name;
  return names;
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Result<void> CheckEngines(const std::vector<std::string>& engines) {
  if (engines.empty()) return UsageError("Name at least one engine; see: firstbyte engines.");
  for (const std::string& name : engines) {
    if (std::count(engines.begin(), engines.end(), name) > 1)
      return UsageError(fmt::format("Engine '{}' is named twice.", name));
  }
  return {};
}

Result<void> CheckNames(const std::vector<std::string>& arm_names) {
  for (const std::string& name : arm_names) {
    const bool known =
        std::any_of(kArmKinds.begin(), kArmKinds.end(), [&](const ArmKind& kind) { return name == kind.name; });
    if (!known) return UsageError(fmt::format("There is no arm '{}'. Arms: {}.", name, KindNames()));
    if (std::count(arm_names.begin(), arm_names.end(), name) > 1)
      return UsageError(fmt::format("Arm '{}' is named twice.", name));
  }
  if (!Contains(arm_names, "baseline")) {
    return UsageError("The arms must have 'baseline' among them: every other arm is compared with it.");
  }
  return {};
}

Result<void> CheckOperations(const std::vector<std::string>& operations, const workspace::CaseInfo& request_case) {
  if (operations.empty()) return UsageError("Name at least one operation: compress, decompress.");
  for (const std::string& name : operations) {
    const auto operation = OperationByName(name);
    if (!operation) return tl::unexpected<Error>(operation.error());
    if (!(*operation == Operation::kCompress ? request_case.compress : request_case.decompress)) {
      return UsageError(fmt::format("Case {} has no operation {}.", request_case.name, name));
    }
  }
  return {};
}

}  // namespace

std::span<const ArmKind> ArmKinds() { return kArmKinds; }

const char* PolicyName(InitPolicy policy) {
  switch (policy) {
    case InitPolicy::kEager:
      return "eager";
    case InitPolicy::kDeferred:
      return "deferred";
    case InitPolicy::kReuse:
      return "reuse";
  }
  return "unknown";
}

const char* OperationName(Operation operation) { return operation == Operation::kCompress ? "compress" : "decompress"; }

Result<InitPolicy> PolicyByName(const std::string& name) {
  for (const InitPolicy policy : {InitPolicy::kEager, InitPolicy::kDeferred, InitPolicy::kReuse}) {
    if (name == PolicyName(policy)) return policy;
  }
  return UsageError(fmt::format("There is no init policy '{}'. Policies: eager, deferred, reuse.", name));
}

Result<Operation> OperationByName(const std::string& name) {
  for (const Operation operation : kOperations) {
    if (name == OperationName(operation)) return operation;
  }
  return UsageError(fmt::format("There is no operation '{}'. Operations: compress, decompress.", name));
}

Result<std::vector<report::Arm>> MakeArms(const std::vector<std::string>& engines,
                                          const std::vector<std::string>& arm_names,
                                          const std::vector<std::string>& operations,
                                          const workspace::CaseInfo& request_case) {
  if (const auto ok = CheckEngines(engines); !ok) return tl::unexpected<Error>(ok.error());
  if (const auto ok = CheckNames(arm_names); !ok) return tl::unexpected<Error>(ok.error());
  if (const auto ok = CheckOperations(operations, request_case); !ok) return tl::unexpected<Error>(ok.error());
  std::vector<report::Arm> arms;
  for (const Operation operation : kOperations) {
    if (!Contains(operations, OperationName(operation))) continue;
    for (const std::string& engine : engines) {
      for (const ArmKind& kind : kArmKinds) {
        if (!Contains(arm_names, kind.name)) continue;
        arms.push_back({kind.name, OperationName(operation), engine, kind.probe, PolicyName(kind.policy)});
      }
    }
  }
  return arms;
}

}  // namespace firstbyte::bench
