// SPDX-License-Identifier: GPL-2.0-or-later
// Executes CPUIDs through cpuid/execute.h and looks at no result: 7 alone, 5 timed, 3 batches of 4; and reads the clock
// 100 times, which is to execute none. Ends with 0 if all were counted.
#include "cpuid/execute.h"

namespace firstbyte::cpuid {
namespace {

bool CountsItself() {
  const auto before = ExecutedCount();
  for (int i = 0; i < 7; ++i) Execute(0);
  for (int i = 0; i < 5; ++i) ExecuteTimed(0, 0);
  for (int i = 0; i < 3; ++i) ExecuteBatchTimed(0, 0, 4);
  for (int i = 0; i < 50; ++i) {
    TimeNothing();
    ReadTsc();
  }
  return ExecutedCount() - before == 7 + 5 + 3 * 4;
}

}  // namespace
}  // namespace firstbyte::cpuid

int main() { return firstbyte::cpuid::CountsItself() ? 0 : 1; }
