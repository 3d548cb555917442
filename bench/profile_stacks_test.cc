// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/profile_stacks.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "bench/testing.h"
#include "cpuid/scan.h"

namespace firstbyte::bench {
namespace {

using report::LeafInstruction;
using report::StackEnd;
using ::testing::ElementsAre;

[[gnu::noinline]] void Loop() { asm volatile("nop"); }
[[gnu::noinline]] void RunRequest() { asm volatile("nop; nop"); }
[[gnu::noinline]] void Caller() { asm volatile("nop; nop; nop"); }

std::uint64_t In(void (*function)()) { return reinterpret_cast<std::uintptr_t>(function) + 1; }

// Addresses of the live engine in this process.
struct EngineAddresses {
  EngineAddresses() {
    Dl_info info{};
    dladdr(reinterpret_cast<const void*>(LiveEngine().zstd_init_dctx), &info);
    base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    scan = cpuid::ScanFile(info.dli_fname).value();
  }
  std::uint64_t AfterCpuid(std::size_t site) const { return base + scan.sites[site].address + scan.sites[site].length; }
  std::uint64_t base = 0;
  cpuid::ScanResult scan;
};

class StackTallyTest : public ::testing::Test {
 protected:
  void Add(std::vector<std::uint64_t> addresses, int times = 1) {
    next_ = std::move(addresses);
    perf::Sample sample;
    sample.ip = next_.empty() ? In(Caller) : next_.front();
    for (int i = 0; i < times; ++i) tally_.Add(sample);
  }

  EngineAddresses engine_;
  CodeMap code_ = CodeMap::OfThisProcess();
  std::vector<std::uint64_t> next_;
  StackTally tally_{code_, [this](const perf::Sample&) { return next_; }, In(RunRequest) - 1, "compress_request"};
};

TEST_F(StackTallyTest, BeginsAtTheRequestAndEndsAtTheCpuid) {
  ASSERT_EQ(engine_.scan.sites.size(), 4U);
  Add({engine_.AfterCpuid(0), In(Caller), In(RunRequest), In(Loop)}, 3);
  const auto stacks = tally_.Stacks();
  ASSERT_EQ(stacks.size(), 1U);
  EXPECT_THAT(stacks[0].functions, ElementsAre("compress_request", "firstbyte::bench::Caller", "ZSTD_initStaticCCtx"));
  EXPECT_EQ(stacks[0].end, StackEnd::kRequest);
  EXPECT_EQ(stacks[0].instruction, LeafInstruction::kCpuid);
  EXPECT_EQ(stacks[0].site->offset, engine_.scan.sites[0].offset);
  EXPECT_EQ(stacks[0].samples, 3);
}

TEST_F(StackTallyTest, TellsTheSitesOfAFunctionApart) {
  Add({engine_.AfterCpuid(2), In(RunRequest)}, 2);
  Add({engine_.AfterCpuid(3), In(RunRequest)}, 5);
  Add({engine_.AfterCpuid(3) + 1, In(RunRequest)}, 1);
  const auto stacks = tally_.Stacks();
  ASSERT_EQ(stacks.size(), 3U);
  EXPECT_EQ(stacks[0].samples, 5) << "the most frequent first";
  EXPECT_EQ(stacks[0].site->offset, engine_.scan.sites[3].offset);
  EXPECT_EQ(stacks[1].site->offset, engine_.scan.sites[2].offset);
  EXPECT_FALSE(stacks[2].site) << "one byte later is the function's";
  EXPECT_THAT(stacks[2].functions, ElementsAre("compress_request", "ZSTD_initStaticDCtx"));
}

TEST_F(StackTallyTest, PutsAddressesOfOneFunctionTogether) {
  Add({In(Caller), In(RunRequest), In(Loop)});
  Add({In(Caller) + 1, In(RunRequest), In(Loop)});
  Add({In(Caller), In(RunRequest) + 1});
  const auto stacks = tally_.Stacks();
  ASSERT_EQ(stacks.size(), 1U);
  EXPECT_EQ(stacks[0].samples, 3);
}

TEST_F(StackTallyTest, KeepsTheInnermostFunctionOfWhatItCannotFollow) {
  Add({engine_.AfterCpuid(0)});
  Add({engine_.AfterCpuid(0) + 1, 0x10});
  Add({In(Caller), In(Loop)});
  Add({});
  for (const report::ProfileStack& stack : tally_.Stacks()) {
    ASSERT_EQ(stack.functions.size(), 1U);
    const bool in_engine = stack.functions[0] == "ZSTD_initStaticCCtx";
    EXPECT_EQ(stack.end, in_engine ? StackEnd::kNotFollowed : StackEnd::kOutside) << stack.functions[0];
  }
  EXPECT_EQ(tally_.Stacks().size(), 3U) << "without an address to begin with it is where the sample was";
}

TEST(CopyOf, PutsTheKernelsRegistersIntoDwarfsOrder) {
  perf::Sample sample;
  sample.ip = 0x1234;
  sample.registers.resize(17);
  std::iota(sample.registers.begin(), sample.registers.end(), 100);
  sample.stack = {1, 2, 3};
  const cpuid::StackCopy copy = CopyOf(sample);
  // rax rdx rcx rbx rsi rdi rbp rsp, of ax bx cx dx si di bp sp ip r8...
  EXPECT_THAT(copy.registers,
              ElementsAre(100, 103, 102, 101, 104, 105, 106, 107, 109, 110, 111, 112, 113, 114, 115, 116, 108));
  EXPECT_EQ(copy.stack.size(), 3U);
}

TEST(CopyOf, HasTheAddressAloneOfASampleWithoutRegisters) {
  perf::Sample sample;
  sample.ip = 0x1234;
  const cpuid::StackCopy copy = CopyOf(sample);
  EXPECT_EQ(copy.registers.back(), 0x1234U);
  EXPECT_TRUE(copy.stack.empty());
}

}  // namespace
}  // namespace firstbyte::bench
