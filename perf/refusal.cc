// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/refusal.h"

#include <fmt/core.h>
#include <linux/capability.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "base/number.h"
#include "perf/machine_file.h"
#include "perf/pmu.h"

namespace firstbyte::perf {
namespace {

// The value of a line "Key:\tvalue" of /proc/self/status.
std::string_view StatusValue(std::string_view status, std::string_view key) {
  for (std::size_t at = 0; at < status.size();) {
    const std::size_t end = std::min(status.find('\n', at), status.size());
    std::string_view line = status.substr(at, end - at);
    if (line.substr(0, key.size()) == key) {
      line.remove_prefix(key.size());
      return line.substr(std::min(line.find_first_not_of(": \t"), line.size()));
    }
    at = end + 1;
  }
  return {};
}

bool HasPerfmon(std::string_view mask_in_hex) {
  std::uint64_t mask = 0;
  std::from_chars(mask_in_hex.data(), mask_in_hex.data() + mask_in_hex.size(), mask, 16);
  return ((mask >> CAP_PERFMON) & 1) != 0 || ((mask >> CAP_SYS_ADMIN) & 1) != 0;
}

std::string Forbidden(const Surroundings& surroundings) {
  if (!surroundings.paranoid) return "this kernel is built without perf events";
  if (surroundings.perfmon && surroundings.seccomp) return "a seccomp filter, as of a container, forbids it";
  if (surroundings.perfmon) return "a security module or a container forbids it";
  return fmt::format("kernel.perf_event_paranoid is {}, and this process has no CAP_PERFMON{}", *surroundings.paranoid,
                     surroundings.seccomp ? ", or a seccomp filter forbids it" : "");
}

std::string NotThere(EventKind kind) {
  switch (kind) {
    case EventKind::kHardware:
      return "the CPU's PMU does not have it";
    case EventKind::kSoftware:
      return "this kernel does not have it";
    case EventKind::kTracepoint:
      return "this kernel has no such tracepoint";
  }
  return "";
}

}  // namespace

Surroundings Survey(const std::string& root) {
  Surroundings seen;
  seen.core_pmu = !CorePmus(root).empty();
  if (const auto level = ReadMachineFile(root, "/proc/sys/kernel/perf_event_paranoid"))
    seen.paranoid = ParseNumber<int>(*level);
  if (const auto status = ReadMachineFile(root, "/proc/self/status")) {
    const std::string_view mode = StatusValue(*status, "Seccomp");
    seen.seccomp = !mode.empty() && mode != "0";
    seen.perfmon = HasPerfmon(StatusValue(*status, "CapEff"));
  }
  return seen;
}

std::string ErrnoName(int error) {
  const char* const name = strerrorname_np(error);
  return name != nullptr ? name : fmt::format("errno {}", error);
}

bool IsForWantOfAPmu(EventKind kind, int error, const Surroundings& surroundings) {
  if (kind != EventKind::kHardware || surroundings.core_pmu) return false;
  return IsRefusal(error) && !IsForbidden(error) && error != ENOSYS;
}

bool IsForbidden(int error) { return error == EACCES || error == EPERM; }

bool IsRefusal(int error) {
  switch (error) {
    case ENOENT:
    case ENXIO:
    case ENODEV:
    case EOPNOTSUPP:
    case EINVAL:
    case EACCES:
    case EPERM:
    case ENOSYS:
      return true;
    default:
      return false;
  }
}

std::string LikelyCause(EventKind kind, int error, const Surroundings& surroundings) {
  if (IsForWantOfAPmu(kind, error, surroundings)) return "no hardware PMU, as in many virtual machines";
  switch (error) {
    case EACCES:
    case EPERM:
      return Forbidden(surroundings);
    case ENOENT:
    case ENXIO:
    case ENODEV:
      return NotThere(kind);
    case EOPNOTSUPP:
    case EINVAL:
      return kind == EventKind::kHardware ? "the PMU cannot do that, as those of many hypervisors" : NotThere(kind);
    case ENOSYS:
      return surroundings.seccomp ? "a seccomp filter, as of a container, hides perf_event_open"
                                  : "this kernel is built without perf events";
    case EMFILE:
      return "too many descriptors are open (ulimit -n)";
    case EBUSY:
      return "somebody else has the PMU for himself";
    default:
      return std::strerror(error);
  }
}

std::string WhyRefused(EventKind kind, int error, const Surroundings& surroundings) {
  if (IsForWantOfAPmu(kind, error, surroundings))
    return fmt::format("no hardware PMU ({}), as in many virtual machines", ErrnoName(error));
  return fmt::format("{}: {}", ErrnoName(error), LikelyCause(kind, error, surroundings));
}

std::string Refusal(std::string_view events, EventKind kind, int error, const Surroundings& surroundings,
                    std::string_view instead) {
  const std::string end = instead.empty() ? "." : fmt::format("; {}.", instead);
  const std::string why = WhyRefused(kind, error, surroundings);
  if (IsForWantOfAPmu(kind, error, surroundings)) return fmt::format("{}: {} not available{}", why, events, end);
  return fmt::format("{} not available ({}){}", events, why, end);
}

}  // namespace firstbyte::perf
