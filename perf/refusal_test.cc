// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/refusal.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "perf/fake_machine.h"

namespace firstbyte::perf {
namespace {

constexpr Surroundings kBare = {.core_pmu = true, .paranoid = 2};
constexpr Surroundings kGuest = {.core_pmu = false, .paranoid = 2};

std::string Status(std::string_view seccomp, std::string_view capabilities) {
  return "Name:\tx\nCapEff:\t" + std::string(capabilities) + "\nSeccomp:\t" + std::string(seccomp) +
         "\nSeccomp_filters:\t0\n";
}

TEST(Survey, SeesNothingWhereNothingIs) {
  const Surroundings seen = Survey(FakeMachine().root());
  EXPECT_FALSE(seen.core_pmu);
  EXPECT_FALSE(seen.paranoid);
  EXPECT_FALSE(seen.seccomp);
  EXPECT_FALSE(seen.perfmon);
}

TEST(Survey, SeesWhatStandsInTheWay) {
  FakeMachine machine;
  machine.Pmu("cpu", "4").Paranoid("-1").Write("/proc/self/status", Status("2", "0000000000000000"));
  Surroundings seen = Survey(machine.root());
  EXPECT_TRUE(seen.core_pmu);
  EXPECT_EQ(seen.paranoid, -1);
  EXPECT_TRUE(seen.seccomp);
  EXPECT_FALSE(seen.perfmon);
  machine.Write("/proc/self/status", Status("0", "0000004000000000"));
  seen = Survey(machine.root());
  EXPECT_FALSE(seen.seccomp);
  EXPECT_TRUE(seen.perfmon) << "CAP_PERFMON";
  machine.Write("/proc/self/status", Status("0", "0000000000200000"));
  EXPECT_TRUE(Survey(machine.root()).perfmon) << "CAP_SYS_ADMIN";
}

TEST(ErrnoName, IsThatOfTheManual) {
  EXPECT_EQ(ErrnoName(ENOENT), "ENOENT");
  EXPECT_EQ(ErrnoName(EOPNOTSUPP), "EOPNOTSUPP");
  EXPECT_EQ(ErrnoName(4095), "errno 4095");
}

TEST(IsRefusal, IsWhatAnotherSourceCanMakeUpFor) {
  for (const int error : {ENOENT, ENXIO, ENODEV, EOPNOTSUPP, EINVAL, EACCES, EPERM, ENOSYS})
    EXPECT_TRUE(IsRefusal(error)) << error;
  for (const int error : {0, EMFILE, ENOMEM, EBADF, EINTR}) EXPECT_FALSE(IsRefusal(error)) << error;
}

TEST(Refusal, NoPmuIsSaidWhicheverWayTheKernelSaysIt) {
  EXPECT_EQ(Refusal("cycles, instructions", EventKind::kHardware, ENOENT, kGuest, "task-clock is counted instead"),
            "no hardware PMU (ENOENT), as in many virtual machines: cycles, instructions not available; task-clock is "
            "counted instead.");
  for (const int error : {ENXIO, ENODEV, EOPNOTSUPP, EINVAL}) {
    EXPECT_EQ(Refusal("cycles", EventKind::kHardware, error, kGuest, ""),
              "no hardware PMU (" + ErrnoName(error) + "), as in many virtual machines: cycles not available.");
  }
}

TEST(Refusal, APmuMayLackAnEvent) {
  EXPECT_EQ(Refusal("bus-cycles", EventKind::kHardware, ENOENT, kBare, ""),
            "bus-cycles not available (ENOENT: the CPU's PMU does not have it).");
  EXPECT_EQ(Refusal("cycles", EventKind::kHardware, EINVAL, kBare, ""),
            "cycles not available (EINVAL: the PMU cannot do that, as those of many hypervisors).");
  EXPECT_EQ(Refusal("x", EventKind::kSoftware, EINVAL, kBare, ""),
            "x not available (EINVAL: this kernel does not have it).");
  EXPECT_EQ(Refusal("kvm:kvm_exit", EventKind::kTracepoint, ENOENT, kBare, ""),
            "kvm:kvm_exit not available (ENOENT: this kernel has no such tracepoint).");
}

TEST(Refusal, WhoForbidsItIsGuessedFromWhatCanBeSeen) {
  const auto why = [](int error, const Surroundings& seen) {
    return Refusal("task-clock", EventKind::kSoftware, error, seen, "getrusage is used instead");
  };
  EXPECT_EQ(why(EACCES, {.paranoid = 3}),
            "task-clock not available (EACCES: kernel.perf_event_paranoid is 3, and this process has no CAP_PERFMON); "
            "getrusage is used instead.");
  EXPECT_EQ(why(EPERM, {.paranoid = 2, .seccomp = true}),
            "task-clock not available (EPERM: kernel.perf_event_paranoid is 2, and this process has no CAP_PERFMON, or "
            "a seccomp filter forbids it); getrusage is used instead.");
  EXPECT_EQ(why(EPERM, {.paranoid = 2, .seccomp = true, .perfmon = true}),
            "task-clock not available (EPERM: a seccomp filter, as of a container, forbids it); getrusage is used "
            "instead.");
  EXPECT_EQ(
      why(EPERM, {.paranoid = 2, .perfmon = true}),
      "task-clock not available (EPERM: a security module or a container forbids it); getrusage is used instead.");
  EXPECT_EQ(why(ENOSYS, {}),
            "task-clock not available (ENOSYS: this kernel is built without perf events); getrusage is used instead.");
  EXPECT_EQ(why(ENOSYS, {.seccomp = true}),
            "task-clock not available (ENOSYS: a seccomp filter, as of a container, hides perf_event_open); getrusage "
            "is used instead.");
}

TEST(LikelyCause, OfOurOwnMaking) {
  EXPECT_EQ(LikelyCause(EventKind::kHardware, EMFILE, kBare), "too many descriptors are open (ulimit -n)");
  EXPECT_EQ(LikelyCause(EventKind::kHardware, EBUSY, kBare), "somebody else has the PMU for himself");
  EXPECT_EQ(LikelyCause(EventKind::kHardware, ENOMEM, kBare), "Cannot allocate memory");
}

}  // namespace
}  // namespace firstbyte::perf
