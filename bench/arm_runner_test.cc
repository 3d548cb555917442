// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/arm_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "bench/round.h"
#include "bench/testing.h"

namespace firstbyte::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using workspace::InitPolicy;
using workspace::Operation;
using workspace::RequestCase;

std::shared_ptr<const Workload> MakeWorkload(Operation operation, RequestCase request_case,
                                             const std::vector<Bytes>& pages) {
  WorkloadOptions options;
  options.operation = operation;
  options.request_case = request_case;
  return std::make_shared<const Workload>(Workload::Prepare(CachedEngine(), options, pages).value());
}

Slot SlotFor(const Workload& workload, InitPolicy policy) {
  return Slot::Make(workspace::MemoryFor(CachedEngine(), workspace::kDefaultLevel, policy),
                    workload.largest_destination(), workload.most_destination_fragments())
      .value();
}

class EachPolicy : public ::testing::TestWithParam<std::pair<Operation, InitPolicy>> {};

TEST_P(EachPolicy, BlocksOfAnyLengthGoRoundTheWorkloadAndCheckOut) {
  const auto [operation, policy] = GetParam();
  const auto workload = MakeWorkload(operation, RequestCase::kLinear,
                                     {TextPage(1), TextPage(2), TextPage(3), RandomPage(1), TextPage(5)});
  const Slot slot = SlotFor(*workload, policy);
  auto runner = ArmRunner::Create(LiveEngine(), policy, workload, slot);
  ASSERT_TRUE(runner) << runner.error().message;
  for (const std::int64_t operations : {1, 3, 5, 7, 12, 0, 4}) {
    const std::uint64_t sum = runner->RunBlock(operations);
    EXPECT_TRUE(runner->CheckBlock(operations, sum)) << operations;
    EXPECT_FALSE(runner->CheckBlock(operations, sum + 1)) << operations;
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, EachPolicy,
                         ::testing::Values(std::pair{Operation::kCompress, InitPolicy::kEager},
                                           std::pair{Operation::kCompress, InitPolicy::kDeferred},
                                           std::pair{Operation::kCompress, InitPolicy::kReuse},
                                           std::pair{Operation::kDecompress, InitPolicy::kEager},
                                           std::pair{Operation::kDecompress, InitPolicy::kDeferred},
                                           std::pair{Operation::kDecompress, InitPolicy::kReuse}));

TEST(ArmRunner, ErrorsThatAreExpectedAreOutcomes) {
  const auto workload = MakeWorkload(Operation::kCompress, RequestCase::kZswapStore, {TextPage(1), RandomPage(1)});
  const Slot slot = SlotFor(*workload, InitPolicy::kEager);
  auto runner = ArmRunner::Create(CachedEngine(), InitPolicy::kEager, workload, slot);
  ASSERT_TRUE(runner) << runner.error().message;
  EXPECT_TRUE(runner->CheckBlock(5, runner->RunBlock(5)));
}

TEST(ArmRunner, AnEngineWithOtherOutputIsRefused) {
  const auto workload = MakeWorkload(Operation::kCompress, RequestCase::kLinear, {TextPage(1)});
  firstbyte_engine other = CachedEngine();
  other.zstd_compress_cctx = [](void* cctx, void* dst, size_t capacity, const void* src, size_t size,
                                const firstbyte_parameters* p) {
    const size_t produced = CachedEngine().zstd_compress_cctx(cctx, dst, capacity, src, size, p);
    static_cast<unsigned char*>(dst)[produced - 1] ^= 1;
    return produced;
  };
  const Slot slot = SlotFor(*workload, InitPolicy::kDeferred);
  const auto runner = ArmRunner::Create(other, InitPolicy::kDeferred, workload, slot);
  ASSERT_FALSE(runner);
  EXPECT_THAT(runner.error().message, HasSubstr("gives another result for page 0"));
}

TEST(ArmRunner, ABlockThatFailsIsSeen) {
  const auto workload = MakeWorkload(Operation::kCompress, RequestCase::kLinear, {TextPage(1)});
  const Slot slot = SlotFor(*workload, InitPolicy::kDeferred);
  auto runner = ArmRunner::CreateAround(
      CachedEngine(), InitPolicy::kDeferred, [](workspace::SharedWorkspace&, workspace::Request&) { return -EIO; },
      workload, slot);
  ASSERT_TRUE(runner);
  const auto ok = runner->CheckBlock(10, runner->RunBlock(10));
  ASSERT_FALSE(ok);
  EXPECT_THAT(ok.error().message, HasSubstr("cannot be trusted"));
}

std::vector<ArmRunner> TwoRunners(const std::shared_ptr<const Workload>& workload, const Slot& slot_a,
                                  const Slot& slot_b) {
  std::vector<ArmRunner> runners;
  runners.push_back(ArmRunner::Create(CachedEngine(), InitPolicy::kEager, workload, slot_a).value());
  runners.push_back(ArmRunner::Create(CachedEngine(), InitPolicy::kReuse, workload, slot_b).value());
  return runners;
}

TEST(MeasureRound, TakesTheArmsInOrderWithReadingsAroundEachBlock) {
  const auto workload = MakeWorkload(Operation::kDecompress, RequestCase::kLinear, {TextPage(1), TextPage(2)});
  const Slot slot_a = SlotFor(*workload, InitPolicy::kEager);
  const Slot slot_b = SlotFor(*workload, InitPolicy::kReuse);
  std::vector<ArmRunner> runners = TwoRunners(workload, slot_a, slot_b);
  FakeMeter meter(100);
  const auto round = MeasureRound(runners, {1, 0}, 3, meter);
  ASSERT_TRUE(round);
  EXPECT_THAT(meter.log(), ElementsAre("before", "after", "before", "after"));
  ASSERT_EQ(round->samples.size(), 2u);
  EXPECT_EQ(round->samples[0].arm, 1);
  EXPECT_EQ(round->samples[0].position, 0);
  EXPECT_EQ(round->samples[1].arm, 0);
  EXPECT_EQ(round->samples[1].position, 1);
  EXPECT_EQ(round->samples[0].wall_ns, 100);
  EXPECT_EQ(round->samples[0].cpu_ns, 50);
  EXPECT_EQ(round->samples[0].migrations, std::nullopt);
}

TEST(Slot, FragmentsLieOnPagesOfTheirOwnAndDoNotOverlap) {
  const Slot slot = Slot::Make(100, 10000, 3).value();
  const std::vector<std::size_t> sizes = {5000, 1, 4999};
  const auto fragments = slot.Destination(sizes);
  ASSERT_EQ(fragments.size(), 3u);
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(fragments[i].data) % workspace::kPageBytes, 0u);
    std::memset(fragments[i].data, static_cast<int>(i), fragments[i].size);
  }
  EXPECT_GE(fragments[1].data, fragments[0].data + 5000);
  EXPECT_GE(fragments[2].data, fragments[1].data + 1);
  EXPECT_EQ(fragments[0].data[4999], 0);
}

TEST(MappedMemory, ThatCannotBeHadIsAnError) {
  const auto memory = MappedMemory::Map(std::size_t{1} << 60);
  ASSERT_FALSE(memory);
  EXPECT_THAT(memory.error().message, HasSubstr("There is no memory"));
}

}  // namespace
}  // namespace firstbyte::bench
