// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_kernel.h"

#include <fmt/format.h>
#include <sys/personality.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace firstbyte::bench {
namespace {

report::EnvironmentCheck ReleaseCheck(const Host& host) {
  const HostFacts& facts = host.facts();
  if (facts.kernel_release.empty()) return Unreadable("kernel", "uname");
  return Ok("kernel", fmt::format("{} {} {}", facts.kernel_release, facts.machine, facts.kernel_version));
}

// `setarch -R` and debuggers switch randomisation off for a process and its children.
bool SwitchedOffForThisProcess(const Host& host) {
  const std::string text = host.Read("/proc/self/personality").value_or("");
  unsigned bits = 0;
  std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  return (bits & ADDR_NO_RANDOMIZE) != 0;
}

report::EnvironmentCheck AslrCheck(const Host& host) {
  constexpr char kName[] = "ASLR";
  constexpr char kSameLayout[] =
      "Every run gets the same address layout, so the luck of one layout is not averaged out: ";
  const auto setting = host.Read("/proc/sys/kernel/randomize_va_space");
  if (SwitchedOffForThisProcess(host)) {
    return Warning(kName, "off for this process", std::string(kSameLayout) + "start it without `setarch -R`.");
  }
  if (setting == "2") return Ok(kName, "on");
  if (setting == "1") {
    return Warning(kName, "on, but not for the heap",
                   "The heap keeps its place from run to run: set kernel.randomize_va_space to 2.");
  }
  if (setting == "0") return Warning(kName, "off", std::string(kSameLayout) + "set kernel.randomize_va_space to 2.");
  return Unreadable(kName, "/proc/sys/kernel/randomize_va_space");
}

// Clocks that the vDSO reads without entering the kernel.
constexpr std::array<std::string_view, 3> kCheapClocks = {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page"};

report::EnvironmentCheck ClockSourceCheck(const Host& host) {
  constexpr char kPath[] = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
  const auto clock = host.Read(kPath);
  if (!clock || clock->empty()) return Unreadable("clocksource", kPath);
  if (std::find(kCheapClocks.begin(), kCheapClocks.end(), *clock) != kCheapClocks.end())
    return Ok("clocksource", *clock);
  return Warning(
      "clocksource", *clock,
      "Reading this clock may take a system call or an exit, which short measurements (phases) feel; see what "
      "the kernel log says against the TSC.");
}

report::EnvironmentCheck HugePageCheck(const Host& host) {
  constexpr char kName[] = "huge pages";
  constexpr char kPath[] = "/sys/kernel/mm/transparent_hugepage/enabled";
  const auto choices = host.Read(kPath);
  if (!choices) return Unreadable(kName, kPath);
  if (choices->find("[madvise]") != std::string::npos) return Ok(kName, "madvise");
  if (choices->find("[never]") != std::string::npos) return Ok(kName, "never");
  if (choices->find("[always]") == std::string::npos) return Unreadable(kName, kPath);
  return Warning(
      kName, "always",
      "Workspaces refuse huge pages, but megabytes of sources may lie in some in one run and not in the next: "
      "set it to madvise.");
}

struct Mitigations {
  int mitigated = 0;
  int vulnerable = 0;
  int not_affected = 0;
  std::string on_entry;  // "meltdown PTI, mds Clear CPU buffers"
};

// What a mitigation does on each way into the kernel or out of it, by the words of its file. A VM exit pays for some of
// these too, in the host.
std::string_view EntryCost(std::string_view status) {
  constexpr std::array<std::string_view, 5> kCosts = {"PTI", "Clear CPU buffers", "Mitigation: IBRS",
                                                      "untrained return thunk", "Safe RET"};
  for (const std::string_view cost : kCosts) {
    if (status.find(cost) == std::string_view::npos) continue;
    return cost == "Mitigation: IBRS" ? "IBRS" : cost;
  }
  return "";
}

Mitigations ReadMitigations(const Host& host) {
  const std::string directory = "/sys/devices/system/cpu/vulnerabilities";
  Mitigations found;
  for (const std::string& name : host.List(directory)) {
    const std::string status = host.Read(directory + "/" + name).value_or("");
    if (status.rfind("Not affected", 0) == 0) ++found.not_affected;
    if (status.rfind("Vulnerable", 0) == 0) ++found.vulnerable;
    if (status.rfind("Mitigation", 0) != 0) continue;
    ++found.mitigated;
    const std::string_view cost = EntryCost(status);
    if (!cost.empty()) found.on_entry += fmt::format("{}{} {}", found.on_entry.empty() ? "" : ", ", name, cost);
  }
  return found;
}

report::EnvironmentCheck MitigationCheck(const Host& host) {
  const Mitigations found = ReadMitigations(host);
  if (found.mitigated + found.vulnerable + found.not_affected == 0) {
    return Unreadable("mitigations", "/sys/devices/system/cpu/vulnerabilities");
  }
  return Ok("mitigations",
            fmt::format("{} active, {} vulnerable, {} not affected; on kernel entry: {}", found.mitigated,
                        found.vulnerable, found.not_affected, found.on_entry.empty() ? "none" : found.on_entry));
}

report::EnvironmentCheck ParanoidCheck(const Host& host) {
  constexpr char kName[] = "perf_event_paranoid";
  const auto level = host.Read("/proc/sys/kernel/perf_event_paranoid");
  if (!level || level->empty()) return NotApplicable(kName, kUnknown, "This kernel offers no perf_event.");
  return Ok(kName, *level);
}

}  // namespace

Checks KernelChecks(const Host& host) {
  return {ReleaseCheck(host),  AslrCheck(host),       ClockSourceCheck(host),
          HugePageCheck(host), MitigationCheck(host), ParanoidCheck(host)};
}

}  // namespace firstbyte::bench
