// SPDX-License-Identifier: GPL-2.0-or-later
// For tests: what a container's seccomp profile does.
#ifndef FIRSTBYTE_CPUID_DENY_SYSTEM_CALL_H_
#define FIRSTBYTE_CPUID_DENY_SYSTEM_CALL_H_

#include <cstdint>
#include <optional>

namespace firstbyte::cpuid {

// From now on, in this thread and all that it starts, a system call fails with `error`; only where its third argument
// is `third_argument`, if that is given. It cannot be taken back. False if that could not be arranged.
bool DenySystemCall(std::uint32_t number, int error, std::optional<std::uint32_t> third_argument = std::nullopt);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_DENY_SYSTEM_CALL_H_
