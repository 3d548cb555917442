// SPDX-License-Identifier: GPL-2.0-or-later
// A stopped thread of another process: its registers and memory, and how it is set going again. Thin over ptrace(2);
// every call tells by its result whether the thread is still there, for a traced thread can be killed at any moment.
#ifndef FIRSTBYTE_CPUID_TRACEE_H_
#define FIRSTBYTE_CPUID_TRACEE_H_

#include <sys/types.h>
#include <sys/user.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/error.h"

namespace firstbyte::cpuid {

using MachineRegisters = user_regs_struct;

std::optional<MachineRegisters> GetRegisters(pid_t tid);
bool SetRegisters(pid_t tid, const MachineRegisters& registers);

// The signals that a thread has blocked: bit n - 1 stands for signal n.
std::optional<std::uint64_t> GetSignalMask(pid_t tid);
bool SetSignalMask(pid_t tid, std::uint64_t mask);
constexpr std::uint64_t SignalBit(int signal) { return std::uint64_t{1} << (signal - 1); }

// The mask that a thread had before an instruction raised a signal; empty if it still has it. For good, the kernel
// unblocks what an instruction raises (force_sig()), and does not tell whether it was blocked. It was if the other
// signals are that instructions raise: who blocks those blocks all there are.
std::optional<std::uint64_t> MaskBeforeRaised(pid_t tid, int signal);

// Whether the SIGTRAP that a thread has stopped with is of the kind that single-stepping makes; the program's own
// breakpoints and signals are of others.
bool IsStepTrap(pid_t tid);

// How a thread goes on.
enum class Resume {
  kContinue,   // until something happens
  kStep,       // for one instruction
  kToSyscall,  // to the next entry or end of a system call
  kListen,     // stays stopped, as the group of a stopped job does
};

// `signal` is delivered first; 0: none.
bool ResumeThread(pid_t tid, Resume how, int signal);

// The number that comes with an event: the new thread's id, for one.
std::optional<unsigned long> EventMessage(pid_t tid);

// The memory of a process, read and written past its protections.
class TraceeMemory {
 public:
  static std::optional<TraceeMemory> Open(pid_t pid);
  // Memory that cannot be looked into: nothing can be read or written.
  static TraceeMemory Closed() { return TraceeMemory(-1); }
  TraceeMemory(TraceeMemory&& other) noexcept;
  TraceeMemory& operator=(TraceeMemory&& other) noexcept;
  ~TraceeMemory();

  // How many bytes could be read, from the start.
  std::size_t Read(std::uint64_t address, std::span<std::uint8_t> out) const;
  bool Write(std::uint64_t address, std::span<const std::uint8_t> bytes) const;

 private:
  explicit TraceeMemory(int fd) : fd_(fd) {}
  int fd_;
};

// Has the only thread of a stopped process make a system call, and puts everything back. `at` is an address in
// executable memory whose bytes may be replaced for the moment. Signals wait until it is done. Returns what the call
// returned; empty if the process died over it.
std::optional<std::int64_t> RemoteSyscall(pid_t tid, const TraceeMemory& memory, std::uint64_t at, std::int64_t number,
                                          std::span<const std::uint64_t> arguments);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACEE_H_
