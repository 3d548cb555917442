// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/exec_filter.h"

#include <gtest/gtest.h>
#include <linux/audit.h>
#include <sys/mman.h>
#include <sys/syscall.h>

namespace firstbyte::cpuid {
namespace {

TEST(ExecFilter, StopsWhereCodeIsMapped) {
  for (const std::uint32_t call : {SYS_mmap, SYS_mprotect, SYS_pkey_mprotect}) {
    EXPECT_TRUE(ExecFilterStopsAt(AUDIT_ARCH_X86_64, call, PROT_EXEC)) << call;
    EXPECT_TRUE(ExecFilterStopsAt(AUDIT_ARCH_X86_64, call, PROT_READ | PROT_WRITE | PROT_EXEC)) << call;
    EXPECT_FALSE(ExecFilterStopsAt(AUDIT_ARCH_X86_64, call, PROT_READ | PROT_WRITE)) << call;
    EXPECT_FALSE(ExecFilterStopsAt(AUDIT_ARCH_X86_64, call, PROT_NONE)) << call;
  }
}

TEST(ExecFilter, LetsEverythingElsePass) {
  for (std::uint32_t call = 0; call < 600; ++call) {
    if (call == SYS_mmap || call == SYS_mprotect || call == SYS_pkey_mprotect) continue;
    EXPECT_FALSE(ExecFilterStopsAt(AUDIT_ARCH_X86_64, call, ~0ULL)) << call;
  }
}

// Only the low half of the protection is looked at, as the kernel does.
TEST(ExecFilter, LooksAtTheBitsThatTheKernelLooksAt) {
  EXPECT_FALSE(ExecFilterStopsAt(AUDIT_ARCH_X86_64, SYS_mmap, std::uint64_t{PROT_EXEC} << 32));
}

// The numbers of 32-bit and x32 programs mean other calls.
TEST(ExecFilter, LetsOtherArchitecturesPass) {
  EXPECT_FALSE(ExecFilterStopsAt(AUDIT_ARCH_I386, SYS_mmap, PROT_EXEC));
  EXPECT_FALSE(ExecFilterStopsAt(AUDIT_ARCH_I386, 125, PROT_EXEC));
  EXPECT_FALSE(ExecFilterStopsAt(AUDIT_ARCH_AARCH64, SYS_mmap, PROT_EXEC));
}

}  // namespace
}  // namespace firstbyte::cpuid
