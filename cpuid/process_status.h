// SPDX-License-Identifier: GPL-2.0-or-later
// The lines of /proc/PID/status.
#ifndef FIRSTBYTE_CPUID_PROCESS_STATUS_H_
#define FIRSTBYTE_CPUID_PROCESS_STATUS_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace firstbyte::cpuid {

// Of a process or thread; empty if it is gone.
std::string ReadProcessStatus(pid_t pid);

// What stands behind `name` ("Tgid:"). Only the start of a line names it: the thread's own name, in the first line, can
// be any words.
std::optional<std::string> StatusField(const std::string& status, std::string_view name);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_PROCESS_STATUS_H_
