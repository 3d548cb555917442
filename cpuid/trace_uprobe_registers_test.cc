// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_uprobe_registers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "base/fake_perf_ring.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Seen = std::vector<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>>;

// A ring of 128 bytes.
class Ring : public FakePerfRing {
 public:
  Ring() : FakePerfRing(128) {}

  void Sample(std::uint64_t id, std::uint64_t ax, std::uint64_t cx) { Write(PERF_RECORD_SAMPLE, {id, 2, ax, cx}); }

  Seen Drain() {
    Seen seen;
    DrainRing(page(), [&seen](const RegisterSample& sample) { seen.emplace_back(sample.id, sample.eax, sample.ecx); });
    return seen;
  }
};

TEST(DrainRing, TakesEachSampleOnce) {
  Ring ring;
  ring.Sample(5, 7, 1);
  ring.Sample(6, 0x80000000, 0xFFFFFFFF00000002);
  EXPECT_THAT(ring.Drain(), ElementsAre(std::tuple(5, 7, 1), std::tuple(6, 0x80000000, 2)));
  EXPECT_EQ(ring.page().data_tail, ring.page().data_head);
  EXPECT_THAT(ring.Drain(), IsEmpty());
}

// At every place of the ring, so that its end is once inside each field.
TEST(DrainRing, PutsTogetherWhatTheEndCuts) {
  for (std::uint64_t at = 0; at < 256; at += 8) {
    Ring ring;
    ring.StartAt(at);
    ring.Sample(1, 2, 3);
    ring.Sample(4, 5, 6);
    EXPECT_THAT(ring.Drain(), ElementsAre(std::tuple(1, 2, 3), std::tuple(4, 5, 6))) << at;
  }
}

TEST(DrainRing, PassesOtherRecordsOver) {
  Ring ring;
  ring.Write(PERF_RECORD_LOST, {9, 100});
  ring.Sample(1, 2, 3);
  ring.Write(PERF_RECORD_SAMPLE, {1, 0});  // of a thread without registers
  EXPECT_THAT(ring.Drain(), ElementsAre(std::tuple(1, 2, 3)));
}

TEST(DrainRing, EndsAtARecordThatMakesNoSense) {
  Ring shorter;
  shorter.Write(PERF_RECORD_SAMPLE, {1, 2, 3, 4}, 4);
  EXPECT_THAT(shorter.Drain(), IsEmpty());
  EXPECT_EQ(shorter.page().data_tail, shorter.page().data_head);
  Ring longer;
  longer.Write(PERF_RECORD_SAMPLE, {1, 2, 3, 4}, 48);
  EXPECT_THAT(longer.Drain(), IsEmpty());
}

// Counters that open, of a kernel that then refuses one step.
struct FakeCalls {
  int open = 0;
  int closed = 0;
  int most_opens = 1000;
  int off_cpu = -2;
  int control_error = 0;

  PerfCalls Get() {
    return {.open =
                [this](perf_event_attr& attributes, pid_t, int cpu, int group) {
                  EXPECT_EQ(group, -1);
                  EXPECT_EQ(attributes.sample_period, 1U);
                  EXPECT_TRUE(attributes.inherit && attributes.disabled && attributes.enable_on_exec);
                  if (cpu == off_cpu) return -ENODEV;
                  return open < most_opens ? 100000 + open++ : -EMFILE;
                },
            .read = {},
            .close = [this](int) { __atomic_add_fetch(&closed, 1, __ATOMIC_RELAXED); },
            .control = [this](int, unsigned long, std::uintptr_t) { return control_error; },
            .map = [](int, std::size_t) -> void* { return nullptr; },
            .unmap = {}};
  }
};

TEST(UprobeRegisters, GivesUpWithTheReasonAndClosesWhatWasOpen) {
  FakeCalls descriptors;
  descriptors.most_opens = 2;
  const auto too_many = UprobeRegisters::Open(descriptors.Get(), 1, {1, 2, 3}, 2);
  ASSERT_FALSE(too_many);
  EXPECT_EQ(too_many.error().message, "perf_event_open: Too many open files");
  EXPECT_EQ(descriptors.closed, 2);
  FakeCalls memory;
  EXPECT_THAT(UprobeRegisters::Open(memory.Get(), 1, {1, 2, 3}, 2).error().message, HasSubstr("no ring buffer"));
  EXPECT_EQ(memory.closed, 3);
  FakeCalls number;
  number.control_error = -EINVAL;
  EXPECT_EQ(UprobeRegisters::Open(number.Get(), 1, {1}, 1).error().message, "PERF_EVENT_IOC_ID: Invalid argument");
}

TEST(UprobeRegisters, DoesNotBurdenTheProgramWithThousands) {
  FakeCalls calls;
  const std::vector<std::uint64_t> ids(100);
  EXPECT_EQ(UprobeRegisters::Open(calls.Get(), 1, ids, 64).error().message,
            "100 uprobes on 64 CPUs would burden each new thread of the program");
  EXPECT_EQ(calls.open, 0);
}

TEST(UprobeRegisters, NeedsNoCpuThatIsOff) {
  FakeCalls calls;
  calls.off_cpu = 0;
  const auto registers = UprobeRegisters::Open(calls.Get(), 1, {1, 2}, 1);
  ASSERT_TRUE(registers) << registers.error().message;
  EXPECT_THAT((*registers)->Finish(), ElementsAre(IsEmpty(), IsEmpty()));
}

}  // namespace
}  // namespace firstbyte::cpuid
