// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/cached_probe_count.h"

#include <fmt/core.h>

#include <string_view>

#include "cpuid/tracer.h"

namespace firstbyte::cpuid {
namespace {

constexpr int kMoreUses = 10;

bool StartsWith(const std::string& text, std::string_view beginning) { return text.rfind(beginning, 0) == 0; }

bool IsOfAnIdiom(const std::string& symbol) {
  for (const ProbeIdiom& idiom : ProbeIdioms()) {
    const std::string_view beginning = idiom.before_main == nullptr ? "" : idiom.before_main;
    if (!beginning.empty() && StartsWith(symbol, beginning)) return true;
  }
  return false;
}

bool AddsBeforeMain(const ProbeIdiom& idiom, const std::string& symbol) {
  if (idiom.before_main == nullptr) return false;
  const std::string_view beginning = idiom.before_main;
  return beginning.empty() ? !IsOfAnIdiom(symbol) : StartsWith(symbol, beginning);
}

std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

void AddStart(const TraceResult& trace, const std::string& program, const ProbeIdiom& idiom, ProbeCounts& counts) {
  for (const auto& [key, site] : trace.sites) {
    const std::string object = FileName(key.object);
    if (object == FileName(program)) {
      if (AddsBeforeMain(idiom, site.symbol)) counts.at_start += site.before_main;
    } else if (StartsWith(object, "ld-linux")) {
      counts.loader += site.before_main;
    } else {
      counts.libraries += site.before_main;
    }
  }
}

std::int64_t AfterMain(const TraceResult& trace) {
  std::int64_t sum = 0;
  for (const auto& [key, site] : trace.sites) sum += site.after_main;
  return sum;
}

}  // namespace

Result<ProbeCounts> CountProbe(const std::string& program, const ProbeIdiom& idiom) {
  const auto trace = [&](int uses) { return Trace({program, idiom.name, std::to_string(uses)}, {}); };
  const auto none = trace(0);
  if (!none) return tl::unexpected<Error>(none.error());
  const auto once = trace(1);
  if (!once) return tl::unexpected<Error>(once.error());
  const auto often = trace(1 + kMoreUses);
  if (!often) return tl::unexpected<Error>(often.error());

  ProbeCounts counts;
  AddStart(*none, program, idiom, counts);
  counts.first_use = AfterMain(*once) - AfterMain(*none);
  const std::int64_t more = AfterMain(*often) - AfterMain(*once);
  if (more % kMoreUses != 0) {
    return InvalidError(
        fmt::format("{} further uses of {} executed {} CPUIDs, not the same each.", kMoreUses, idiom.name, more));
  }
  counts.per_use = more / kMoreUses;
  counts.answer = once->exit_status;
  return counts;
}

}  // namespace firstbyte::cpuid
