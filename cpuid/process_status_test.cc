// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/process_status.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace firstbyte::cpuid {
namespace {

TEST(StatusField, IsNamedByTheStartOfItsLineAlone) {
  const std::string status = "Name:\tx Tgid: 1\nTgid:\t42\nUid:\t0\t1\t2\t3\n";
  EXPECT_EQ(StatusField(status, "Tgid:"), "\t42");
  EXPECT_EQ(StatusField(status, "Uid:"), "\t0\t1\t2\t3");
  EXPECT_EQ(StatusField(status, "PPid:"), std::nullopt);
}

TEST(ReadProcessStatus, IsThatOfTheProcess) {
  EXPECT_EQ(StatusField(ReadProcessStatus(getpid()), "Pid:"), "\t" + std::to_string(getpid()));
  EXPECT_EQ(ReadProcessStatus(-1), "");
}

}  // namespace
}  // namespace firstbyte::cpuid
