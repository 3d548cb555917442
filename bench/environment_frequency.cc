// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_frequency.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>

namespace firstbyte::bench {
namespace {

// The cpufreq files of one CPU, and what to say where there are none.
class CpuFreq {
 public:
  CpuFreq(const Host& host, int cpu, bool guest)
      : host_(host), directory_(fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/", cpu)), guest_(guest) {}

  std::optional<std::string> Read(std::string_view file) const {
    const auto text = host_.Read(directory_ + std::string(file));
    return text && !text->empty() ? text : std::nullopt;
  }

  report::EnvironmentCheck Missing(std::string_view name) const {
    if (guest_) return NotApplicable(name, kUnknown, "Guest, no cpufreq: the host decides.");
    return NotApplicable(name, kUnknown, "No cpufreq: the firmware decides; look at its setup.");
  }

 private:
  const Host& host_;
  std::string directory_;
  bool guest_;
};

// kHz as the files have it; nothing for 0 and for what is no number.
std::optional<int> KiloHertz(const std::optional<std::string>& text) {
  int number = 0;
  if (text) std::from_chars(text->data(), text->data() + text->size(), number);
  return number > 0 ? std::optional(number) : std::nullopt;
}

report::EnvironmentCheck GovernorCheck(const CpuFreq& cpufreq) {
  const auto governor = cpufreq.Read("scaling_governor");
  if (!governor) return cpufreq.Missing("governor");
  if (*governor == "performance") return Ok("governor", *governor);
  return Warning("governor", *governor,
                 "The frequency follows the load, so the first blocks of a run are slower: set it to performance.");
}

report::EnvironmentCheck DriverCheck(const CpuFreq& cpufreq) {
  const auto driver = cpufreq.Read("scaling_driver");
  return driver ? Ok("frequency driver", *driver) : cpufreq.Missing("frequency driver");
}

report::EnvironmentCheck RangeCheck(const CpuFreq& cpufreq) {
  const auto low = KiloHertz(cpufreq.Read("scaling_min_freq"));
  const auto high = KiloHertz(cpufreq.Read("scaling_max_freq"));
  if (!low || !high) return cpufreq.Missing("frequency");
  if (*low == *high) return Ok("frequency", fmt::format("{} MHz, fixed", *low / 1000));
  const std::string range = fmt::format("{}-{} MHz", *low / 1000, *high / 1000);
  // The performance governor asks for the upper end of the range all the time.
  if (cpufreq.Read("scaling_governor") == "performance") return Ok("frequency", range);
  return Warning("frequency", range, "The frequency may move between the two: make them equal.");
}

// "1" and "0" of a switch file; nothing for anything else.
std::optional<bool> Switch(const std::optional<std::string>& text) {
  if (text == "1") return true;
  if (text == "0") return false;
  return {};
}

std::optional<bool> TurboIsOn(const Host& host, const CpuFreq& cpufreq) {
  if (const auto off = Switch(host.Read("/sys/devices/system/cpu/intel_pstate/no_turbo"))) return !*off;
  if (const auto on = Switch(host.Read("/sys/devices/system/cpu/cpufreq/boost"))) return on;
  return Switch(cpufreq.Read("boost"));
}

report::EnvironmentCheck TurboCheck(const Host& host, const CpuFreq& cpufreq, bool guest) {
  const auto on = TurboIsOn(host, cpufreq);
  if (!on && guest) return cpufreq.Missing("turbo");
  if (!on) return NotApplicable("turbo", kUnknown, "No driver has a switch for it; look at the firmware's setup.");
  if (!*on) return Ok("turbo", "off");
  return Warning(
      "turbo", "on",
      "The frequency depends on heat and on what the other cores do, hence on the order of measuring: switch it "
      "off.");
}

}  // namespace

Checks FrequencyChecks(const Host& host, const CpuChoice& choice, bool guest) {
  const CpuFreq cpufreq(host, choice.cpu, guest);
  return {GovernorCheck(cpufreq), DriverCheck(cpufreq), RangeCheck(cpufreq), TurboCheck(host, cpufreq, guest)};
}

}  // namespace firstbyte::bench
