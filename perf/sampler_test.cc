// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "base/fake_perf_ring.h"
#include "perf/fake_kernel.h"
#include "perf/fake_machine.h"
#include "perf/reading.h"
#include "perf/record_bytes.h"

namespace firstbyte::perf {
namespace {

using ::testing::HasSubstr;

class SamplerTest : public ::testing::Test {
 protected:
  SamplerTest() {
    machine_.Pmu("cpu", "4").Paranoid("2");
    kernel_.map = [this](std::size_t size) -> void* { return size <= most_bytes_ ? &ring_.page() : nullptr; };
  }
  Result<Sampler> Open(bool hardware = false, std::uint64_t period_ns = 1'000'000) {
    SamplerOptions options;
    options.period_ns = period_ns;
    options.hardware = hardware;
    options.root = machine_.root();
    return Sampler::Open(kernel_.Get(), options);
  }
  void Sample(std::uint64_t ip) { ring_.Write(PERF_RECORD_SAMPLE, RecordBytes().U64(ip).U32(7).U32(8).U64(1).Words()); }
  perf_event_attr Opened() const { return kernel_.open().begin()->second.attributes; }

  FakeMachine machine_;
  FakeKernel kernel_;
  FakePerfRing ring_{1 << 16};
  std::size_t most_bytes_ = ~std::size_t{0};
};

TEST_F(SamplerTest, SamplesByTheKernelsClockInUserMode) {
  const auto sampler = Open();
  ASSERT_TRUE(sampler) << sampler.error().message;
  EXPECT_EQ(sampler->event(), "cpu-clock:u");
  EXPECT_EQ(sampler->note(), "");
  const perf_event_attr attributes = Opened();
  EXPECT_EQ(attributes.type, PERF_TYPE_SOFTWARE);
  EXPECT_EQ(attributes.config, PERF_COUNT_SW_CPU_CLOCK);
  EXPECT_EQ(attributes.sample_period, 1'000'000U);
  EXPECT_EQ(attributes.freq, 0U);
  EXPECT_TRUE(attributes.disabled && attributes.exclude_kernel && attributes.mmap2);
  EXPECT_EQ(attributes.inherit, 0U) << "a ring of an inherited event is refused";
}

TEST_F(SamplerTest, CopiesTheStackIfItIsAskedTo) {
  SamplerOptions options;
  options.stack_bytes = 16;
  options.pages = 8;
  options.root = machine_.root();
  auto sampler = Sampler::Open(kernel_.Get(), options);
  ASSERT_TRUE(sampler) << sampler.error().message;
  EXPECT_EQ(Opened().sample_stack_user, 16U);
  EXPECT_EQ(Opened().sample_regs_user, kStackRegisters);
  EXPECT_EQ(sampler->room(), 8 * 4096 / (256 + 16));
  RecordBytes sample;
  sample.U64(0x1000).U32(7).U32(8).U64(1).U64(PERF_SAMPLE_REGS_ABI_64);
  for (std::uint64_t i = 0; i < 17; ++i) sample.U64(100 + i);
  ring_.Write(PERF_RECORD_SAMPLE, sample.U64(16).U64(1).U64(2).U64(16).Words());
  sampler->Drain();
  ASSERT_EQ(sampler->records().samples().size(), 1U);
  EXPECT_EQ(sampler->records().samples()[0].registers.size(), 17U);
  EXPECT_EQ(sampler->records().samples()[0].registers[8], 108U);
  EXPECT_EQ(sampler->records().samples()[0].stack.size(), 16U);
}

TEST_F(SamplerTest, SamplesByCyclesWhereTheHardwareCan) {
  const auto sampler = Open(true, 2'000'000);
  ASSERT_TRUE(sampler);
  EXPECT_EQ(sampler->event(), "cycles:u");
  EXPECT_EQ(Opened().freq, 1U);
  EXPECT_EQ(Opened().sample_freq, 500U);
}

// Row 3, and report R10: such a PMU counts, but has no interrupt.
TEST_F(SamplerTest, FallsBackToTheClockWhereTheHardwareOnlyCounts) {
  for (const int error : {ENOENT, ENXIO, ENODEV, EOPNOTSUPP, EINVAL, EACCES, EPERM}) {
    FakeKernel kernel;
    kernel.refuse = [error](perf_event_attr& attributes, std::size_t) {
      return attributes.type == PERF_TYPE_HARDWARE && attributes.sample_period != 0 ? -error : 0;
    };
    kernel.map = kernel_.map;
    SamplerOptions options;
    options.hardware = true;
    options.root = machine_.root();
    const auto sampler = Sampler::Open(kernel.Get(), options);
    ASSERT_TRUE(sampler) << sampler.error().message;
    EXPECT_EQ(sampler->event(), "cpu-clock:u");
    EXPECT_THAT(sampler->note(),
                HasSubstr("samples by cycles not available (" + std::string(strerrorname_np(error)) + ": "));
    EXPECT_THAT(sampler->note(), HasSubstr("; cpu-clock is sampled instead."));
  }
}

// Row 1.
TEST_F(SamplerTest, SaysThatThereIsNoPmu) {
  machine_.Remove("/sys");
  kernel_.refuse = [](perf_event_attr& attributes, std::size_t) {
    return attributes.type == PERF_TYPE_HARDWARE ? -ENOENT : 0;
  };
  EXPECT_EQ(Open(true)->note(),
            "no hardware PMU (ENOENT), as in many virtual machines: samples by cycles not available; cpu-clock is "
            "sampled instead.");
}

// Row 5.
TEST_F(SamplerTest, IsNothingWhereAllIsForbidden) {
  machine_.Paranoid("4");
  kernel_.refuse = [](perf_event_attr&, std::size_t) { return -EACCES; };
  const auto sampler = Open();
  ASSERT_FALSE(sampler);
  EXPECT_EQ(sampler.error().message,
            "samples not available (EACCES: kernel.perf_event_paranoid is 4, and this process has no CAP_PERFMON); "
            "counts times costs are all that can be shown.");
}

TEST_F(SamplerTest, RefusesToDisturbWhatItSamples) {
  const auto sampler = Open(false, 999'999);
  ASSERT_FALSE(sampler);
  EXPECT_EQ(sampler.error().code, ExitCode::kUsage);
  EXPECT_EQ(kernel_.opened(), 0);
}

TEST_F(SamplerTest, TakesASmallerRingIfItMust) {
  most_bytes_ = std::size_t{9} * 4096;
  EXPECT_TRUE(Open());
  EXPECT_EQ(kernel_.unmapped(), 1);
  most_bytes_ = 4096;
  EXPECT_THAT(Open().error().message, HasSubstr("perf_event_mlock_kb"));
  EXPECT_TRUE(kernel_.open().empty());
}

// With 8 KiB of stack a page holds none, and every sample would be lost.
TEST_F(SamplerTest, RefusesARingThatHoldsNoSamples) {
  SamplerOptions options;
  options.stack_bytes = 8192;
  options.root = machine_.root();
  for (const std::size_t pages : {1, 2, 4, 8}) {
    most_bytes_ = (1 + pages) * 4096;
    const auto sampler = Sampler::Open(kernel_.Get(), options);
    ASSERT_FALSE(sampler) << pages;
    EXPECT_EQ(sampler.error().message,
              "The kernel gives no ring buffer that holds 4 samples; raise kernel.perf_event_mlock_kb.");
    EXPECT_TRUE(kernel_.open().empty());
  }
  most_bytes_ = std::size_t{17} * 4096;
  const auto sampler = Sampler::Open(kernel_.Get(), options);
  ASSERT_TRUE(sampler) << sampler.error().message;
  EXPECT_EQ(sampler->room(), 7U);
}

TEST_F(SamplerTest, GivesItsSamplesAway) {
  auto sampler = Open();
  ASSERT_TRUE(sampler);
  Sample(0x1000);
  sampler->Drain();
  EXPECT_EQ(sampler->TakeSamples().size(), 1U);
  EXPECT_EQ(sampler->TakeSamples().size(), 0U);
  EXPECT_EQ(sampler->records().account().samples, 1U);
}

TEST_F(SamplerTest, AccountsForWhatWasExpected) {
  auto sampler = Open();
  ASSERT_TRUE(sampler);
  ASSERT_TRUE(sampler->Enable());
  EXPECT_FALSE(sampler->Report()->delivered) << "nothing was expected yet";
  kernel_.Run(10'000'000);
  for (std::uint64_t i = 0; i < 6; ++i) Sample(0x1000 + i);
  sampler->Drain();
  ring_.Write(PERF_RECORD_LOST, {1, 3});
  ring_.Write(PERF_RECORD_THROTTLE, {100, 1, 1});
  ring_.Write(PERF_RECORD_UNTHROTTLE, {150, 1, 1});
  Sample(0x2000);
  ASSERT_TRUE(sampler->Disable());
  const auto report = sampler->Report();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->account.samples, 7U);
  EXPECT_EQ(report->account.lost, 3U);
  EXPECT_EQ(report->account.throttled_ns, 50U);
  EXPECT_EQ(report->account.broken, 0U);
  EXPECT_EQ(report->running_ns, 10'000'000U);
  EXPECT_EQ(report->expected, 10U);
  EXPECT_EQ(report->delivered, 0.7);
  EXPECT_EQ(report->lost, 0U);
  EXPECT_EQ(sampler->records().samples().back().ip, 0x2000U);
}

TEST_F(SamplerTest, KnowsNoLostSamplesBeforeLinux60) {
  kernel_.refuse = [](perf_event_attr& attributes, std::size_t) {
    return attributes.read_format == kReadFormatWithLost ? -EINVAL : 0;
  };
  auto sampler = Open();
  ASSERT_TRUE(sampler);
  EXPECT_FALSE(sampler->Report()->lost);
}

TEST_F(SamplerTest, SaysWhatCannotBeRead) {
  auto sampler = Open();
  ASSERT_TRUE(sampler);
  ring_.Write(PERF_RECORD_SAMPLE, {1}, 3);
  kernel_.read_error = EIO;
  EXPECT_EQ(sampler->Report().error().message, "The samples cannot be counted (EIO).");
  EXPECT_EQ(sampler->records().account().broken, 1U);
  kernel_.control_error = EIO;
  EXPECT_EQ(sampler->Enable().error().message, "The sampling cannot be started (EIO).");
  EXPECT_EQ(sampler->Disable().error().message, "The sampling cannot be stopped (EIO).");
}

}  // namespace
}  // namespace firstbyte::perf
