// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/address_space.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "cpuid/decode.h"
#include "cpuid/made_code.h"
#include "cpuid/scan.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint8_t kOpcode0 = 0x0F;
constexpr std::uint8_t kOpcode1 = 0xA2;
constexpr std::uint64_t kOpcodeLength = 2;
constexpr std::array<std::uint8_t, 3> kScratchCode = {kOpcode0, kOpcode1, kBreakpoint};

// More than a JIT makes at a time is left alone.
constexpr std::uint64_t kMostMadeCode = std::uint64_t{256} << 20;

// How far in front of new code a function of its mapping is looked for that may reach into it. Programs that make one
// page after another executable pay for it with each.
constexpr std::uint64_t kMargin = 4 * kPage;
constexpr std::uint64_t kLongestInstruction = 15;

// Memory that holds data, even where it is executable.
bool IsForData(const Mapping& mapping) {
  return mapping.path.rfind("[heap", 0) == 0 || mapping.path.rfind("[stack", 0) == 0;
}

// Memory in which a program makes code: without a file, perhaps with a name that the program gave it ("[anon:jit]").
// Not the kernel's "[vdso]".
bool IsForMadeCode(const Mapping& mapping) {
  return mapping.inode == 0 && (mapping.path.empty() || mapping.path.front() != '[' ||
                                mapping.path.rfind("[anon", 0) == 0 || IsForData(mapping));
}

}  // namespace

std::shared_ptr<AddressSpace> AddressSpace::OfNewProgram(pid_t pid) {
  auto memory = TraceeMemory::Open(pid);
  if (!memory) return nullptr;
  return std::shared_ptr<AddressSpace>(new AddressSpace(*std::move(memory)));
}

std::shared_ptr<AddressSpace> AddressSpace::Fork(pid_t child) const {
  auto copy = OfNewProgram(child);
  if (copy == nullptr) copy.reset(new AddressSpace(TraceeMemory::Closed()));
  copy->sites_ = sites_;
  copy->scratch_ = scratch_;
  copy->undecided_ = undecided_;
  copy->unwatched_ = unwatched_;
  copy->may_change_ = may_change_;
  return copy;
}

void AddressSpace::Plant(pid_t pid, ObjectCache& cache, std::uint64_t begin, std::uint64_t end) {
  // The kernel deals in whole pages, whatever a program's length says.
  begin -= begin % kPage;
  if (end % kPage != 0 && end < std::numeric_limits<std::uint64_t>::max() - kPage) end += kPage - end % kPage;
  ForgetOverwritten(begin, end);
  for (const Mapping& mapping : ReadMaps(pid)) {
    if (!mapping.executable || mapping.end <= begin || mapping.start >= end) continue;
    if (scratch_ && mapping.start == *scratch_) continue;
    if (mapping.writable || mapping.shared) may_change_ = true;
    const AddressRange fresh{std::max(begin, mapping.start), std::min(end, mapping.end)};
    if (mapping.inode != 0) {
      PlantFile(pid, cache, mapping, fresh);
    } else if (IsForMadeCode(mapping)) {
      PlantMadeCode(mapping, fresh);
    }
  }
}

// A change of protections leaves code and breakpoints as they are; new code has none.
void AddressSpace::ForgetOverwritten(std::uint64_t begin, std::uint64_t end) {
  for (auto site = sites_.lower_bound(begin); site != sites_.end() && site->first < end;) {
    std::array<std::uint8_t, 15> bytes{};
    const std::size_t length = site->second.length;
    const bool there = memory_.Read(site->first, std::span(bytes).first(length)) == length && bytes[0] == kBreakpoint &&
                       bytes[length - 1] == kOpcode1;
    site = there ? std::next(site) : sites_.erase(site);
  }
}

void AddressSpace::PlantFile(pid_t pid, ObjectCache& cache, const Mapping& mapping, const AddressRange& fresh) {
  const auto object = cache.Get(pid, mapping);
  // A file that is no ELF file, mapped as code: a JIT that backs its code by a file.
  if (object == nullptr) return PlantMadeCode(mapping, fresh);
  // Where an offset of the file is in the fresh memory; 0: nowhere.
  const auto place = [&mapping, &fresh](std::uint64_t offset, std::uint64_t length) -> std::uint64_t {
    if (offset < mapping.offset || offset - mapping.offset + length > mapping.size()) return 0;
    const std::uint64_t address = mapping.start + (offset - mapping.offset);
    return address + length > fresh.begin && address < fresh.end ? address : 0;
  };
  for (const Site& site : object->scan.sites) {
    if (const std::uint64_t address = place(site.offset, site.length))
      PlantAt(address, {object, site.offset, object->path, site.length}, mapping);
  }
  for (const Rejected& rejected : object->scan.rejected) {
    if (!rejected.undecided) continue;
    if (const std::uint64_t address = place(rejected.offset, kOpcodeLength)) undecided_.insert(address);
  }
}

