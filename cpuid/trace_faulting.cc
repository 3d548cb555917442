// SPDX-License-Identifier: GPL-2.0-or-later
// CPUID faulting: the CPU itself reports each CPUID of a program as a fault (arch_prctl(ARCH_SET_CPUID, 0)), where it
// and the kernel have that. Sees code that is written at run time, too.
#include <fmt/core.h>
#include <sys/syscall.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <span>

#include "cpuid/decode.h"
#include "cpuid/trace_context.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::uint64_t kArchSetCpuid = 0x1012;  // asm/prctl.h: ARCH_SET_CPUID; 0 makes CPUID fault

class FaultingMethod : public Method {
 public:
  explicit FaultingMethod(TraceContext& context) : context_(context) {}

  // A child that is not traced would die of its first CPUID.
  bool needs_filter() const override { return true; }

  // An exec switches faulting off again; a fork keeps it.
  Result<void> OnExec(TracedThread& thread) override {
    if (!thread.program->is_64_bit) return {};
    const auto registers = GetRegisters(thread.tid);
    if (!registers) return {};
    const std::array<std::uint64_t, 2> arguments = {kArchSetCpuid, 0};
    const auto status =
        RemoteSyscall(thread.tid, thread.program->space->memory(), registers->rip, SYS_arch_prctl, arguments);
    if (!status) return {};
    if (*status < 0) {
      return InvalidError(fmt::format("This kernel or CPU offers no CPUID faulting ({}); use --method=breakpoints.",
                                      std::strerror(static_cast<int>(-*status))));
    }
    thread.program->PlantMain();
    return {};
  }

  bool OnTrap(TracedThread& thread) override {
    const auto registers = GetRegisters(thread.tid);
    return !registers || context_.ReachMain(thread, *registers);
  }

  bool OnSignal(TracedThread& thread, int signal) override {
    if (signal != SIGSEGV) return false;
    const auto registers = GetRegisters(thread.tid);
    std::array<std::uint8_t, 15> bytes{};
    if (!registers) return false;
    const std::size_t got = thread.program->space->memory().Read(registers->rip, bytes);
    const auto instruction = DecodeAt(std::span(bytes).first(got));
    if (!instruction || !instruction->is_cpuid) return false;
    thread.pending = context_.Describe(thread, registers->rip, instruction->length, *registers);
    AnswerInPlaceOf(thread.tid, *registers, registers->rip + instruction->length);
    if (const auto mask = MaskBeforeRaised(thread.tid, SIGSEGV)) SetSignalMask(thread.tid, *mask);
    context_.Count(thread);
    return true;
  }

 private:
  TraceContext& context_;
};

}  // namespace

std::unique_ptr<Method> MakeFaultingMethod(TraceContext& context) { return std::make_unique<FaultingMethod>(context); }

}  // namespace firstbyte::cpuid
