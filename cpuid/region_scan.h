// SPDX-License-Identifier: GPL-2.0-or-later
// Decides what the raw matches (bytes 0F A2) in one executable region of a file are.
//
// All matches of a function, or of a stretch of code without one, are decided together, so that the time it takes grows
// with the file however many matches a hostile one has.
#ifndef FIRSTBYTE_CPUID_REGION_SCAN_H_
#define FIRSTBYTE_CPUID_REGION_SCAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cpuid/call_targets.h"
#include "cpuid/elf_image.h"
#include "cpuid/reach.h"

namespace firstbyte::cpuid {

struct Finding {
  std::uint64_t match = 0;  // address of the bytes
  bool is_cpuid = false;
  bool undecided = false;     // may be one: it would decode as one, but nothing known leads there
  std::uint64_t address = 0;  // of the instruction, if it is a CPUID
  std::uint8_t length = 0;
  std::string what;  // if it is none
};

class RegionScan {
 public:
  // `image` must outlive this.
  RegionScan(const ElfImage& image, const CodeRegion& region);

  // Where a caller elsewhere in the file could make something of what was not reached yet: in front of each such match.
  std::vector<AddressRange> Wanted() const;

  // Instructions are known to begin at these addresses, which are sorted.
  void AddStarts(const std::vector<std::uint64_t>& starts);

  // By address.
  std::vector<Finding> Findings() const;

 private:
  // A function, or what lies between two of them.
  struct Stretch {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::vector<std::uint64_t> starts;  // sorted
    std::vector<std::uint64_t> matches;
    Reach reach{{}, 0};
    bool Reached(std::uint64_t match) const { return reach.cpuids().contains(match) || reach.Covers(match); }
  };
  // What decoding straight on meets at a match.
  struct Met {
    bool is_cpuid = false;
    std::string what;
  };

  Stretch StretchAround(std::uint64_t match) const;
  void Follow(Stretch& stretch) const;
  std::vector<Met> StraightOn(const Stretch& stretch) const;
  Met MetAt(std::uint64_t at, std::uint64_t match) const;
  void AddFindings(const Stretch& stretch, std::vector<Finding>& findings) const;

  const ElfImage& image_;
  const CodeRegion& region_;
  std::vector<Stretch> stretches_;
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_REGION_SCAN_H_
