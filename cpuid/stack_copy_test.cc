// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/stack_copy.h"

#include <gtest/gtest.h>
#include <ucontext.h>

#include <cstdint>
#include <vector>

namespace firstbyte::cpuid {
namespace {

#if defined(__x86_64__)

// Registers of a caller as getcontext(3) has them, in DWARF's order.
constexpr int kContextOrder[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_R8,
                                 REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};

constexpr std::size_t kCopied = 4096;

struct Moment {
  StackCopy copy;
  std::vector<std::uint8_t> bytes;
};

// As the kernel does when it takes a sample. The return addresses of the functions below are noted, so that the walk
// has something to agree with.
struct Noted {
  Moment moment;
  std::uint64_t middle = 0;
  std::uint64_t outer = 0;
};

std::uint64_t ReturnAddress(void* address) { return reinterpret_cast<std::uintptr_t>(address); }

[[gnu::noipa]] int Innermost(Noted& noted) {
  ucontext_t context;
  getcontext(&context);
  Moment& moment = noted.moment;
  for (std::size_t i = 0; i < kDwarfRegisters; ++i)
    moment.copy.registers[i] = static_cast<std::uint64_t>(context.uc_mcontext.gregs[kContextOrder[i]]);
  const auto* const stack = reinterpret_cast<const std::uint8_t*>(moment.copy.registers[kDwarfStackPointer]);
  moment.bytes.assign(stack, stack + kCopied);
  moment.copy.stack = moment.bytes;
  noted.middle = ReturnAddress(__builtin_return_address(0));
  return static_cast<int>(moment.bytes[0]);
}

[[gnu::noipa]] int Middle(Noted& noted) {
  noted.outer = ReturnAddress(__builtin_return_address(0));
  return Innermost(noted) + 1;
}

TEST(StackUnwinder, FollowsTheUnwindTables) {
  auto unwinder = StackUnwinder::OfThisProcess();
  ASSERT_TRUE(unwinder) << unwinder.error().message;
  Noted noted;
  (void)Middle(noted);
  for (int again = 0; again < 2; ++again) {
    const auto addresses = unwinder->Walk(noted.moment.copy);
    ASSERT_GE(addresses.size(), 3U);
    EXPECT_EQ(addresses[0], noted.moment.copy.registers.back());
    EXPECT_EQ(addresses[1], noted.middle - 1);
    EXPECT_EQ(addresses[2], noted.outer - 1);
  }
}

TEST(StackUnwinder, EndsWhereTheCopyDoes) {
  auto unwinder = StackUnwinder::OfThisProcess();
  ASSERT_TRUE(unwinder);
  Noted noted;
  (void)Middle(noted);
  noted.moment.copy.stack = noted.moment.copy.stack.first(8);
  EXPECT_EQ(unwinder->Walk(noted.moment.copy).size(), 1U);
  noted.moment.copy.stack = {};
  EXPECT_EQ(unwinder->Walk(noted.moment.copy).size(), 1U);
}

TEST(StackUnwinder, EndsAtOnceWhereNoCodeIs) {
  auto unwinder = StackUnwinder::OfThisProcess();
  ASSERT_TRUE(unwinder);
  StackCopy copy;
  copy.registers.back() = 0x10;
  EXPECT_LE(unwinder->Walk(copy).size(), 1U);
}

#else

TEST(StackUnwinder, KnowsTheRegistersOfX8664Only) { GTEST_SKIP() << "not an x86-64 machine"; }

#endif

}  // namespace
}  // namespace firstbyte::cpuid
