// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/exec_filter.h"

#include <gtest/gtest.h>
#include <linux/audit.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <csignal>

namespace firstbyte::cpuid {
namespace {

// Of a call whose third argument is a protection.
bool StopsAtProtection(std::uint32_t architecture, std::uint32_t call, std::uint64_t protection) {
  return ExecFilterStopsAt(architecture, call, {~0ULL, ~0ULL, protection});
}

bool StopsAtFlags(std::uint32_t call, std::uint64_t flags) {
  return ExecFilterStopsAt(AUDIT_ARCH_X86_64, call, {flags, ~0ULL, ~0ULL});
}

TEST(ExecFilter, StopsWhereCodeIsMapped) {
  for (const std::uint32_t call : {SYS_mmap, SYS_mprotect, SYS_pkey_mprotect}) {
    EXPECT_TRUE(StopsAtProtection(AUDIT_ARCH_X86_64, call, PROT_EXEC)) << call;
    EXPECT_TRUE(StopsAtProtection(AUDIT_ARCH_X86_64, call, PROT_READ | PROT_WRITE | PROT_EXEC)) << call;
    EXPECT_FALSE(StopsAtProtection(AUDIT_ARCH_X86_64, call, PROT_READ | PROT_WRITE)) << call;
    EXPECT_FALSE(StopsAtProtection(AUDIT_ARCH_X86_64, call, PROT_NONE)) << call;
  }
}

TEST(ExecFilter, StopsWhereAChildIsMadeThatIsNotToBeTraced) {
  EXPECT_TRUE(StopsAtFlags(SYS_clone, CLONE_UNTRACED));
  EXPECT_TRUE(StopsAtFlags(SYS_clone, CLONE_UNTRACED | CLONE_VM | SIGCHLD));
  EXPECT_FALSE(StopsAtFlags(SYS_clone, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND | SIGCHLD));
  EXPECT_FALSE(StopsAtFlags(SYS_clone, std::uint64_t{CLONE_UNTRACED} << 32));
  EXPECT_TRUE(StopsAtFlags(SYS_clone3, 0)) << "its flags are in memory";
}

TEST(ExecFilter, LetsEverythingElsePass) {
  for (std::uint32_t call = 0; call < 600; ++call) {
    if (call == SYS_mmap || call == SYS_mprotect || call == SYS_pkey_mprotect) continue;
    if (call == SYS_clone || call == SYS_clone3) continue;
    EXPECT_FALSE(StopsAtProtection(AUDIT_ARCH_X86_64, call, ~0ULL)) << call;
  }
}

// Only the low half of the protection is looked at, as the kernel does.
TEST(ExecFilter, LooksAtTheBitsThatTheKernelLooksAt) {
  EXPECT_FALSE(StopsAtProtection(AUDIT_ARCH_X86_64, SYS_mmap, std::uint64_t{PROT_EXEC} << 32));
}

// The numbers of 32-bit and x32 programs mean other calls.
TEST(ExecFilter, LetsOtherArchitecturesPass) {
  EXPECT_FALSE(StopsAtProtection(AUDIT_ARCH_I386, SYS_mmap, PROT_EXEC));
  EXPECT_FALSE(StopsAtProtection(AUDIT_ARCH_I386, 125, PROT_EXEC));
  EXPECT_FALSE(StopsAtProtection(AUDIT_ARCH_AARCH64, SYS_mmap, PROT_EXEC));
  EXPECT_FALSE(ExecFilterStopsAt(AUDIT_ARCH_I386, SYS_clone, {CLONE_UNTRACED}));
}

}  // namespace
}  // namespace firstbyte::cpuid
