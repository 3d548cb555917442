// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/traced_program.h"

#include <elf.h>
#include <fmt/core.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "cpuid/main_address.h"
#include "cpuid/process_status.h"

namespace firstbyte::cpuid {
namespace {

constexpr unsigned long long kUserCode64 = 0x33;  // CS of 64-bit user code on Linux; 0x23 is 32-bit

std::string NameOf(pid_t pid) {
  std::error_code ignored;
  return std::filesystem::read_symlink(fmt::format("/proc/{}/exe", pid), ignored).filename();
}

const Mapping* MappingAt(const std::vector<Mapping>& maps, std::uint64_t address) {
  const auto found = std::find_if(maps.begin(), maps.end(),
                                  [address](const Mapping& m) { return address >= m.start && address < m.end; });
  return found == maps.end() ? nullptr : &*found;
}

std::optional<pid_t> StatusNumber(pid_t tid, const std::string& name) {
  std::istringstream field(StatusField(ReadProcessStatus(tid), name).value_or(""));
  pid_t number = 0;
  return field >> number ? std::optional(number) : std::nullopt;
}

// As much of the code at an address of a file as tells it from another.
std::vector<std::uint8_t> CodeAt(const ElfImage& image, std::uint64_t address) {
  constexpr std::size_t kEnough = 16;
  const CodeRegion* const region = image.RegionAt(address);
  if (region == nullptr) return {};
  const auto code = region->bytes.subspan(address - region->address);
  return {code.begin(), code.begin() + static_cast<std::ptrdiff_t>(std::min(code.size(), kEnough))};
}

}  // namespace

std::optional<std::uint64_t> EntryOf(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/auxv", pid), std::ios::binary);
  std::array<std::uint64_t, 2> pair{};
  while (file.read(reinterpret_cast<char*>(pair.data()), sizeof pair) && pair[0] != AT_NULL) {
    if (pair[0] == AT_ENTRY) return pair[1];
  }
  return std::nullopt;
}

pid_t ProcessOf(pid_t tid) { return StatusNumber(tid, "Tgid:").value_or(tid); }

pid_t ParentOf(pid_t tid) { return StatusNumber(tid, "PPid:").value_or(0); }

bool SharesMemory(const TracedThread& parent, int event) {
  const auto registers = GetRegisters(parent.tid);
  // The numbers of 32-bit calls are others: there the event has to do, though it calls clone with CLONE_VFORK a vfork.
  if (!registers || parent.program == nullptr || !parent.program->is_64_bit) return event != PTRACE_EVENT_FORK;
  std::uint64_t flags = 0;
  switch (registers->orig_rax) {
    case SYS_vfork:
      return true;
    case SYS_clone:
      flags = registers->rdi;
      break;
    case SYS_clone3:
      // The flags come first in its structure.
      if (parent.program->space->memory().Read(registers->rdi,
                                               {reinterpret_cast<std::uint8_t*>(&flags), sizeof flags}) != sizeof flags)
        flags = 0;
      break;
    default:
      break;
  }
  return (flags & CLONE_VM) != 0;
}

std::shared_ptr<Program> Program::OfExec(pid_t pid, ObjectCache& cache) {
  auto program = std::make_shared<Program>();
  const auto registers = GetRegisters(pid);
  program->space = AddressSpace::OfNewProgram(pid);
  if (!registers || program->space == nullptr) return nullptr;
  program->is_64_bit = registers->cs == kUserCode64;
  program->in_main = true;
  program->name = NameOf(pid);
  const auto entry = EntryOf(pid);
  const std::vector<Mapping> maps = ReadMaps(pid);
  const Mapping* const mapping = entry ? MappingAt(maps, *entry) : nullptr;
  if (mapping == nullptr) return program;
  const auto object = cache.Get(pid, *mapping);
  const auto main = object == nullptr ? std::nullopt : MainAddress(object->image);
  // Without a main() everything counts as the program's own.
  if (main && program->is_64_bit) {
    program->main_address = *main + (*entry - object->image.entry());
    program->main_code = CodeAt(object->image, *main);
    program->in_main = false;
  }
  return program;
}

std::shared_ptr<Program> Program::Fork(pid_t child) const {
  auto copy = std::make_shared<Program>(*this);
  copy->space = space->Fork(child);
  return copy;
}

void Program::PlantMain() {
  if (in_main || !main_address) return;
  const bool planted = HasMainCode() && space->memory().Read(*main_address, std::span(&main_byte, 1)) == 1 &&
                       space->memory().Write(*main_address, std::span(&kBreakpoint, 1));
  if (!planted) in_main = true;
}

// A breakpoint in the middle of another file's instruction would be the program's end.
bool Program::HasMainCode() const {
  std::vector<std::uint8_t> there(main_code.size());
  if (space->memory().Read(*main_address, there) != there.size()) return false;
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (const PlantedSite* const site = space->SiteAt(*main_address + i)) there[i] = site->covered;
  }
  return !there.empty() && there == main_code;
}

void Program::ReachMain() {
  space->memory().Write(*main_address, std::span(&main_byte, 1));
  in_main = true;
}

}  // namespace firstbyte::cpuid
