// SPDX-License-Identifier: GPL-2.0-or-later
// Breakpoints on verified CPUIDs: see address_space.h.
#include <csignal>
#include <cstdint>
#include <limits>

#include "cpuid/trace_context.h"

namespace firstbyte::cpuid {
namespace {

class BreakpointMethod : public Method {
 public:
  explicit BreakpointMethod(TraceContext& context) : context_(context) {}

  bool needs_filter() const override { return true; }

  Result<void> OnExec(TracedThread& thread) override {
    Program& program = *thread.program;
    if (!program.is_64_bit) {
      context_.result().notes.push_back(program.name + " is a 32-bit program; its CPUIDs were not counted.");
      return {};
    }
    const auto registers = GetRegisters(thread.tid);
    if (!registers) return {};
    program.space->MakeScratch(thread.tid, registers->rip);
    program.space->Plant(thread.tid, context_.cache(), 0, std::numeric_limits<std::uint64_t>::max());
    program.PlantMain();
    return {};
  }

  void OnCodeMapped(TracedThread& thread, std::uint64_t begin, std::uint64_t end) override {
    if (!thread.program->is_64_bit) return;
    const std::size_t before = thread.program->space->undecided();
    thread.program->space->Plant(ProcessOf(thread.tid), context_.cache(), begin, end);
    context_.result().undecided += static_cast<std::int64_t>(thread.program->space->undecided() - before);
  }

  bool OnTrap(TracedThread& thread) override {
    auto registers = GetRegisters(thread.tid);
    if (!registers) return true;  // the thread is gone
    if (ComesFromScratch(thread, *registers, kScratchAfterTrap)) {
      Finish(thread, *registers);
      return true;
    }
    Program& program = *thread.program;
    if (!program.in_main && program.main_address && registers->rip == *program.main_address + 1) {
      program.ReachMain();
      registers->rip = *program.main_address;
      SetRegisters(thread.tid, *registers);
      if (context_.options().until_main) context_.RequestEnd(true);
      return true;
    }
    const PlantedSite* const site = program.space->SiteBefore(registers->rip);
    if (site == nullptr) return false;
    Begin(thread, *site, *registers);
    return true;
  }

  // A signal between the two halves: the program's handler must see the CPUID not yet executed, or executed.
  bool OnSignal(TracedThread& thread, int) override {
    auto registers = GetRegisters(thread.tid);
    if (!registers || !thread.pending) return false;
    if (ComesFromScratch(thread, *registers, kScratchAfterCpuid)) {
      Finish(thread, *registers);
    } else if (ComesFromScratch(thread, *registers, 0)) {
      registers->rip = thread.pending->address;
      SetRegisters(thread.tid, *registers);
      thread.pending.reset();
    }
    return false;
  }

 private:
  static bool ComesFromScratch(const TracedThread& thread, const MachineRegisters& registers, std::uint64_t where) {
    const auto scratch = thread.program->space->scratch();
    return thread.pending && scratch && registers.rip == *scratch + where;
  }

  void Begin(TracedThread& thread, const PlantedSite& site, MachineRegisters registers) {
    registers.rip -= 1;
    if (context_.options().stacks) SetRegisters(thread.tid, registers);  // the stack is that of the CPUID
    thread.pending = context_.Describe(thread, site, registers.rip, registers);
    if (const auto scratch = thread.program->space->scratch()) {
      registers.rip = *scratch;
      SetRegisters(thread.tid, registers);
      return;
    }
    AnswerInPlaceOf(thread.tid, registers, registers.rip + site.length);
    context_.Count(thread);
  }

  void Finish(TracedThread& thread, MachineRegisters registers) {
    registers.rip = thread.pending->address + thread.pending->length;
    SetRegisters(thread.tid, registers);
    context_.Count(thread);
  }

  TraceContext& context_;
};

}  // namespace

std::unique_ptr<Method> MakeBreakpointMethod(TraceContext& context) {
  return std::make_unique<BreakpointMethod>(context);
}

}  // namespace firstbyte::cpuid
