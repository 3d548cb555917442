// SPDX-License-Identifier: GPL-2.0-or-later
// Why the kernel does not count something, in one sentence: which event, the errno by its name, the likely cause, and
// what is used instead.
//
// perf_event_open(2) says one number for many causes, so the cause is a guess from what else can be seen: whether sysfs
// knows a PMU, kernel.perf_event_paranoid, whether a seccomp filter stands before the system call, what this process
// may.
#ifndef FIRSTBYTE_PERF_REFUSAL_H_
#define FIRSTBYTE_PERF_REFUSAL_H_

#include <optional>
#include <string>
#include <string_view>

#include "perf/event.h"

namespace firstbyte::perf {

// What stands between this process and the counters; from files below a root.
struct Surroundings {
  bool core_pmu = false;  // sysfs knows a PMU of the cores
  std::optional<int> paranoid =
      std::nullopt;      // /proc/sys/kernel/perf_event_paranoid; no such file: a kernel without perf events
  bool seccomp = false;  // a seccomp filter is on, as containers have
  bool perfmon = false;  // CAP_PERFMON or CAP_SYS_ADMIN
};
Surroundings Survey(const std::string& root);

// "ENOENT"; "errno 4095" for one that has no name.
std::string ErrnoName(int error);

// Whether the event may be had from another source, that is, the refusal is one of the event and not of our making:
// ENOENT, ENXIO, ENODEV, EOPNOTSUPP, EINVAL, EACCES, EPERM, and ENOSYS.
bool IsRefusal(int error);

// Whether it is a question of permission, so that asking for less may help.
bool IsForbidden(int error);

// Whether it is the machine that lacks a PMU, and not the PMU that lacks the event.
bool IsForWantOfAPmu(EventKind kind, int error, const Surroundings& surroundings);

// The likely cause, without a full stop: "the CPU's PMU does not have it".
std::string LikelyCause(EventKind kind, int error, const Surroundings& surroundings);

// Why one event is not counted, as half a sentence: "no hardware PMU (ENOENT), as in many virtual machines", "EACCES:
// kernel.perf_event_paranoid is 3, and this process has no CAP_PERFMON".
std::string WhyRefused(EventKind kind, int error, const Surroundings& surroundings);

// One sentence: "no hardware PMU (ENOENT), as in many virtual machines: cycles, instructions not available; ...".
// `events` is a list for people, `instead` what stands in for them ("task-clock is counted instead"); empty if nothing
// does.
std::string Refusal(std::string_view events, EventKind kind, int error, const Surroundings& surroundings,
                    std::string_view instead);

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_REFUSAL_H_
