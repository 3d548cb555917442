// SPDX-License-Identifier: GPL-2.0-or-later
// Counts for tests.
#ifndef FIRSTBYTE_REPORT_EXACT_TESTING_H_
#define FIRSTBYTE_REPORT_EXACT_TESTING_H_

#include <string>

#include "report/exact_counts.h"

namespace firstbyte::report {

inline void AddEngineForTest(ExactCounts& counts, const std::string& name) {
  counts.engines.push_back({name, "1.5.4", "GCC 12.2.0", "-O2", name + ".tar.xz", "ab"});
  counts.rows.push_back({name, "baseline", "compress", 64, {4, 263514.484375, 67567.5, 487212.78125}});
  counts.rows.push_back({name, "patched", "compress", 64, {2, 261881.484375, 62159.5, 480079.65625}});
  counts.phases.push_back({name, "live", "reset", {0, 82, 200, 460}});
  counts.sizes.push_back({name, "text", 64, 125000});
}

inline ExactCounts CountsForTest() {
  ExactCounts counts;
  counts.tool_version = "0.1.0";
  counts.counter = "qemu-x86_64 version 7.2.22";
  counts.control = "none";
  counts.pages = "64 built-in pages";
  counts.pages_sha256 = "cd";
  AddEngineForTest(counts, "zstd-1.5.4");
  return counts;
}

// As `firstbyte count` leaves it where there is no QEMU.
inline ExactCounts UncountedForTest() {
  ExactCounts counts = CountsForTest();
  counts.counter.clear();
  counts.not_measured = "there is no qemu-x86_64 on PATH";
  counts.phases.clear();
  for (ExactRow& row : counts.rows) {
    row.requests.reset();
    row.cells = {};
  }
  return counts;
}

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_EXACT_TESTING_H_
