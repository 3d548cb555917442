// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/profile_measurement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <memory>

#include "base/fake_perf_ring.h"
#include "bench/arm.h"
#include "bench/session.h"
#include "bench/testing.h"
#include "engine/testing.h"
#include "perf/fake_kernel.h"
#include "perf/fake_machine.h"
#include "perf/record_bytes.h"

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;
using workspace::InitPolicy;
using workspace::Operation;

std::vector<Bytes> Pages() { return {TextPage(1), TextPage(2), RandomPage(3)}; }

TEST(BlockOperations, NeverFillsTheRing) {
  // 10 ms of requests of 20 us; a ring of 400 samples holds 100 ms in its quarter.
  EXPECT_EQ(BlockOperations(20'000, 1'000'000, 400), 500);
  // A ring of 8 samples holds 2 ms in its quarter.
  EXPECT_EQ(BlockOperations(20'000, 1'000'000, 8), 100);
  EXPECT_EQ(BlockOperations(20'000, 1'000'000, 3), 1) << "less than one sample in a quarter: as short as can be";
  EXPECT_EQ(BlockOperations(1e9, 1'000'000, 400), 1);
  EXPECT_EQ(BlockOperations(0, 1'000'000, 400), 10'000'000) << "a clock that stands still";
}

class SampleBlocksTest : public ::testing::Test {
 protected:
  SampleBlocksTest() {
    machine_.Paranoid("2");
    kernel_.map = [this](std::size_t) -> void* { return &ring_.page(); };
    system_.calls = kernel_.Get();
    // Each look at the clock is a millisecond later, in which a sample was taken.
    system_.cpu_ns = [this] {
      Write();
      return now_ += 1'000'000;
    };
    options_.root = machine_.root();
    options_.cpu_ns_per_arm = 10'000'000;
    WorkloadOptions options;
    options.operation = Operation::kDecompress;
    workload_ = std::make_shared<const Workload>(Workload::Prepare(CachedEngine(), options, Pages()).value());
    slot_ = std::make_unique<Slot>(
        Slot::Make(workspace::MemoryFor(CachedEngine(), workspace::kDefaultLevel, InitPolicy::kDeferred),
                   workload_->largest_destination(), workload_->most_destination_fragments())
            .value());
    runner_ = std::make_unique<ArmRunner>(
        ArmRunner::Create(CachedEngine(), InitPolicy::kDeferred, workload_, *slot_).value());
  }

  void Write() {
    if (kernel_.open().empty()) return;
    perf::RecordBytes sample;
    sample.U64(0x1000).U32(7).U32(7).U64(1).U64(PERF_SAMPLE_REGS_ABI_64);
    for (std::uint64_t i = 0; i < 17; ++i) sample.U64(i);
    ring_.Write(PERF_RECORD_SAMPLE, sample.U64(0).Words());
  }
  Result<SampledBlocks> Run() {
    return SampleBlocks(*runner_, options_, system_, [this](std::int64_t cpu_ns) -> Result<void> {
      progress_.push_back(cpu_ns);
      if (progress_.size() == ends_after_) return tl::unexpected<Error>(Error{ExitCode::kInterrupted, "Interrupted."});
      return {};
    });
  }

  perf::FakeMachine machine_;
  perf::FakeKernel kernel_;
  FakePerfRing ring_{1 << 16};
  std::int64_t now_ = 0;
  ProfileSystem system_;
  ProfileOptions options_;
  std::shared_ptr<const Workload> workload_;
  std::unique_ptr<Slot> slot_;
  std::unique_ptr<ArmRunner> runner_;
  std::vector<std::int64_t> progress_;
  std::size_t ends_after_ = 0;
};

TEST_F(SampleBlocksTest, RunsBlocksUntilTheTimeIsUsed) {
  kernel_.refuse = [](perf_event_attr& attributes, std::size_t) {
    return attributes.type == PERF_TYPE_HARDWARE ? -ENOENT : 0;
  };
  const auto blocks = Run();
  ASSERT_TRUE(blocks) << blocks.error().message;
  EXPECT_EQ(blocks->event, "cpu-clock:u");
  EXPECT_THAT(blocks->note, HasSubstr("no hardware PMU (ENOENT)"));
  EXPECT_GT(blocks->requests, 0);
  EXPECT_EQ(blocks->slowdown, 1.0) << "each block takes one step of this clock";
  EXPECT_GE(blocks->samples.size(), 10U);
  EXPECT_EQ(blocks->samples.size(), blocks->report.account.samples);
  EXPECT_EQ(blocks->report.account.broken, 0U);
  ASSERT_FALSE(progress_.empty());
  EXPECT_EQ(progress_.back(), options_.cpu_ns_per_arm);
  EXPECT_TRUE(kernel_.open().empty()) << "the counter is closed again";
}

TEST_F(SampleBlocksTest, EndsAtOnceWhereProgressSaysSo) {
  ends_after_ = 2;
  const auto blocks = Run();
  ASSERT_FALSE(blocks);
  EXPECT_EQ(blocks.error().code, ExitCode::kInterrupted);
  EXPECT_EQ(progress_.size(), 2U);
  EXPECT_TRUE(kernel_.open().empty()) << "the counter is closed again";
}

TEST_F(SampleBlocksTest, IsAnErrorWhereSamplingIsForbidden) {
  machine_.Paranoid("4");
  kernel_.refuse = [](perf_event_attr&, std::size_t) { return -EACCES; };
  const auto blocks = Run();
  ASSERT_FALSE(blocks);
  EXPECT_EQ(blocks.error().code, ExitCode::kInvalid);
  EXPECT_THAT(blocks.error().message, HasSubstr("kernel.perf_event_paranoid is 4"));
  EXPECT_EQ(CheckSampling(options_, system_).error().message, blocks.error().message);
}

TEST_F(SampleBlocksTest, IsAnErrorWhereSamplingCannotBeStarted) {
  kernel_.control_error = EIO;
  const auto blocks = Run();
  ASSERT_FALSE(blocks);
  EXPECT_THAT(blocks.error().message, HasSubstr("EIO"));
}

TEST_F(SampleBlocksTest, RefusesAShorterPeriod) {
  options_.period_ns = 999'999;
  EXPECT_EQ(Run().error().code, ExitCode::kUsage);
  EXPECT_EQ(CheckSampling(options_, system_).error().code, ExitCode::kUsage);
}

report::Results DecompressHeader() {
  const workspace::CaseInfo info = workspace::FindCase("linear").value();
  const engine::Catalog engines = engine::Catalog::Open(engine::TestEngineDirectory()).value();
  report::Results header;
  header.arms = MakeArms({"zstd-1.5.4"}, {"baseline", "cached"}, {"decompress"}, info).value();
  for (const char* const probe : {"live", "cached"})
    header.context.engines.push_back(DescribeEngine(engines.Load("zstd-1.5.4", probe).value()).value());
  header.protocol.level = 3;
  header.protocol.request_case = "linear";
  header.protocol.fragments = 1;
  header.protocol.corpus_sha256 = DigestPages(Pages());
  header.protocol.warmup_operations = 2;
  return header;
}

const engine::Catalog& Engines() {
  static const engine::Catalog engines = engine::Catalog::Open(engine::TestEngineDirectory()).value();
  return engines;
}

// One event for the first arm and another for the second would be one sentence for both.
TEST_F(SampleBlocksTest, AnEventThatChangesBetweenArmsIsAnError) {
  int hardware = 0;
  kernel_.refuse = [&hardware](perf_event_attr& attributes, std::size_t) {
    return attributes.type == PERF_TYPE_HARDWARE && ++hardware > 1 ? -EBUSY : 0;
  };
  const auto results = MeasureProfile(DecompressHeader(), Engines(), Pages(), options_, system_,
                                      [](std::int64_t, std::int64_t) { return Result<void>(); });
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().message,
            "baseline was sampled by cycles:u, and what follows it by cpu-clock:u: something else took or left the "
            "hardware's counters in between; profile again.");
}

// The real thing: what is asserted holds whatever a CPUID costs, and however few samples a busy machine gives.
TEST(MeasureProfile, ChargesEveryRealSample) {
  ProfileOptions options;
  options.cpu_ns_per_arm = 200'000'000;
  if (const auto allowed = CheckSampling(options, SystemForProfile()); !allowed)
    GTEST_SKIP() << allowed.error().message;
  std::int64_t last = 0;
  const auto results = MeasureProfile(DecompressHeader(), Engines(), Pages(), options, SystemForProfile(),
                                      [&](std::int64_t done, std::int64_t total) -> Result<void> {
                                        EXPECT_LE(done, total);
                                        EXPECT_GE(done, last);
                                        last = done;
                                        return {};
                                      });
  ASSERT_TRUE(results) << results.error().message;
  ASSERT_EQ(results->arms.size(), 2U);
  for (const report::ProfileArm& arm : results->arms) {
    std::int64_t samples = 0;
    for (const report::ProfileStack& stack : arm.stacks) {
      samples += stack.samples;
      EXPECT_EQ(stack.site.has_value(), stack.instruction == report::LeafInstruction::kCpuid);
      if (!stack.site) continue;
      EXPECT_EQ(arm.arm.probe, "live") << "a cached engine executes none";
      EXPECT_THAT(stack.functions, ::testing::ElementsAre("decompress_request", "ZSTD_initStaticDCtx"));
    }
    EXPECT_EQ(samples, arm.samples);
    EXPECT_EQ(arm.broken, 0);
    EXPECT_GT(arm.requests, 0);
  }
}

}  // namespace
}  // namespace firstbyte::bench
