// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/call_targets.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "cpuid/decode.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::uint8_t kCall = 0xE8;
constexpr std::uint8_t kJump = 0xE9;
constexpr std::uint8_t kTwoBytes = 0x0F;
constexpr std::uint8_t kFirstConditional = 0x80;
constexpr std::uint8_t kLastConditional = 0x8F;
constexpr std::size_t kDistance = 4;

// The ranges of addresses that are looked for.
class Ranges {
 public:
  explicit Ranges(std::vector<AddressRange> ranges) {
    std::sort(ranges.begin(), ranges.end(),
              [](const AddressRange& a, const AddressRange& b) { return a.begin < b.begin; });
    for (const AddressRange& range : ranges) {
      if (!ranges_.empty() && range.begin <= ranges_.back().end) {
        ranges_.back().end = std::max(ranges_.back().end, range.end);
      } else {
        ranges_.push_back(range);
      }
    }
  }
  bool empty() const { return ranges_.empty(); }
  bool Contain(std::uint64_t address) const {
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                        [](std::uint64_t a, const AddressRange& r) { return a < r.begin; });
    return after != ranges_.begin() && address < std::prev(after)->end;
  }

 private:
  std::vector<AddressRange> ranges_;
};

// How long the opcode is of what may be a call or jump; 0 if it is none.
std::size_t OpcodeLength(std::span<const std::uint8_t> code) {
  if (code[0] == kCall || code[0] == kJump) return 1;
  const bool conditional =
      code[0] == kTwoBytes && code.size() > 1 && code[1] >= kFirstConditional && code[1] <= kLastConditional;
  return conditional ? 2 : 0;
}

// Tells whether an instruction of a length begins at an address, by decoding from the beginning of its function. Goes
// through a function once if it is asked in the order of addresses.
class Sweeper {
 public:
  Sweeper(const ElfImage& image, const CodeRegion& region) : image_(image), region_(region) {}

  bool IsInstruction(std::uint64_t at, std::size_t length) {
    const auto function = image_.FunctionAt(at);
    if (!function || !region_.Contains(function->begin)) return false;
    std::optional<std::uint64_t>& here = reached_.try_emplace(function->begin, function->begin).first->second;
    while (here && *here <= at) {
      const auto instruction = DecodeAt(region_.bytes.subspan(*here - region_.address));
      if (*here == at) return instruction && instruction->length == length;
      here = instruction ? std::optional(*here + instruction->length) : std::nullopt;
    }
    return false;
  }

 private:
  const ElfImage& image_;
  const CodeRegion& region_;
  std::map<std::uint64_t, std::optional<std::uint64_t>> reached_;  // by where the function begins; empty behind data
};

void AddTargets(const ElfImage& image, const CodeRegion& region, const Ranges& ranges,
                std::vector<std::uint64_t>& targets) {
  Sweeper sweeper(image, region);
  for (std::size_t i = 0; i < region.bytes.size(); ++i) {
    // Looking at the bytes first is much cheaper than decoding everything: few distances lead into such small ranges.
    const std::size_t opcode = OpcodeLength(region.bytes.subspan(i));
    const std::size_t length = opcode + kDistance;
    if (opcode == 0 || region.bytes.size() - i < length) continue;
    std::int32_t distance = 0;
    std::memcpy(&distance, region.bytes.data() + i + opcode, sizeof distance);
    const std::uint64_t at = region.address + i;
    const std::uint64_t target = at + length + static_cast<std::uint64_t>(std::int64_t{distance});
    if (ranges.Contain(target) && sweeper.IsInstruction(at, length)) targets.push_back(target);
  }
}

}  // namespace

std::vector<std::uint64_t> CallTargets(const ElfImage& image, std::vector<AddressRange> ranges) {
  std::vector<std::uint64_t> targets;
  const Ranges wanted(std::move(ranges));
  if (wanted.empty()) return targets;
  for (const CodeRegion& region : image.regions()) AddTargets(image, region, wanted, targets);
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

}  // namespace firstbyte::cpuid
