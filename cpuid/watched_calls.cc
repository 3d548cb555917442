// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/watched_calls.h"

#include <sched.h>
#include <sys/syscall.h>

#include <span>

namespace firstbyte::cpuid {
namespace {

constexpr std::uint64_t kFirstError = static_cast<std::uint64_t>(-4095);  // results from here on are errors

std::span<std::uint8_t> BytesOf(std::uint64_t& number) {
  return {reinterpret_cast<std::uint8_t*>(&number), sizeof number};
}

// clone3's flags come first in its structure; clone's are its first argument.
bool TakeOutUntraced(TracedThread& thread, MachineRegisters registers) {
  const bool in_memory = registers.orig_rax == SYS_clone3;
  std::uint64_t flags = registers.rdi;
  const TraceeMemory& memory = thread.program->space->memory();
  if (in_memory && memory.Read(registers.rdi, BytesOf(flags)) != sizeof flags) return true;  // the call will fail
  if ((flags & CLONE_UNTRACED) == 0) return true;
  thread.untraced = {flags, in_memory ? std::optional<std::uint64_t>(registers.rdi) : std::nullopt};
  flags &= ~std::uint64_t{CLONE_UNTRACED};
  if (in_memory) return memory.Write(registers.rdi, BytesOf(flags));
  registers.rdi = flags;
  return SetRegisters(thread.tid, registers);
}

void PutBackUntraced(TracedThread& thread) {
  if (!thread.untraced) return;
  UntracedFlags untraced = *thread.untraced;
  thread.untraced.reset();
  const std::uint64_t changed = untraced.flags & ~std::uint64_t{CLONE_UNTRACED};
  if (!untraced.address) {
    if (auto registers = GetRegisters(thread.tid)) {
      registers->rdi = untraced.flags;
      SetRegisters(thread.tid, *registers);
    }
    return;
  }
  // Who shares the memory may have put it to another use by now.
  std::uint64_t now = 0;
  const TraceeMemory& memory = thread.program->space->memory();
  if (memory.Read(*untraced.address, BytesOf(now)) == sizeof now && now == changed)
    memory.Write(*untraced.address, BytesOf(untraced.flags));
}

}  // namespace

bool BeginWatchedCall(TracedThread& thread) {
  const auto registers = GetRegisters(thread.tid);
  if (!registers || thread.program == nullptr) return true;
  switch (registers->orig_rax) {
    case SYS_clone:
    case SYS_clone3:
      return TakeOutUntraced(thread, *registers);
    case SYS_mmap:
    case SYS_mprotect:
    case SYS_pkey_mprotect:
      // All three begin with an address and a length.
      thread.mapping_code = {registers->rdi, registers->rsi};
      thread.maps_fresh_address = registers->orig_rax == SYS_mmap;
      return true;
    default:
      return true;  // a filter of the program's own
  }
}

bool InWatchedCall(const TracedThread& thread) { return thread.mapping_code || thread.untraced; }

std::optional<CodeRange> EndWatchedCall(TracedThread& thread) {
  PutBackUntraced(thread);
  if (!thread.mapping_code) return std::nullopt;
  auto [begin, length] = *thread.mapping_code;
  thread.mapping_code.reset();
  const auto registers = GetRegisters(thread.tid);
  if (!registers || registers->rax >= kFirstError) return std::nullopt;
  if (thread.maps_fresh_address) begin = registers->rax;
  return CodeRange{begin, begin + length};
}

}  // namespace firstbyte::cpuid
