// SPDX-License-Identifier: GPL-2.0-or-later
// Counts requests and phases of engines under QEMU, and compresses the built-in pages here for their sizes. Where QEMU
// or the counter is missing, or QEMU does not start, the sizes are left, and the counts are null with the reason.
#ifndef FIRSTBYTE_COUNT_COUNT_H_
#define FIRSTBYTE_COUNT_COUNT_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "count/controls.h"
#include "report/exact_counts.h"

namespace firstbyte::count {

struct CountOptions {
  std::vector<std::string> engines;
  std::vector<std::string> arms;
  std::vector<std::string> operations;
  Control control = Control::kNone;
  std::string engine_directory;
  std::string program;  // the counted program
  std::string plugin;   // the counter; need not exist
  std::string path;     // where QEMU is looked for, as in PATH
};

// Unknown engines, arms and operations are usage errors. An engine that fails in the counted program, or kills it, is
// invalid, and of the others nothing is kept: they are counted again, to the same numbers, without it.
Result<report::ExactCounts> Count(const CountOptions& options);

}  // namespace firstbyte::count

#endif  // FIRSTBYTE_COUNT_COUNT_H_
