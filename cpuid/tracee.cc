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

// Waits for the trap behind a remote system call; stops of other kinds (a filter of ours sees the call) are passed
// over. Signals that arrive meanwhile wait in the kernel: none is delivered.
bool WaitForTrap(pid_t tid) {
  for (int i = 0; i < 16; ++i) {
    int status = 0;
    if (waitpid(tid, &status, __WALL) != tid || !WIFSTOPPED(status)) return false;
    const bool plain_trap = WSTOPSIG(status) == SIGTRAP && status >> 16 == 0;
    if (plain_trap) return true;
    const bool event = status >> 16 != 0;
    if (!ResumeThread(tid, Resume::kContinue, event || WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status)))
      return false;
  }
  return false;
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
  std::array<std::uint8_t, kSyscallAndTrap.size()> saved_bytes{};
  if (!saved || memory.Read(at, saved_bytes) != saved_bytes.size()) return std::nullopt;
  MachineRegisters call = *saved;
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
  const bool done = memory.Write(at, kSyscallAndTrap) && SetRegisters(tid, call) &&
                    ResumeThread(tid, Resume::kContinue, 0) && WaitForTrap(tid);
  const auto after = done ? GetRegisters(tid) : std::nullopt;
  const bool restored = memory.Write(at, saved_bytes) && SetRegisters(tid, *saved);
  if (!after || !restored) return std::nullopt;
  return static_cast<std::int64_t>(after->rax);
}

}  // namespace firstbyte::cpuid