// What the program wrote: without our breakpoints, also those that it copied there.
std::vector<std::uint8_t> AddressSpace::ReadUncovered(const AddressRange& range) const {
  std::vector<std::uint8_t> code(range.end - range.begin);
  code.resize(memory_.Read(range.begin, code));
  for (std::size_t i = 0; i + 1 < code.size(); ++i) {
    if (code[i] == kBreakpoint && code[i + 1] == kOpcode1) code[i] = kOpcode0;
  }
  for (auto site = sites_.lower_bound(range.begin); site != sites_.end() && site->first < range.end; ++site) {
    const std::uint64_t at = site->first - range.begin;
    if (at < code.size()) code[at] = site->second.covered;
  }
  return code;
}

void AddressSpace::PlantMadeCode(const Mapping& mapping, const AddressRange& fresh) {
  if (fresh.end - fresh.begin > kMostMadeCode) {
    unwatched_.insert(fresh.begin);
    return;
  }
  const std::uint64_t before = std::min(fresh.begin - mapping.start, kMargin);
  const AddressRange read{fresh.begin - before, std::min(mapping.end, fresh.end + kLongestInstruction)};
  const std::vector<std::uint8_t> code = ReadUncovered(read);
  const CodeStart start = IsForData(mapping)            ? CodeStart::kNowhere
                          : read.begin == mapping.start ? CodeStart::kHere
                                                        : CodeStart::kUnknown;
  const MadeCpuids found = FindMadeCpuids(code, read.begin, start);
  const std::string place = mapping.path.empty() ? "[made at run time]" : mapping.path;
  for (const ReachedCpuid& cpuid : found.cpuids) {
    PlantAt(cpuid.address, {nullptr, cpuid.address - mapping.start, place, cpuid.length}, mapping);
  }
  for (const std::uint64_t address : found.undecided) {
    if (address >= fresh.begin && address < fresh.end && !sites_.contains(address)) undecided_.insert(address);
  }
}

void AddressSpace::PlantAt(std::uint64_t address, PlantedSite site, const Mapping& mapping) {
  if (sites_.contains(address)) return;
  // What is in memory decides: a program may have changed its code.
  std::array<std::uint8_t, 15> bytes{};
  const std::size_t got = memory_.Read(address, std::span(bytes).first(site.length));
  if (got == site.length && bytes[0] == kBreakpoint && bytes[1] == kOpcode1) {
    sites_[address] = std::move(site);
    return;
  }
  const auto instruction = DecodeAt(std::span(bytes).first(got));
  if (!instruction || !instruction->is_cpuid) return;
  site.covered = bytes[0];
  if (!mapping.shared && memory_.Write(address, std::span(&kBreakpoint, 1))) {
    undecided_.erase(address);
    sites_[address] = std::move(site);
  } else {
    unwatched_.insert(address);
  }
}

const PlantedSite* AddressSpace::SiteAt(std::uint64_t address) const {
  const auto found = sites_.find(address);
  return found == sites_.end() ? nullptr : &found->second;
}

bool AddressSpace::IsMovedSite(std::uint64_t address) const {
  std::array<std::uint8_t, 2> bytes{};
  return memory_.Read(address, bytes) == bytes.size() && bytes[0] == kBreakpoint && bytes[1] == kOpcode1;
}

void AddressSpace::MakeScratch(pid_t pid, std::uint64_t entry) {
  const std::array<std::uint64_t, 6> arguments = {
      0, kPage, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, static_cast<std::uint64_t>(-1), 0};
  const auto page = RemoteSyscall(pid, memory_, entry, SYS_mmap, arguments);
  if (!page || *page < 0) return;
  if (memory_.Write(static_cast<std::uint64_t>(*page), kScratchCode)) scratch_ = static_cast<std::uint64_t>(*page);
}

}  // namespace firstbyte::cpuid
