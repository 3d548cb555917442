// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/region_scan.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "cpuid/decode.h"
#include "cpuid/scan.h"

namespace firstbyte::cpuid {
namespace {

// How far above a match a function without a name may begin.
constexpr std::uint64_t kLongestNameless = 4096;

// Where the next symbol is.
std::uint64_t NextSymbol(const ElfImage& image, std::uint64_t address, std::uint64_t or_else) {
  const std::vector<Symbol>& symbols = image.symbols();
  const auto next = std::upper_bound(symbols.begin(), symbols.end(), address,
                                     [](std::uint64_t a, const Symbol& s) { return a < s.address; });
  return next == symbols.end() ? or_else : std::min(next->address, or_else);
}

}  // namespace

RegionScan::RegionScan(const ElfImage& image, const CodeRegion& region) : image_(image), region_(region) {
  for (const std::size_t offset : RawMatches(region.bytes)) {
    const std::uint64_t match = region.address + offset;
    Stretch around = StretchAround(match);
    if (stretches_.empty() || match >= stretches_.back().end) {
      stretches_.push_back(std::move(around));
    } else {
      Stretch& last = stretches_.back();
      last.end = std::max(last.end, around.end);
      for (const std::uint64_t start : around.starts) {
        if (last.starts.empty() || start > last.starts.back()) last.starts.push_back(start);
      }
    }
    stretches_.back().matches.push_back(match);
  }
  for (Stretch& stretch : stretches_) Follow(stretch);
}

RegionScan::Stretch RegionScan::StretchAround(std::uint64_t match) const {
  const std::uint64_t region_end = region_.address + region_.bytes.size();
  Stretch stretch;
  if (const auto function = image_.FunctionAt(match); function && region_.Contains(function->begin)) {
    stretch.begin = function->begin;
    stretch.end = std::min(function->end, region_end);
    stretch.starts = {function->begin};
  } else {
    const auto symbol = image_.SymbolAt(match);
    stretch.begin = symbol ? symbol->address : region_.address;
    stretch.end = NextSymbol(image_, match, region_end);
    // A segment may begin with the file's own header.
    if (symbol || region_.offset != 0) stretch.starts.push_back(stretch.begin);
    if (const std::uint64_t entry = image_.entry(); entry > stretch.begin && entry < stretch.end)
      stretch.starts.push_back(entry);
  }
  stretch.end = std::max(stretch.end, match + 2);
  return stretch;
}

void RegionScan::Follow(Stretch& stretch) const {
  stretch.reach =
      Reach(region_.bytes.subspan(stretch.begin - region_.address, stretch.end - stretch.begin), stretch.begin);
  for (const std::uint64_t start : stretch.starts) stretch.reach.From(start);
}

std::vector<AddressRange> RegionScan::Wanted() const {
  std::vector<AddressRange> wanted;
  for (const Stretch& stretch : stretches_) {
    for (const std::uint64_t match : stretch.matches) {
      if (stretch.Reached(match)) continue;
      const std::uint64_t low = std::max(stretch.begin, match - std::min(match, kLongestNameless));
      if (wanted.empty() || low > wanted.back().end) {
        wanted.push_back({low, match + 1});
      } else {
        wanted.back().end = match + 1;
      }
    }
  }
  return wanted;
}

void RegionScan::AddStarts(const std::vector<std::uint64_t>& starts) {
  for (Stretch& stretch : stretches_) {
    const auto first = std::lower_bound(starts.begin(), starts.end(), stretch.begin);
    for (auto start = first; start != starts.end() && *start < stretch.end; ++start) stretch.reach.From(*start);
  }
}

RegionScan::Met RegionScan::MetAt(std::uint64_t at, std::uint64_t match) const {
  const auto code = region_.bytes.subspan(at - region_.address);
  const auto instruction = DecodeAt(code);
  if (instruction && instruction->is_cpuid && at + instruction->opcode_offset == match) return {true, {}};
  return {false, fmt::format("inside `{}`", DisassembleAt(code, at))};
}

// Bytes that are no instruction are data, and behind data nobody knows where instructions begin, until a known start.
std::vector<RegionScan::Met> RegionScan::StraightOn(const Stretch& stretch) const {
  std::vector<Met> met;
  const auto& matches = stretch.matches;
  auto start = stretch.starts.begin();
  for (std::uint64_t at = stretch.begin; met.size() < matches.size() && at < stretch.end;) {
    while (start != stretch.starts.end() && *start <= at) ++start;
    const std::uint64_t known = start == stretch.starts.end() ? stretch.end : *start;
    const auto instruction = DecodeAt(region_.bytes.subspan(at - region_.address));
    const std::uint64_t next = instruction ? std::min(at + instruction->length, known) : known;
    while (met.size() < matches.size() && matches[met.size()] < next) {
      met.push_back(instruction ? MetAt(at, matches[met.size()]) : Met{false, fmt::format("behind data at {:#x}", at)});
    }
    at = next;
  }
  met.resize(matches.size(), {false, "reached by no instruction"});
  return met;
}

void RegionScan::AddFindings(const Stretch& stretch, std::vector<Finding>& findings) const {
  const std::vector<Met> met = StraightOn(stretch);
  for (std::size_t i = 0; i < met.size(); ++i) {
    Finding finding;
    finding.match = stretch.matches[i];
    const auto cpuid = stretch.reach.cpuids().find(finding.match);
    if (cpuid != stretch.reach.cpuids().end()) {
      finding.is_cpuid = true;
      finding.address = cpuid->second.address;
      finding.length = cpuid->second.length;
    } else if (!met[i].is_cpuid) {
      finding.what = met[i].what;
    } else if (stretch.reach.Covers(finding.match)) {
      finding.what = "inside another instruction";
    } else {
      finding.undecided = true;
      finding.what = "CPUID or data: nothing known leads there";
    }
    findings.push_back(std::move(finding));
  }
}

std::vector<Finding> RegionScan::Findings() const {
  std::vector<Finding> findings;
  for (const Stretch& stretch : stretches_) AddFindings(stretch, findings);
  return findings;
}

}  // namespace firstbyte::cpuid
