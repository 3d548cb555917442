// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/address_space.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "cpuid/decode.h"
#include "cpuid/scan.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint8_t kOpcode0 = 0x0F;
constexpr std::uint8_t kOpcode1 = 0xA2;
constexpr std::array<std::uint8_t, 3> kScratchCode = {kOpcode0, kOpcode1, kBreakpoint};

// Code made at run time is scanned whole; larger mappings than a JIT's are left alone.
constexpr std::uint64_t kMostMadeCode = std::uint64_t{256} << 20;

// Padding in front of a function: zeros or breakpoints, longer than constants have them by chance.
constexpr std::size_t kLongPadding = 16;
constexpr std::size_t kFunctionAlignment = 16;

// Memory in which a program makes code: without a file, perhaps with a name that the program gave it ("[anon:jit]").
// Not the kernel's "[vdso]", and not "[stack]" and "[heap]", which hold data even where they are executable.
bool IsForMadeCode(const Mapping& mapping) {
  return mapping.inode == 0 &&
         (mapping.path.empty() || mapping.path.front() != '[' || mapping.path.rfind("[anon", 0) == 0);
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
  return copy;
}

void AddressSpace::Plant(pid_t pid, ObjectCache& cache, std::uint64_t begin, std::uint64_t end) {
  ForgetOverwritten(begin, end);
  for (const Mapping& mapping : ReadMaps(pid)) {
    if (!mapping.executable || mapping.end <= begin || mapping.start >= end) continue;
    if (scratch_ && mapping.start == *scratch_) continue;
    if (mapping.inode != 0) {
      PlantFile(pid, cache, mapping);
    } else if (IsForMadeCode(mapping)) {
      PlantMadeCode(mapping);
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

void AddressSpace::PlantFile(pid_t pid, ObjectCache& cache, const Mapping& mapping) {
  const auto object = cache.Get(pid, mapping);
  // A file that is no ELF file, mapped as code: a JIT that backs its code by a file.
  if (object == nullptr) return PlantMadeCode(mapping);
  for (const Site& site : object->scan.sites) {
    if (site.offset < mapping.offset || site.offset - mapping.offset + site.length > mapping.size()) continue;
    PlantAt(mapping.start + (site.offset - mapping.offset), {object, site.offset, object->path, site.length}, mapping);
  }
}

// What the program wrote: without our breakpoints, also those that it copied there.
std::vector<std::uint8_t> AddressSpace::ReadUncovered(const Mapping& mapping) const {
  std::vector<std::uint8_t> code(mapping.size());
  code.resize(memory_.Read(mapping.start, code));
  for (std::size_t i = 0; i + 1 < code.size(); ++i) {
    if (code[i] == kBreakpoint && code[i + 1] == kOpcode1) code[i] = kOpcode0;
  }
  for (auto site = sites_.lower_bound(mapping.start); site != sites_.end() && site->first < mapping.end; ++site) {
    const std::uint64_t at = site->first - mapping.start;
    if (at < code.size()) code[at] = site->second.covered;
  }
  return code;
}

// Nothing says where the functions of made code begin, so it is decoded from its start; what looks like a CPUID behind
// something that is no instruction is not believed, until a function may begin behind long padding.
void AddressSpace::PlantMadeCode(const Mapping& mapping) {
  if (mapping.size() > kMostMadeCode) {
    unwatched_.insert(mapping.start);
    return;
  }
  const std::vector<std::uint8_t> code = ReadUncovered(mapping);
  const std::string place = mapping.path.empty() ? "[made at run time]" : mapping.path;
  bool lost = false;
  std::size_t padding = 0;
  for (std::size_t at = 0; at < code.size();) {
    if (code[at] == 0 || code[at] == kBreakpoint) {
      ++padding;
      ++at;
      continue;
    }
    if (padding >= kLongPadding && at % kFunctionAlignment == 0) lost = false;
    if (padding % 2 != 0 && padding < kLongPadding) lost = true;  // zeros that are no whole instructions
    padding = 0;
    const auto instruction = DecodeAt(std::span(code).subspan(at));
    if (!instruction) lost = true;
    if (instruction && instruction->is_cpuid && lost) undecided_.insert(mapping.start + at);
    if (instruction && instruction->is_cpuid && !lost)
      PlantAt(mapping.start + at, {nullptr, at, place, instruction->length, code[at]}, mapping);
    at += instruction ? instruction->length : 1;
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
