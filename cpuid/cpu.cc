// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/cpu.h"

#include <fmt/core.h>

#include <array>
#include <cstring>
#include <sstream>

namespace firstbyte::cpuid {
namespace {

constexpr std::uint32_t kFirstHypervisorLeaf = 0x40000000;
constexpr std::uint32_t kFirstExtendedLeaf = 0x80000000;
constexpr std::uint32_t kAmdTopologyLeaf = 0x8000001E;

std::string Characters(std::initializer_list<std::uint32_t> words) {
  std::string text;
  for (const std::uint32_t word : words) {
    std::array<char, 4> bytes{};
    std::memcpy(bytes.data(), &word, bytes.size());
    text.append(bytes.data(), bytes.size());
  }
  return text;
}

}  // namespace

bool HasHypervisorBit(const Registers& leaf1) { return (leaf1.ecx >> 31 & 1) != 0; }

std::string VendorOf(const Registers& leaf0) { return Characters({leaf0.ebx, leaf0.edx, leaf0.ecx}); }

std::string LeafName(std::uint32_t leaf, std::uint32_t subleaf) { return fmt::format("{:#x}.{:x}", leaf, subleaf); }

std::vector<Leaf> LeavesToMeasure(Cpu& cpu) {
  const Registers leaf0 = cpu.Read(0);
  std::vector<Leaf> leaves = {{0, 0, "vendor; zstd's probe"}};
  if (leaf0.eax >= 1) leaves.push_back({1, 0, "features; zstd's probe at -O0"});
  if (leaf0.eax >= 7) leaves.push_back({7, 0, "BMI2; zstd's probe"});
  if (leaf0.eax >= 0xD) leaves.push_back({0xD, 0, "XSAVE state"});
  if (leaf0.eax >= 0xD) leaves.push_back({0xD, 1, "XSAVE features"});
  if (leaf0.eax >= 1 && HasHypervisorBit(cpu.Read(1))) leaves.push_back({kFirstHypervisorLeaf, 0, "hypervisor"});
  const std::uint32_t highest_extended = cpu.Read(kFirstExtendedLeaf).eax;
  if (highest_extended < kFirstExtendedLeaf) return leaves;
  leaves.push_back({kFirstExtendedLeaf, 0, "extended"});
  const std::string vendor = VendorOf(leaf0);
  const bool amd = vendor == "AuthenticAMD" || vendor == "HygonGenuine";
  if (amd && highest_extended >= kAmdTopologyLeaf) leaves.push_back({kAmdTopologyLeaf, 0, "AMD topology"});
  return leaves;
}

Result<RecordedCpu> RecordedCpu::Parse(std::string_view text, std::string_view name) {
  RecordedCpu cpu;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::istringstream words(line);
    std::uint32_t leaf = 0;
    std::uint32_t subleaf = 0;
    char colon = 0;
    Registers r;
    words >> std::hex >> leaf >> subleaf >> colon >> r.eax >> r.ebx >> r.ecx >> r.edx;
    if (!words || colon != ':') {
      return InvalidError(fmt::format(
          "{}, line {}: a recorded leaf is `LEAF SUBLEAF: EAX EBX ECX EDX`, all hexadecimal.", name, number));
    }
    cpu.Set(leaf, subleaf, r);
  }
  return cpu;
}

Registers RecordedCpu::Read(std::uint32_t leaf, std::uint32_t subleaf) {
  asked_.emplace_back(leaf, subleaf);
  const auto found = leaves_.find({leaf, subleaf});
  if (found != leaves_.end()) return found->second;
  const auto leaf0 = leaves_.find({0, 0});
  if (!intel_ || leaf0 == leaves_.end() || leaf <= leaf0->second.eax) return {};
  const auto highest = leaves_.find({leaf0->second.eax, 0});
  return highest == leaves_.end() ? Registers{} : highest->second;
}

}  // namespace firstbyte::cpuid
