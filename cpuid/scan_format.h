// SPDX-License-Identifier: GPL-2.0-or-later
// What a scan found, as text and as JSON.
#ifndef FIRSTBYTE_CPUID_SCAN_FORMAT_H_
#define FIRSTBYTE_CPUID_SCAN_FORMAT_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "cpuid/scan.h"

namespace firstbyte::cpuid {

// One file's scan, or why there is none.
struct ScanOutcome {
  std::string path;
  Result<ScanResult> result;
};

std::string ScanText(const std::vector<ScanOutcome>& outcomes);

// {"files": [{"path", "raw_matches", "sites": [{"offset", "address", "symbol", "length"}], "rejected": [{"offset",
// "address", "symbol", "what"}]}]}; "error" in place of the rest for a file that could not be scanned.
std::string ScanJson(const std::vector<ScanOutcome>& outcomes);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_SCAN_FORMAT_H_
