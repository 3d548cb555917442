// SPDX-License-Identifier: GPL-2.0-or-later
// Has the kernel stop a traced program where it maps code or makes a child that is not to be traced, and nowhere else:
// a seccomp filter that tells its tracer of mmap, mprotect and pkey_mprotect with PROT_EXEC, of clone with
// CLONE_UNTRACED, and of every clone3, whose flags it cannot see. Every other system call runs at nearly its native
// cost, which stopping at all of them would multiply.
#ifndef FIRSTBYTE_CPUID_EXEC_FILTER_H_
#define FIRSTBYTE_CPUID_EXEC_FILTER_H_

#include <array>
#include <cstdint>

namespace firstbyte::cpuid {

// For the calling thread and all that it starts; it cannot be taken off again. Sets no_new_privs only
// where a filter cannot be had without (it takes CAP_SYS_ADMIN): set-ID programs get nothing from there on.
// Async-signal-safe, for use between fork and exec. Returns 0 or an errno.
int InstallExecFilter();

// Whether the filter stops at this x86-64 system call. For tests, by an interpreter of the filter's own program.
bool ExecFilterStopsAt(std::uint32_t architecture, std::uint32_t number, const std::array<std::uint64_t, 6>& arguments);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_EXEC_FILTER_H_
