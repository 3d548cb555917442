// SPDX-License-Identifier: GPL-2.0-or-later
// The breakpoint on main(), planted by this process into its own memory.
#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

#include "cpuid/traced_program.h"

namespace firstbyte::cpuid {
namespace {

using Bytes = std::vector<std::uint8_t>;

Program ProgramWithMainAt(const Bytes& memory, const Bytes& file) {
  Program program;
  program.space = AddressSpace::OfNewProgram(getpid());
  program.main_address = reinterpret_cast<std::uint64_t>(memory.data());
  program.main_code = file;
  return program;
}

TEST(PlantMain, CoversTheFirstByteUntilItIsReached) {
  const Bytes memory = {0x55, 0x48, 0x89, 0xe5};
  Program program = ProgramWithMainAt(memory, memory);
  if (program.space == nullptr) GTEST_SKIP() << "this process may not write to its own memory by /proc";
  program.PlantMain();
  EXPECT_FALSE(program.in_main);
  EXPECT_EQ(memory, (Bytes{kBreakpoint, 0x48, 0x89, 0xe5}));
  program.ReachMain();
  EXPECT_EQ(memory, (Bytes{0x55, 0x48, 0x89, 0xe5}));
}

TEST(PlantMain, LeavesOtherCodeThanTheFilesAlone) {
  const Bytes memory = {0xb8, 0x55, 0x48, 0x89};
  Program program = ProgramWithMainAt(memory, {0x55, 0x48, 0x89, 0xe5});
  if (program.space == nullptr) GTEST_SKIP() << "this process may not write to its own memory by /proc";
  program.PlantMain();
  EXPECT_TRUE(program.in_main);
  EXPECT_EQ(memory, (Bytes{0xb8, 0x55, 0x48, 0x89}));
}

}  // namespace
}  // namespace firstbyte::cpuid
