// SPDX-License-Identifier: GPL-2.0-or-later
// Single-stepping: every instruction is a stop. It needs to know nothing of the code, so it is what the other methods
// are checked against.
#include <array>
#include <cstdint>
#include <span>

#include "cpuid/decode.h"
#include "cpuid/trace_context.h"

namespace firstbyte::cpuid {
namespace {

class StepMethod : public Method {
 public:
  explicit StepMethod(TraceContext& context) : context_(context) {}

  Resume resume() const override { return Resume::kStep; }

  Result<void> OnExec(TracedThread& thread) override {
    thread.pending.reset();
    Look(thread);
    return {};
  }

  bool OnTrap(TracedThread& thread) override {
    if (!IsStepTrap(thread.tid)) return false;
    ++context_.result().steps;
    const std::int64_t most = context_.options().most_steps;
    if (most > 0 && context_.result().steps >= most) context_.RequestEnd(TraceEnd::kStepLimit);
    Look(thread);
    return true;
  }

  // The handler comes first; the instruction is looked at again when it returns.
  bool OnSignal(TracedThread& thread, int) override {
    Look(thread);
    thread.pending.reset();
    return false;
  }

 private:
  // Counts the CPUID that the last step executed, and looks whether the next instruction is one.
  void Look(TracedThread& thread) {
    const auto registers = GetRegisters(thread.tid);
    if (!registers || !thread.program->is_64_bit) return;
    if (thread.pending && registers->rip == thread.pending->address + thread.pending->length) context_.Count(thread);
    thread.pending.reset();
    Program& program = *thread.program;
    if (!program.in_main && program.main_address && registers->rip == *program.main_address) {
      program.in_main = true;
      if (context_.options().until_main) context_.RequestEnd(TraceEnd::kMain);
    }
    std::array<std::uint8_t, 15> bytes{};
    const std::size_t got = program.space->memory().Read(registers->rip, bytes);
    if (MayBeCpuid(std::span(bytes).first(got))) {
      const auto instruction = DecodeAt(std::span(bytes).first(got));
      if (instruction && instruction->is_cpuid)
        thread.pending = context_.Describe(thread, registers->rip, instruction->length, *registers);
    }
  }

  // Cheap: a decoder at every step would double the time.
  static bool MayBeCpuid(std::span<const std::uint8_t> bytes) {
    for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
      if (bytes[i] == 0x0F) return bytes[i + 1] == 0xA2;
    }
    return false;
  }

  TraceContext& context_;
};

}  // namespace

std::unique_ptr<Method> MakeStepMethod(TraceContext& context) { return std::make_unique<StepMethod>(context); }

}  // namespace firstbyte::cpuid
