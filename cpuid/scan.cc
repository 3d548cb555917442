// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/scan.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "cpuid/call_targets.h"
#include "cpuid/decode.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::array<std::uint8_t, 2> kOpcode = {0x0F, 0xA2};

// What the decoder found at a raw match.
struct Finding {
  bool is_cpuid = false;
  std::uint64_t address = 0;  // of the instruction that holds the match
  std::uint8_t length = 0;
  std::string what;  // if it is none
};

// Decodes from `begin` to the match. Bytes on the way that are no instruction are data, and behind data nobody knows
// where instructions begin: a table of constants has `CPUIDs` by chance, and to take one of them for code would let a
// tracer overwrite a constant. So such a match is rejected.
Finding SweepTo(const CodeRegion& region, std::uint64_t begin, std::uint64_t match) {
  for (std::uint64_t at = begin; at <= match;) {
    const auto code = region.bytes.subspan(at - region.address);
    const auto instruction = DecodeAt(code);
    if (!instruction) return {false, match, 0, fmt::format("behind data at {:#x}", at)};
    const std::uint64_t next = at + instruction->length;
    if (next > match) {
      if (instruction->is_cpuid && at + instruction->opcode_offset == match) return {true, at, instruction->length, {}};
      return {false, at, instruction->length, fmt::format("inside `{}`", DisassembleAt(code, at))};
    }
    at = next;
  }
  return {false, match, 0, "reached by no instruction"};
}

// How far above a match a function without a name may begin.
constexpr std::uint64_t kLongestNameless = 4096;

// Assembly among data, without a symbol or an unwind table: known code that calls it tells where it begins. The nearest
// such place decides.
std::optional<Finding> DecideByCallers(const ElfImage& image, const CodeRegion& region, std::uint64_t match) {
  const std::uint64_t low = std::max(region.address, match - std::min(match, kLongestNameless));
  const std::vector<std::uint64_t> targets = CallTargets(image, low, match);
  if (targets.empty()) return std::nullopt;
  Finding finding = SweepTo(region, targets.back(), match);
  if (!finding.is_cpuid) return std::nullopt;
  return finding;
}

Finding Decide(const ElfImage& image, const CodeRegion& region, std::uint64_t match) {
  if (const auto function = image.FunctionAt(match); function && region.Contains(function->begin)) {
    return SweepTo(region, function->begin, match);
  }
  const auto symbol = image.SymbolAt(match);
  Finding finding = SweepTo(region, symbol ? symbol->address : region.address, match);
  // Where nothing bounds the function, decoding from afar may have lost the beat.
  if (!finding.is_cpuid) finding = DecideByCallers(image, region, match).value_or(finding);
  return finding;
}

}  // namespace

std::vector<std::size_t> RawMatches(std::span<const std::uint8_t> code) {
  std::vector<std::size_t> matches;
  const auto* const data = code.data();
  for (std::size_t at = 0; at + kOpcode.size() <= code.size();) {
    const void* const found = memmem(data + at, code.size() - at, kOpcode.data(), kOpcode.size());
    if (found == nullptr) break;
    matches.push_back(static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - data));
    at = matches.back() + 1;
  }
  return matches;
}

std::string SymbolName(const ElfImage& image, std::uint64_t address) {
  const auto plus = [address](std::uint64_t begin) {
    return address == begin ? "" : fmt::format("+{:#x}", address - begin);
  };
  const auto symbol = image.SymbolAt(address);
  const bool covers = symbol && (symbol->size == 0 || address - symbol->address < symbol->size);
  if (covers) return symbol->name + plus(symbol->address);
  // The name of the function above would be a wrong one.
  const auto function = image.FunctionAt(address);
  return function ? fmt::format("fn_{:#x}{}", function->begin, plus(function->begin)) : "";
}

ScanResult Scan(const ElfImage& image) {
  ScanResult result;
  result.path = image.path();
  for (const CodeRegion& region : image.regions()) {
    for (const std::size_t match : RawMatches(region.bytes)) {
      ++result.raw_matches;
      const std::uint64_t address = region.address + match;
      Finding finding = Decide(image, region, address);
      if (finding.is_cpuid) {
        result.sites.push_back({region.offset + (finding.address - region.address), finding.address, finding.length,
                                SymbolName(image, finding.address)});
      } else {
        result.rejected.push_back(
            {region.offset + match, address, SymbolName(image, address), std::move(finding.what)});
      }
    }
  }
  return result;
}

Result<ScanResult> ScanFile(const std::string& path) {
  const auto image = ElfImage::Open(path);
  if (!image) return tl::unexpected<Error>(image.error());
  return Scan(*image);
}

}  // namespace firstbyte::cpuid
