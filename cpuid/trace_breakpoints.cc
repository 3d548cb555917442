// SPDX-License-Identifier: GPL-2.0-or-later
// Breakpoints on verified CPUIDs: see address_space.h.
#include <csignal>
#include <cstdint>
#include <limits>

#include "cpuid/trace_context.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::uint8_t kPlainLength = 2;  // of a CPUID without prefixes

class BreakpointMethod : public Method {
 public:
  explicit BreakpointMethod(TraceContext& context) : context_(context) {}

  bool needs_filter() const override { return true; }

  Result<void> OnExec(TracedThread& thread) override {
    Program& program = *thread.program;
    if (!program.is_64_bit) return {};
    const auto registers = GetRegisters(thread.tid);
    if (!registers) return {};
    program.space->MakeScratch(thread.tid, registers->rip);
    OnCodeMapped(thread, 0, std::numeric_limits<std::uint64_t>::max());
    program.PlantMain();
    return {};
  }

  void OnCodeMapped(TracedThread& thread, std::uint64_t begin, std::uint64_t end) override {
    if (!thread.program->is_64_bit) return;
    AddressSpace& space = *thread.program->space;
    const std::size_t undecided = space.undecided();
    const std::size_t unwatched = space.unwatched();
    space.Plant(ProcessOf(thread.tid), context_.cache(), begin, end);
    context_.result().undecided += static_cast<std::int64_t>(space.undecided() - undecided);
    context_.result().unwatched += static_cast<std::int64_t>(space.unwatched() - unwatched);
    if (space.may_change())
      context_.Note(
          "The program had memory that is executable and writable, or shared, at once: CPUIDs that were written there "
          "later were not counted. --method=single-step would see them.");
  }

  bool OnTrap(TracedThread& thread) override {
    auto registers = GetRegisters(thread.tid);
    if (!registers) return true;  // the thread is gone
    if (ComesFromScratch(thread, *registers, kScratchAfterTrap)) {
      Finish(thread, *registers);
      return true;
    }
    if (context_.ReachMain(thread, *registers)) return true;
    const Program& program = *thread.program;
    registers->rip -= 1;
    if (const PlantedSite* const site = program.space->SiteAt(registers->rip)) {
      Begin(thread, *registers, [&] { return context_.Describe(thread, *site, registers->rip, *registers); });
    } else if (program.space->IsMovedSite(registers->rip)) {
      Begin(thread, *registers, [&] { return context_.Describe(thread, registers->rip, kPlainLength, *registers); });
    } else {
      return false;
    }
    return true;
  }

  // A signal between the two halves: the program's handler must see the CPUID not yet executed, or executed.
  bool OnSignal(TracedThread& thread, int) override {
    auto registers = GetRegisters(thread.tid);
    if (!registers || !thread.pending) return false;
    if (ComesFromScratch(thread, *registers, kScratchAfterCpuid)) {
      Finish(thread, *registers);
    } else if (ComesFromScratch(thread, *registers, 0)) {
      Leave(thread, *registers, thread.pending->address);
      thread.pending.reset();
    }
    return false;
  }

 private:
  static bool ComesFromScratch(const TracedThread& thread, const MachineRegisters& registers, std::uint64_t where) {
    const auto scratch = thread.program->space->scratch();
    return thread.pending && scratch && registers.rip == *scratch + where;
  }

  template <typename Describe>
  void Begin(TracedThread& thread, MachineRegisters registers, const Describe& describe) {
    if (context_.options().stacks) SetRegisters(thread.tid, registers);  // the stack is that of the CPUID
    thread.pending = describe();
    thread.pending->signal_mask = MaskBeforeRaised(thread.tid, SIGTRAP);
    if (const auto scratch = thread.program->space->scratch()) {
      registers.rip = *scratch;
      SetRegisters(thread.tid, registers);
      return;
    }
    AnswerInPlaceOf(thread.tid, registers, registers.rip + thread.pending->length);
    if (thread.pending->signal_mask) SetSignalMask(thread.tid, *thread.pending->signal_mask);
    context_.Count(thread);
  }

  void Finish(TracedThread& thread, const MachineRegisters& registers) {
    Leave(thread, registers, thread.pending->address + thread.pending->length);
    context_.Count(thread);
  }

  // Takes a thread off the scratch page.
  static void Leave(const TracedThread& thread, MachineRegisters registers, std::uint64_t to) {
    registers.rip = to;
    SetRegisters(thread.tid, registers);
    if (thread.pending->signal_mask) SetSignalMask(thread.tid, *thread.pending->signal_mask);
  }

  TraceContext& context_;
};

}  // namespace

std::unique_ptr<Method> MakeBreakpointMethod(TraceContext& context) {
  return std::make_unique<BreakpointMethod>(context);
}

}  // namespace firstbyte::cpuid
