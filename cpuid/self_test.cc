// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/self_test.h"

#include <fmt/core.h>

#include <cstdint>

namespace firstbyte::cpuid {
namespace {

// As in self_test_program.S.
constexpr std::uint32_t kLeaf = 0x5AFE;
constexpr std::int64_t kCpuids = 5;

}  // namespace

Result<void> SelfTest(const std::string& program, TraceMethod method) {
  TraceOptions options;
  options.method = method;
  const auto result = Trace({program}, options);
  if (!result) return tl::unexpected<Error>(result.error());
  return JudgeSelfTest(*result);
}

Result<void> JudgeSelfTest(const TraceResult& result) {
  std::int64_t counted = 0;
  for (const auto& [key, site] : result.sites) counted += !key.leaf_known || key.leaf == kLeaf ? site.total() : 0;
  if (counted == kCpuids && result.exit_status == 0) return {};
  return InvalidError(
      fmt::format("Tracing by {} does not work here: of {} CPUIDs of a known program it saw {}, and the program ended "
                  "with status {}.",
                  result.method, kCpuids, counted, result.exit_status));
}

}  // namespace firstbyte::cpuid
