// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/cost_format.h"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/number.h"
#include "base/wrap.h"

namespace firstbyte::cpuid {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kSchema[] = "firstbyte-cpuid-cost/1";
constexpr std::size_t kColumns = 80;
constexpr std::size_t kMostFile = 1 << 20;

// Above this the readings themselves are suspicious: a native RDTSC pair with its fences takes 15 to 50 ns.
constexpr double kMostNothingNs = 200;

bool IsCost(double ns) { return std::isfinite(ns) && ns >= 0 && ns < 1e9; }

std::string Ns(double ns) { return fmt::format("{:.0f}", ns); }

std::string Line(const LeafCost& c, const std::optional<NativeCost>& native) {
  std::string line = fmt::format("{:<13}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}{:>8}{:>7.1f}%",
                                 LeafName(c.leaf.leaf, c.leaf.subleaf), Ns(c.first), Ns(c.min), Ns(c.median), Ns(c.p90),
                                 Ns(c.p99), Ns(c.max), Ns(c.batch_mean), 100 * c.polluted_share);
  if (!native) return line + "\n";
  const auto here = native->Of(c.leaf.leaf, c.leaf.subleaf);
  return line + fmt::format("\n{:<13}{:>24}  median less native", "", here ? Ns(c.median - *here) : "-") + "\n";
}

std::string Notes(const CostReport& report, const std::optional<NativeCost>& native) {
  std::string notes =
      "Nanoseconds in user mode, the timer's own readings taken off. first: the very first execution; batch: the mean "
      "of executions back to back; >2x: samples above "
      "twice the median, in which something else happened.";
  if (native) notes += fmt::format(" native: {}.", native->source);
  if (std::abs(report.calibration_drift) > kMostDrift) {
    notes += fmt::format(" WARNING: the clock's rate changed by {:.2f}% during the measurement; measure again.",
                         100 * report.calibration_drift);
  }
  if (report.nothing_ns > kMostNothingNs) {
    notes += fmt::format(" WARNING: two readings of the time stamp counter take {:.0f} ns: RDTSC is trapped, too.",
                         report.nothing_ns);
  }
  return notes;
}

Json LeafJson(const LeafCost& c, const std::optional<NativeCost>& native) {
  Json json = {{"leaf", c.leaf.leaf},
               {"subleaf", c.leaf.subleaf},
               {"what", c.leaf.what},
               {"first_ns", c.first},
               {"min_ns", c.min},
               {"p10_ns", c.p10},
               {"median_ns", c.median},
               {"p90_ns", c.p90},
               {"p99_ns", c.p99},
               {"max_ns", c.max},
               {"batch_ns", c.batch_mean},
               {"median_ticks", c.median_ticks},
               {"polluted_share", c.polluted_share}};
  if (!native) return json;
  const auto here = native->Of(c.leaf.leaf, c.leaf.subleaf);
  json["native_ns"] = here ? Json(*here) : Json();
  json["median_less_native_ns"] = here ? Json(c.median - *here) : Json();
  if (!here) {
    const std::string reason = fmt::format("{} has no cost of this leaf.", native->source);
    json["null_reasons"] = {{"native_ns", reason}, {"median_less_native_ns", reason}};
  }
  return json;
}

tl::unexpected<Error> Refuse(const std::string& name, const char* why) {
  return InvalidError(fmt::format("{} {}; it must be what `firstbyte cpuid cost --format=json` writes.", name, why));
}

Result<NativeCost> ParseCosts(std::string_view text, const std::string& name, std::string& verdict) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("schema", Json()) != kSchema) return Refuse(name, "is no cost measurement");
  if (const Json said = json.value("verdict", Json()); said.is_string()) verdict = said.get<std::string>();
  const Json leaves = json.value("leaves", Json());
  if (!leaves.is_array() || leaves.empty()) return Refuse(name, "has no leaves");
  NativeCost costs;
  costs.source = name;
  for (const Json& leaf : leaves) {
    const bool fits = leaf.is_object() && leaf.value("leaf", Json()).is_number_unsigned() &&
                      leaf.value("subleaf", Json()).is_number_unsigned() && leaf.value("median_ns", Json()).is_number();
    if (!fits || !IsCost(leaf["median_ns"].get<double>())) return Refuse(name, "has a leaf without its cost");
    costs.leaves_ns[{leaf["leaf"].get<std::uint32_t>(), leaf["subleaf"].get<std::uint32_t>()}] =
        leaf["median_ns"].get<double>();
  }
  return costs;
}

}  // namespace

