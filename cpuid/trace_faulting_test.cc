// SPDX-License-Identifier: GPL-2.0-or-later
// CPUID faulting on a fault that is made without it: a thread that jumps to a CPUID which may not be executed stops
// as one whose CPUID faults, with the same signal, mask and registers.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "cpuid/trace_context.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::array<std::uint8_t, 4> kCode = {0x0F, 0xA2, 0x90, 0x90};

sigset_t Signals(bool all) {
  sigset_t set;
  all ? sigfillset(&set) : sigemptyset(&set);
  return set;
}

[[noreturn]] void JumpToCpuid(const sigset_t& blocked) {
  void* const page = mmap(nullptr, kCode.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::memcpy(page, kCode.data(), kCode.size());
  std::signal(SIGSEGV, SIG_DFL);
  ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  sigprocmask(SIG_SETMASK, &blocked, nullptr);
  reinterpret_cast<void (*)()>(page)();
  _exit(1);
}

// A child that has stopped with the SIGSEGV of a CPUID.
class Faulted {
 public:
  explicit Faulted(const sigset_t& blocked) : pid_(fork()) {
    if (pid_ == 0) JumpToCpuid(blocked);
    int status = 0;
    stopped_ = waitpid(pid_, &status, 0) == pid_ && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSEGV;
  }
  ~Faulted() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Faulted(const Faulted&) = delete;
  Faulted& operator=(const Faulted&) = delete;
  pid_t pid() const { return pid_; }
  bool stopped() const { return stopped_; }

 private:
  pid_t pid_;
  bool stopped_ = false;
};

// The signals that a thread has blocked when its CPUID has been answered.
std::uint64_t MaskAfterCpuid(const sigset_t& blocked) {
  const Faulted child(blocked);
  EXPECT_TRUE(child.stopped());
  TraceContext context{TraceOptions{}};
  const auto method = MakeFaultingMethod(context);
  TracedThread thread;
  thread.tid = child.pid();
  thread.program = Program::OfExec(child.pid(), context.cache());
  const auto before = GetRegisters(child.pid());
  EXPECT_TRUE(method->OnSignal(thread, SIGSEGV));
  EXPECT_EQ(context.result().total(), 1);
  const auto after = GetRegisters(child.pid());
  EXPECT_TRUE(before && after && after->rip == before->rip + 2);
  return GetSignalMask(child.pid()).value_or(0);
}

TEST(TraceFaulting, KeepsAllSignalsBlockedThatWere) {
  const std::uint64_t blocked = MaskAfterCpuid(Signals(true));
  for (const int signal : {SIGSEGV, SIGTRAP, SIGILL, SIGBUS, SIGFPE, SIGINT, SIGTERM, SIGUSR1})
    EXPECT_NE(blocked & SignalBit(signal), 0U) << signal;
}

TEST(TraceFaulting, BlocksNothingThatWasNot) {
  EXPECT_EQ(MaskAfterCpuid(Signals(false)), 0U);
  sigset_t one = Signals(false);
  sigaddset(&one, SIGUSR1);
  EXPECT_EQ(MaskAfterCpuid(one), SignalBit(SIGUSR1));
}

}  // namespace
}  // namespace firstbyte::cpuid
