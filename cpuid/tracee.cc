// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/tracee.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace firstbyte::cpuid {
namespace {

constexpr std::array<std::uint8_t, 3> kSyscallAndTrap = {0x0F, 0x05, 0xCC};

// All but the one that stops the thread behind the call; a forced SIGTRAP would be taken for unblocked for good.
constexpr std::uint64_t kAllButTrap = ~SignalBit(SIGTRAP);

enum class CallEnd { kTrap, kTrapAndStop, kGone };

// Waits for the trap behind a remote system call; stops of other kinds (a filter of ours sees the call) are passed
// over. SIGSTOP is the one signal that cannot be made to wait: it is taken, and told of.
CallEnd WaitForTrap(pid_t tid) {
  CallEnd end = CallEnd::kTrap;
  for (int i = 0; i < 16; ++i) {
    int status = 0;
    if (waitpid(tid, &status, __WALL) != tid || !WIFSTOPPED(status)) return CallEnd::kGone;
    const bool event = status >> 16 != 0;
    if (!event && WSTOPSIG(status) == SIGTRAP) return end;
    if (!event && WSTOPSIG(status) == SIGSTOP) end = CallEnd::kTrapAndStop;
    if (!ResumeThread(tid, Resume::kContinue, 0)) return CallEnd::kGone;
  }
  return CallEnd::kGone;
}

MachineRegisters CallRegisters(MachineRegisters call, std::uint64_t at, std::int64_t number,
                               std::span<const std::uint64_t> arguments) {
  std::array<std::uint64_t, 6> a{};
  std::copy_n(arguments.begin(), std::min(arguments.size(), a.size()), a.begin());
  call.rip = at;
  call.rax = static_cast<std::uint64_t>(number);
  call.orig_rax = static_cast<std::uint64_t>(-1);  // not in a system call that the kernel might restart
  call.rdi = a[0];
  call.rsi = a[1];
  call.rdx = a[2];
  call.r10 = a[3];
  call.r8 = a[4];
  call.r9 = a[5];
  return call;
}

}  // namespace

std::optional<MachineRegisters> GetRegisters(pid_t tid) {
  MachineRegisters registers{};
  if (ptrace(PTRACE_GETREGS, tid, nullptr, &registers) != 0) return std::nullopt;
  return registers;
}

bool SetRegisters(pid_t tid, const MachineRegisters& registers) {
  return ptrace(PTRACE_SETREGS, tid, nullptr, &registers) == 0;
}

std::optional<std::uint64_t> GetSignalMask(pid_t tid) {
  std::uint64_t mask = 0;
  if (ptrace(PTRACE_GETSIGMASK, tid, sizeof mask, &mask) != 0) return std::nullopt;
  return mask;
}

bool SetSignalMask(pid_t tid, std::uint64_t mask) { return ptrace(PTRACE_SETSIGMASK, tid, sizeof mask, &mask) == 0; }

std::optional<std::uint64_t> MaskBeforeRaised(pid_t tid, int signal) {
  constexpr std::uint64_t kRaised =
      SignalBit(SIGILL) | SignalBit(SIGTRAP) | SignalBit(SIGBUS) | SignalBit(SIGFPE) | SignalBit(SIGSEGV);
  const std::uint64_t others = kRaised & ~SignalBit(signal);
  const auto mask = GetSignalMask(tid);
  if (!mask || (*mask & others) != others) return std::nullopt;
  return *mask | SignalBit(signal);
}

bool IsStepTrap(pid_t tid) {
  siginfo_t info{};
  if (ptrace(PTRACE_GETSIGINFO, tid, nullptr, &info) != 0) return true;  // the thread is gone
  // A step, the end of a system call, and the entry into a signal handler (ptrace_notify() of the kernel).
  return info.si_code == TRAP_TRACE || info.si_code == TRAP_BRKPT || info.si_code == SIGTRAP;
}

bool ResumeThread(pid_t tid, Resume how, int signal) {
  auto* const data = reinterpret_cast<void*>(static_cast<std::intptr_t>(signal));
  switch (how) {
    case Resume::kContinue:
      return ptrace(PTRACE_CONT, tid, nullptr, data) == 0;
    case Resume::kStep:
      return ptrace(PTRACE_SINGLESTEP, tid, nullptr, data) == 0;
    case Resume::kToSyscall:
      return ptrace(PTRACE_SYSCALL, tid, nullptr, data) == 0;
    case Resume::kListen:
      return ptrace(PTRACE_LISTEN, tid, nullptr, nullptr) == 0;
  }
  return false;
}

std::optional<unsigned long> EventMessage(pid_t tid) {
  unsigned long message = 0;
  if (ptrace(PTRACE_GETEVENTMSG, tid, nullptr, &message) != 0) return std::nullopt;
  return message;
}

std::optional<TraceeMemory> TraceeMemory::Open(pid_t pid) {
  const int fd = open(fmt::format("/proc/{}/mem", pid).c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  return TraceeMemory(fd);
}

TraceeMemory::TraceeMemory(TraceeMemory&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
TraceeMemory& TraceeMemory::operator=(TraceeMemory&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}
TraceeMemory::~TraceeMemory() {
  if (fd_ >= 0) close(fd_);
}

std::size_t TraceeMemory::Read(std::uint64_t address, std::span<std::uint8_t> out) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = pread(fd_, out.data() + done, out.size() - done, static_cast<off_t>(address + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

bool TraceeMemory::Write(std::uint64_t address, std::span<const std::uint8_t> bytes) const {
  return pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(address)) == static_cast<ssize_t>(bytes.size());
}

std::optional<std::int64_t> RemoteSyscall(pid_t tid, const TraceeMemory& memory, std::uint64_t at, std::int64_t number,
                                          std::span<const std::uint64_t> arguments) {
  const auto saved = GetRegisters(tid);
  const auto mask = GetSignalMask(tid);
  std::array<std::uint8_t, kSyscallAndTrap.size()> bytes{};
  if (!saved || !mask || memory.Read(at, bytes) != bytes.size()) return std::nullopt;
  const bool started = SetSignalMask(tid, kAllButTrap) && memory.Write(at, kSyscallAndTrap) &&
                       SetRegisters(tid, CallRegisters(*saved, at, number, arguments)) &&
                       ResumeThread(tid, Resume::kContinue, 0);
  const CallEnd end = started ? WaitForTrap(tid) : CallEnd::kGone;
  const auto after = end == CallEnd::kGone ? std::nullopt : GetRegisters(tid);
  const bool restored = memory.Write(at, bytes) && SetRegisters(tid, *saved) && SetSignalMask(tid, *mask);
  if (end == CallEnd::kTrapAndStop) kill(tid, SIGSTOP);
  if (!after || !restored) return std::nullopt;
  return static_cast<std::int64_t>(after->rax);
}

}  // namespace firstbyte::cpuid
