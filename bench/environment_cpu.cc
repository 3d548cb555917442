// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_cpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string>
#include <vector>

#include "base/cpulist.h"
#include "bench/cpuinfo.h"

namespace firstbyte::bench {
namespace {

report::EnvironmentCheck ModelCheck(const Host& host, int cpu) {
  const CpuInfo info(host, cpu);
  const auto model = info.Field("model name");
  if (!model) return Unreadable("cpu model", "The model name in /proc/cpuinfo");
  std::string details;
  for (const auto& [field, label] :
       {std::pair{"cpu family", "family"}, {"model", "model"}, {"stepping", "stepping"}, {"microcode", "microcode"}}) {
    const auto value = info.Field(field);
    if (value) details += fmt::format("{}{} {}", details.empty() ? "" : ", ", label, *value);
  }
  return Ok("cpu model", details.empty() ? *model : *model + " (" + details + ")");
}

report::EnvironmentCheck CountCheck(const Host& host) {
  const std::vector<int> allowed = AllowedCpus(host);
  return Ok("logical CPUs", fmt::format("{} online, {} allowed ({})", host.facts().online_cpus, allowed.size(),
                                        FormatCpuList(allowed)));
}

// The parameters on the kernel's command line that keep work off CPUs, as they stand there.
std::string IsolationParameters(const Host& host) {
  std::istringstream words(host.Read("/proc/cmdline").value_or(""));
  std::string found;
  for (std::string word; words >> word;) {
    for (const char* parameter : {"isolcpus=", "nohz_full=", "rcu_nocbs="}) {
      if (word.rfind(parameter, 0) == 0) found += (found.empty() ? "" : " ") + word;
    }
  }
  return found;
}

report::EnvironmentCheck PinnedCheck(const Host& host, const CpuChoice& choice) {
  constexpr char kName[] = "pinned CPU";
  const bool isolated = Contains(IsolatedCpus(host), choice.cpu);
  const std::string parameters = IsolationParameters(host);
  // "3, isolated": not twice where that is also the reason for the choice.
  const std::string why = isolated && choice.why == "isolated" ? "" : " (" + choice.why + ")";
  const std::string value = fmt::format("{}{}, {}{}{}", choice.cpu, why, isolated ? "isolated" : "not isolated",
                                        parameters.empty() ? "" : "; ", parameters);
  if (isolated) return Ok(kName, value);
  if (host.facts().online_cpus == 1)
    return NotApplicable(kName, value, "The only CPU of a machine cannot be isolated.");
  return Warning(kName, value,
                 fmt::format("The scheduler may put other tasks on CPU {0}: keep the machine idle, or boot with "
                             "isolcpus={0} nohz_full={0} rcu_nocbs={0}.",
                             choice.cpu));
}

report::EnvironmentCheck SmtCheck(const Host& host, int cpu, bool guest) {
  constexpr char kName[] = "SMT";
  const std::string path = fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu);
  auto siblings = ParseCpuList(host.Read(path).value_or(""));
  if (!siblings || !Contains(*siblings, cpu)) return Unreadable(kName, path);
  siblings->erase(std::find(siblings->begin(), siblings->end(), cpu));
  if (!siblings->empty()) {
    const std::string others = FormatCpuList(*siblings);
    return Warning(
        kName, fmt::format("on, CPU {} shares its core with CPU {}", cpu, others),
        fmt::format("What runs on CPU {} slows CPU {} down: leave it idle, or take it offline.", others, cpu));
  }
  if (guest) return NotApplicable(kName, "no sibling shown", "Guest: the host may run others on the same core.");
  const bool active = host.Read("/sys/devices/system/cpu/smt/active") == "1";
  return Ok(kName, active ? fmt::format("on, but CPU {} has its core to itself", cpu) : "off");
}

struct Cache {
  int level = 0;
  std::string type;
  std::string size;  // "48K"
};

// A number without the unit that follows it; 0 for what is no number.
int LeadingNumber(const std::string& text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::vector<Cache> ReadCaches(const Host& host, int cpu) {
  const std::string directory = fmt::format("/sys/devices/system/cpu/cpu{}/cache", cpu);
  std::vector<Cache> caches;
  for (const std::string& name : host.List(directory)) {
    const std::string index = directory + "/" + name + "/";
    const Cache cache{LeadingNumber(host.Read(index + "level").value_or("")), host.Read(index + "type").value_or(""),
                      host.Read(index + "size").value_or("")};
    if (cache.level > 0) caches.push_back(cache);
  }
  return caches;
}

std::string Label(const Cache& cache) {
  const char* kind = cache.type == "Data" ? "d" : cache.type == "Instruction" ? "i" : "";
  return fmt::format("L{}{} {}", cache.level, kind, cache.size.empty() ? kUnknown : cache.size);
}

bool HasSize(const std::vector<Cache>& caches, int level) {
  return std::any_of(caches.begin(), caches.end(),
                     [&](const Cache& cache) { return cache.level == level && LeadingNumber(cache.size) > 0; });
}

}  // namespace

Checks CpuChecks(const Host& host, const CpuChoice& choice) { return {ModelCheck(host, choice.cpu), CountCheck(host)}; }

Checks SharingChecks(const Host& host, const CpuChoice& choice, bool guest) {
  return {PinnedCheck(host, choice), SmtCheck(host, choice.cpu, guest)};
}

Checks CacheChecks(const Host& host, const CpuChoice& choice) {
  const std::vector<Cache> caches = ReadCaches(host, choice.cpu);
  std::string value;
  for (const Cache& cache : caches) value += (value.empty() ? "" : ", ") + Label(cache);
  std::string missing;
  for (const int level : {2, 3}) {
    if (!HasSize(caches, level)) missing += fmt::format("{}L{}", missing.empty() ? "" : " and ", level);
  }
  if (missing.empty()) return {Ok("caches", value)};
  return {Warning("caches", value.empty() ? kUnknown : value,
                  missing +
                      " without a size: if CPUID hides it too, the C library clears and copies at other thresholds "
                      "than elsewhere on this CPU.")};
}

}  // namespace firstbyte::bench
