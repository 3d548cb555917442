// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_context.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <vector>

#include "cpuid/execute.h"
#include "cpuid/scan.h"
#include "cpuid/stack_walk.h"
#include "cpuid/subleaf.h"

namespace firstbyte::cpuid {
namespace {

SiteKey KeyOf(std::string object, std::uint64_t offset, const MachineRegisters& registers) {
  return {std::move(object), offset, static_cast<std::uint32_t>(registers.rax),
          SubleafOf(static_cast<std::uint32_t>(registers.rax), static_cast<std::uint32_t>(registers.rcx))};
}

std::string SymbolOf(const ScannedObject* object, std::uint64_t offset) {
  if (object == nullptr) return "";
  const auto address = object->image.AddressOfOffset(offset);
  return address ? SymbolName(object->image, *address) : "";
}

}  // namespace

void Method::OnCodeMapped(TracedThread&, std::uint64_t, std::uint64_t) {}

PendingCpuid TraceContext::Describe(const TracedThread& thread, const PlantedSite& site, std::uint64_t address,
                                    const MachineRegisters& registers) {
  PendingCpuid pending;
  pending.key = KeyOf(site.place, site.offset, registers);
  pending.symbol = SymbolOf(site.object.get(), site.offset);
  pending.address = address;
  pending.length = site.length;
  if (options_.stacks) pending.stack = Stack(thread, pending.key);
  return pending;
}

PendingCpuid TraceContext::Describe(const TracedThread& thread, std::uint64_t address, std::uint8_t length,
                                    const MachineRegisters& registers) {
  const pid_t pid = ProcessOf(thread.tid);
  PlantedSite site{nullptr, address, "[unknown]", length};
  for (const Mapping& mapping : ReadMaps(pid)) {
    if (address < mapping.start || address >= mapping.end) continue;
    site.object = mapping.inode == 0 ? nullptr : cache_.Get(pid, mapping);
    site.offset = address - mapping.start + (mapping.inode == 0 ? 0 : mapping.offset);
    site.place = !mapping.path.empty() ? mapping.path : "[made at run time]";
  }
  return Describe(thread, site, address, registers);
}

// The function at an address of a process: its symbol, "object!fn_0x4010" where only the unwind table knows it,
// "object!0x4010" where nothing does.
std::string TraceContext::FunctionName(pid_t pid, const std::vector<Mapping>& maps, std::uint64_t address) {
  for (const Mapping& mapping : maps) {
    if (address < mapping.start || address >= mapping.end) continue;
    const auto object = mapping.inode == 0 ? nullptr : cache_.Get(pid, mapping);
    const std::uint64_t offset = mapping.offset + (address - mapping.start);
    const std::string base = mapping.path.empty() ? "made" : mapping.path.substr(mapping.path.rfind('/') + 1);
    const auto own = object == nullptr ? std::nullopt : object->image.AddressOfOffset(offset);
    std::string name = own ? SymbolName(object->image, *own) : "";
    name = name.substr(0, name.rfind("+0x"));
    if (name.empty()) return fmt::format("{}!{:#x}", base, offset);
    return name.rfind("fn_0x", 0) == 0 ? base + "!" + name : name;
  }
  return fmt::format("{:#x}", address);
}

std::string TraceContext::Stack(const TracedThread& thread, const SiteKey& key) {
  const pid_t pid = ProcessOf(thread.tid);
  const std::vector<Mapping> maps = ReadMaps(pid);
  std::vector<std::string> frames = {thread.program->name};
  for (const std::uint64_t address : WalkStack(pid, thread.tid)) frames.push_back(FunctionName(pid, maps, address));
  frames.push_back(fmt::format("CPUID_{:#x}.{:x}", key.leaf, key.subleaf));
  for (std::string& frame : frames) std::replace(frame.begin(), frame.end(), ';', ':');
  return fmt::format("{}", fmt::join(frames, ";"));
}

bool TraceContext::ReachMain(TracedThread& thread, MachineRegisters registers) {
  Program& program = *thread.program;
  if (program.in_main || !program.main_address || registers.rip != *program.main_address + 1) return false;
  program.ReachMain();
  registers.rip = *program.main_address;
  SetRegisters(thread.tid, registers);
  if (const auto mask = MaskBeforeRaised(thread.tid, SIGTRAP)) SetSignalMask(thread.tid, *mask);
  if (options_.until_main) RequestEnd(TraceEnd::kMain);
  return true;
}

void TraceContext::Count(TracedThread& thread) {
  if (!thread.pending) return;
  SiteCount& count = result_.sites[thread.pending->key];
  count.symbol = thread.pending->symbol;
  ++(thread.program->in_main ? count.after_main : count.before_main);
  if (options_.stacks) ++result_.stacks[thread.pending->stack];
  thread.pending.reset();
}

void TraceContext::Note(const std::string& sentence) {
  std::vector<std::string>& notes = result_.notes;
  if (std::find(notes.begin(), notes.end(), sentence) == notes.end()) notes.push_back(sentence);
}

void TraceContext::RequestEnd(TraceEnd why) {
  end_requested_ = true;
  result_.end = why;
}

bool AnswerInPlaceOf(pid_t tid, MachineRegisters registers, std::uint64_t next) {
  const Registers answer =
      Execute(static_cast<std::uint32_t>(registers.rax), static_cast<std::uint32_t>(registers.rcx));
  registers.rax = answer.eax;
  registers.rbx = answer.ebx;
  registers.rcx = answer.ecx;
  registers.rdx = answer.edx;
  registers.rip = next;
  return SetRegisters(tid, registers);
}

}  // namespace firstbyte::cpuid
