// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/description.h"

#include <array>
#include <cstring>

namespace firstbyte::cpuid {
namespace {

constexpr std::uint32_t kFeatureLeaf = 7;
constexpr std::uint32_t kFirstExtendedLeaf = 0x80000000;
constexpr std::uint32_t kFirstBrandLeaf = 0x80000002;
constexpr std::uint32_t kLastBrandLeaf = 0x80000004;

// EBX of leaf 7, subleaf 0 (Intel's Software Developer's Manual, volume 2).
constexpr std::uint32_t kBmi1 = 1U << 3;
constexpr std::uint32_t kBmi2 = 1U << 8;

std::string Text(const Registers& r) {
  std::array<char, 16> text{};
  std::memcpy(text.data(), &r.eax, 4);
  std::memcpy(text.data() + 4, &r.ebx, 4);
  std::memcpy(text.data() + 8, &r.ecx, 4);
  std::memcpy(text.data() + 12, &r.edx, 4);
  return {text.data(), text.size()};
}

std::string Trimmed(const std::string& text) {
  const std::string blanks(" \0", 2);
  const std::size_t start = text.find_first_not_of(blanks);
  if (start == std::string::npos) return "";
  return text.substr(start, text.find_last_not_of(blanks) - start + 1);
}

}  // namespace

Description ReadDescription(Cpu& cpu) {
  Description description;
  const auto read = [&](std::uint32_t leaf) {
    ++description.executed;
    return cpu.Read(leaf, 0);
  };
  const Registers leaf0 = read(0);
  description.vendor = VendorOf(leaf0);
  if (leaf0.eax >= kFeatureLeaf) {
    const Registers features = read(kFeatureLeaf);
    description.bmi1 = (features.ebx & kBmi1) != 0;
    description.bmi2 = (features.ebx & kBmi2) != 0;
  }
  std::string brand;
  if (read(kFirstExtendedLeaf).eax >= kLastBrandLeaf) {
    for (std::uint32_t leaf = kFirstBrandLeaf; leaf <= kLastBrandLeaf; ++leaf) brand += Text(read(leaf));
  }
  description.brand = Trimmed(brand);
  return description;
}

}  // namespace firstbyte::cpuid
