// SPDX-License-Identifier: GPL-2.0-or-later
// The call stack of this process at a moment that is over, from what was copied then: registers, and bytes of the
// stack. By unwind tables (libdw), so that code without frame pointers can be followed.
//
// It ends where the copy does, and at code without tables, as hand-written assembly may be. Shared objects must still
// be loaded where they were.
#ifndef FIRSTBYTE_CPUID_STACK_COPY_H_
#define FIRSTBYTE_CPUID_STACK_COPY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/error.h"

namespace firstbyte::cpuid {

// By DWARF's numbers (System V ABI for AMD64, figure 3.36): rax rdx rcx rbx rsi rdi rbp rsp r8...r15, return address.
inline constexpr std::size_t kDwarfRegisters = 17;
inline constexpr std::size_t kDwarfStackPointer = 7;

struct StackCopy {
  std::array<std::uint64_t, kDwarfRegisters> registers{};  // the last is where the thread was
  std::span<const std::uint8_t> stack;                     // from the stack pointer on
};

class StackUnwinder {
 public:
  // Knows what is mapped now.
  static Result<StackUnwinder> OfThisProcess();
  StackUnwinder(StackUnwinder&&) noexcept;
  StackUnwinder& operator=(StackUnwinder&&) noexcept;
  ~StackUnwinder();

  // Addresses from the innermost function, where it is the one that was to be executed next, to the outermost that
  // could be reached; of a caller, inside its call.
  std::vector<std::uint64_t> Walk(const StackCopy& copy);

 private:
  struct Impl;
  explicit StackUnwinder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_STACK_COPY_H_