std::optional<double> NativeCost::Of(std::uint32_t leaf, std::uint32_t subleaf) const {
  if (all_ns) return all_ns;
  const auto found = leaves_ns.find({leaf, subleaf});
  if (found == leaves_ns.end()) return std::nullopt;
  return found->second;
}

Result<NativeCost> ParseNativeCost(std::string_view text, const std::string& name) {
  std::string verdict;
  auto costs = ParseCosts(text, name, verdict);
  if (costs && verdict != TrappedName(Trapped::kNative)) return Refuse(name, "was not measured where CPUID is native");
  return costs;
}

Result<double> ParseContextCost(std::string_view text, const std::string& name) {
  std::string verdict;
  const auto costs = ParseCosts(text, name, verdict);
  if (!costs) return tl::unexpected<Error>(costs.error());
  const auto leaf0 = costs->Of(0, 0);
  const auto leaf7 = costs->Of(7, 0);
  if (!leaf0 || !leaf7) return Refuse(name, "does not have leaves 0 and 7");
  return (*leaf0 + *leaf7) / 2;
}

Result<NativeCost> ReadNativeCost(const std::string& argument) {
  if (const auto number = ParseNumber<double>(argument)) {
    if (!IsCost(*number)) return UsageError(fmt::format("--native={} is no cost in nanoseconds.", argument));
    NativeCost native;
    native.source = fmt::format("--native={} ns, for every leaf", argument);
    native.all_ns = number;
    return native;
  }
  const auto text = ReadWholeFile(argument, kMostFile);
  if (!text) return tl::unexpected<Error>(text.error());
  return ParseNativeCost(*text, argument);
}

std::string CostText(const CostReport& report, const std::optional<NativeCost>& native) {
  std::string text =
      WrapIndented(fmt::format("CPUID is {}: {}.", TrappedName(report.trapped), report.why), 0, kColumns) + "\n";
  if (!report.meaning.empty()) text += WrapIndented("This means: " + report.meaning + ".", 0, kColumns) + "\n";
  text += "\n";
  text += fmt::format("{:<13}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}{:>8}{:>8}\n", "leaf", "first", "min", "median", "p90",
                      "p99", "max", "batch", ">2x");
  for (const LeafCost& cost : report.leaves) text += Line(cost, native);
  text += "\n" + WrapIndented(Notes(report, native), 0, kColumns) + "\n";
  text +=
      WrapIndented(fmt::format("TSC {:.6f} ticks/ns, calibrated before and after against CLOCK_MONOTONIC_RAW "
                               "({:+.4f}%); two readings {:.0f} ns; this measurement executed {} CPUIDs.",
                               report.ticks_per_ns, 100 * report.calibration_drift, report.nothing_ns, report.executed),
                   0, kColumns);
  return text + "\n";
}

std::string CostJson(const CostReport& report, const std::optional<NativeCost>& native) {
  Json leaves = Json::array();
  for (const LeafCost& cost : report.leaves) leaves.push_back(LeafJson(cost, native));
  const Json json = {
      {"schema", kSchema},
      {"verdict", TrappedName(report.trapped)},
      {"why", report.why},
      {"meaning", report.meaning},
      {"mode", "user"},
      {"ticks_per_ns", report.ticks_per_ns},
      {"calibration_drift", report.calibration_drift},
      {"timer_ns", report.nothing_ns},
      {"executed", report.executed},
      {"native", native ? Json(native->source) : Json()},
      {"null_reasons", native ? Json::object() : Json({{"native", "No native cost was given to subtract."}})},
      {"leaves", leaves}};
  return json.dump(1) + "\n";
}

}  // namespace firstbyte::cpuid
