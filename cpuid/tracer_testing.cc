// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/tracer_testing.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <set>

namespace firstbyte::cpuid {
namespace {

bool EndsIn(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

TraceResult TraceOf(const std::vector<std::string>& command, const TraceOptions& options) {
  auto result = Trace(command, options);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *std::move(result) : TraceResult{};
}

std::int64_t CountOf(const TraceResult& result, const std::string& object, const std::string& function) {
  std::int64_t count = 0;
  for (const auto& [key, site] : result.sites) {
    if (EndsIn(key.object, object) && site.symbol.rfind(function, 0) == 0) count += site.total();
  }
  return count;
}

std::string SitesText(const TraceResult& result) {
  std::string text;
  for (const auto& [key, site] : result.sites) {
    text += fmt::format("{} {:#x} {} leaf {:#x}.{:x}{}: {} before main, {} after, {} at any time\n", key.object,
                        key.offset, site.symbol, key.leaf, key.subleaf, key.leaf_known ? "" : " unknown",
                        site.before_main, site.after_main, site.any_time);
  }
  return text;
}

std::int64_t SitesOf(const TraceResult& result, const std::string& object) {
  std::set<std::uint64_t> offsets;
  for (const auto& [key, site] : result.sites) {
    if (EndsIn(key.object, object)) offsets.insert(key.offset);
  }
  return static_cast<std::int64_t>(offsets.size());
}

}  // namespace firstbyte::cpuid
