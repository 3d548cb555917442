// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/scan.h"

#include <fmt/core.h>

#include <array>
#include <cstring>
#include <utility>

#include "cpuid/call_targets.h"
#include "cpuid/region_scan.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::array<std::uint8_t, 2> kOpcode = {0x0F, 0xA2};

void Add(const ElfImage& image, const CodeRegion& region, Finding finding, ScanResult& result) {
  ++result.raw_matches;
  const auto offset = [&region](std::uint64_t address) { return region.offset + (address - region.address); };
  if (finding.is_cpuid) {
    result.sites.push_back(
        {offset(finding.address), finding.address, finding.length, SymbolName(image, finding.address)});
  } else {
    result.rejected.push_back({offset(finding.match), finding.match, SymbolName(image, finding.match),
                               std::move(finding.what), finding.undecided});
  }
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
  std::vector<RegionScan> scans;
  scans.reserve(image.regions().size());
  std::vector<AddressRange> wanted;
  for (const CodeRegion& region : image.regions()) {
    scans.emplace_back(image, region);
    const std::vector<AddressRange> more = scans.back().Wanted();
    wanted.insert(wanted.end(), more.begin(), more.end());
  }
  const std::vector<std::uint64_t> targets = CallTargets(image, std::move(wanted));
  for (std::size_t i = 0; i < scans.size(); ++i) {
    scans[i].AddStarts(targets);
    for (Finding& finding : scans[i].Findings()) Add(image, image.regions()[i], std::move(finding), result);
  }
  return result;
}

Result<ScanResult> ScanFile(const std::string& path) {
  const auto image = ElfImage::Open(path);
  if (!image) return tl::unexpected<Error>(image.error());
  if (image->cut_off())
    return InvalidError(fmt::format("{} is cut off: it says that it goes on beyond its end.", path));
  return Scan(*image);
}

}  // namespace firstbyte::cpuid
