// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_format.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/wrap.h"
#include "cpuid/cpu.h"
#include "cpuid/demangle.h"

namespace firstbyte::cpuid {
namespace {

using Json = nlohmann::ordered_json;
using SiteEntry = std::pair<SiteKey, SiteCount>;

constexpr std::size_t kColumns = 80;
constexpr std::size_t kWhereColumns = 42;  // what the table's numbers leave

std::vector<SiteEntry> ByCount(const TraceResult& result) {
  std::vector<SiteEntry> sites(result.sites.begin(), result.sites.end());
  std::stable_sort(sites.begin(), sites.end(),
                   [](const SiteEntry& a, const SiteEntry& b) { return a.second.total() > b.second.total(); });
  return sites;
}

bool NoticesMain(const TraceResult& result) {
  return std::all_of(result.sites.begin(), result.sites.end(),
                     [](const SiteEntry& entry) { return entry.second.any_time == 0; });
}

std::int64_t BeforeMain(const TraceResult& result) {
  std::int64_t sum = 0;
  for (const auto& [key, count] : result.sites) sum += count.before_main;
  return sum;
}

std::string Plural(std::int64_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string Milliseconds(double ns) { return fmt::format("{:.2f} ms", ns / 1e6); }

std::string CostSentence(const TraceResult& result, const TraceCost& cost) {
  const auto total = static_cast<double>(result.total());
  const double all = total * cost.cpuid_ns;
  std::string text = fmt::format(
      "One CPUID costs {:.0f} ns here ({}; eight in ten {:.0f} to {:.0f}; "
      "the tracer executed {} itself): {} in all ({:.2f} "
      "to {:.2f})",
      cost.cpuid_ns, TrappedName(cost.trapped), cost.low_ns, cost.high_ns, cost.executed, Milliseconds(all),
      total * cost.low_ns / 1e6, total * cost.high_ns / 1e6);
  if (cost.native_wall_ns) {
    return text + fmt::format(", {:.1f}% of the {} that the program takes without a tracer.",
                              100 * all / static_cast<double>(*cost.native_wall_ns),
                              Milliseconds(static_cast<double>(*cost.native_wall_ns)));
  }
  return text +
         fmt::format(". The traced run took {}, tracing included; --time runs the program once more, without it.",
                     Milliseconds(static_cast<double>(result.wall_ns)));
}

std::string Summary(const TraceResult& result, const std::optional<TraceCost>& cost) {
  std::string text = Plural(result.total(), "CPUID", "CPUIDs") + " executed";
  if (result.processes > 0) {
    text += fmt::format(" by {} with {}", Plural(result.processes, "process", "processes"),
                        Plural(result.threads, "thread", "threads"));
  }
  if (NoticesMain(result)) {
    text += fmt::format(": {} before main, {} from then on", BeforeMain(result), result.total() - BeforeMain(result));
  }
  text += fmt::format(" (method: {}).", result.method);
  if (cost && result.total() > 0) text += " " + CostSentence(result, *cost);
  return WrapIndented(text, 0, kColumns) + "\n";
}

// The object's name and the function in it.
std::string Where(const SiteKey& key, const SiteCount& count) {
  const std::string object = key.object.substr(key.object.rfind('/') + 1);
  const std::string symbol = count.symbol.empty() ? fmt::format("{:#x}", key.offset) : Demangle(count.symbol);
  std::string where = Shorten(Demangle(object), kWhereColumns / 2);
  where += " " + Shorten(symbol, kWhereColumns - where.size() - 1);
  std::replace(where.begin(), where.end(), '|', '!');
  return where;
}

std::string Table(const TraceResult& result) {
  std::string text =
      fmt::format("| {:>7} | {:>6} | {:<12} | {:<{}} |\n", "count", "main", "leaf", "where", kWhereColumns);
  text += fmt::format("|{:->9}|{:->8}|:{:-<13}|:{:-<{}}|\n", ":", ":", "", "", kWhereColumns + 1);
  for (const auto& [key, count] : ByCount(result)) {
    const char* const when = count.any_time > 0       ? "?"
                             : count.after_main == 0  ? "before"
                             : count.before_main == 0 ? "after"
                                                      : "both";
    const std::string leaf = key.leaf_known ? LeafName(key.leaf, key.subleaf) : "?";
    text += fmt::format("| {:>7} | {:>6} | {:<12} | {:<{}} |\n", count.total(), when, leaf, Where(key, count),
                        kWhereColumns);
  }
  return text;
}

std::string Notes(const TraceResult& result) {
  std::string text;
  const auto add = [&text](const std::string& note) { text += "- " + WrapIndented(note, 2, kColumns) + "\n"; };
  if (result.signal != 0) add(fmt::format("The program was killed by signal {}.", result.signal));
  if (result.end == TraceEnd::kStepLimit)
    add(fmt::format("The program was ended after {} steps: the counts are what was seen until then.", result.steps));
  if (result.end == TraceEnd::kInterrupt)
    add("What outlived the program was ended by an interrupt: the counts are what was seen until then.");
  if (result.undecided > 0)
    add(Plural(result.undecided, "place that may be a CPUID, or data, was left alone.",
               "places that may be CPUIDs, or data, were left alone."));
  if (result.unwatched > 0)
    add(
        fmt::format("CPUIDs in {} were not counted: in memory that is shared with others or must not be written to, or "
                    "that is too large to look into.",
                    Plural(result.unwatched, "place", "places")));
  for (const std::string& note : result.notes) add(note);
  return text.empty() ? text : "\n" + text;
}

const char* EndName(TraceEnd end) {
  switch (end) {
    case TraceEnd::kProgram:
      return "program";
    case TraceEnd::kMain:
      return "main";
    case TraceEnd::kStepLimit:
      return "step limit";
    case TraceEnd::kInterrupt:
      return "interrupt";
  }
  return "unknown";
}

Json SitesJson(const TraceResult& result) {
  Json sites = Json::array();
  for (const auto& [key, count] : ByCount(result)) {
    sites.push_back({{"object", key.object},
                     {"offset", key.offset},
                     {"symbol", count.symbol},
                     {"leaf", key.leaf_known ? Json(key.leaf) : Json()},
                     {"subleaf", key.leaf_known ? Json(key.subleaf) : Json()},
                     {"count", count.total()},
                     {"before_main", count.any_time > 0 ? Json() : Json(count.before_main)},
                     {"after_main", count.any_time > 0 ? Json() : Json(count.after_main)}});
  }
  return sites;
}

}  // namespace

std::string TraceMarkdown(const TraceResult& result, const std::optional<TraceCost>& cost) {
  return Summary(result, cost) + (result.total() > 0 ? "\n" + Table(result) : "") + Notes(result);
}

std::string TraceJson(const TraceResult& result, const std::optional<TraceCost>& cost) {
  Json json = {{"method", result.method},
               {"total", result.total()},
               {"sites", SitesJson(result)},
               {"exit_status", result.exit_status},
               {"signal", result.signal},
               {"processes", nullptr},
               {"threads", nullptr},
               {"complete", result.complete()},
               {"ended_by", EndName(result.end)},
               {"undecided", result.undecided},
               {"unwatched", result.unwatched},
               {"notes", result.notes},
               {"traced_wall_ns", result.wall_ns}};
  if (result.processes > 0) {
    json["processes"] = result.processes;
    json["threads"] = result.threads;
  }
  json["cpuid_ns"] = cost ? Json(cost->cpuid_ns) : Json();
  json["cpuid_ns_low"] = cost ? Json(cost->low_ns) : Json();
  json["cpuid_ns_high"] = cost ? Json(cost->high_ns) : Json();
  json["tracer_cpuids"] = cost ? Json(cost->executed) : Json();
  json["cpuid_verdict"] = cost ? Json(TrappedName(cost->trapped)) : Json();
  json["native_wall_ns"] = cost && cost->native_wall_ns ? Json(*cost->native_wall_ns) : Json();
  if (!result.stacks.empty()) json["stacks"] = result.stacks;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string TraceCollapsed(const TraceResult& result) {
  std::string text;
  for (const auto& [stack, count] : result.stacks) text += fmt::format("{} {}\n", stack, count);
  return text;
}

}  // namespace firstbyte::cpuid
