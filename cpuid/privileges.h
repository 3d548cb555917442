// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a file would give a process other privileges when it is executed: by its set-ID bits or by capabilities of
// its own (security.capability). A traced process gets them only if its tracer may give them, one under no_new_privs
// never, and the kernel ends the counting of uprobes in a process that gets them.
#ifndef FIRSTBYTE_CPUID_PRIVILEGES_H_
#define FIRSTBYTE_CPUID_PRIVILEGES_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace firstbyte::cpuid {

// Of a process, not of who looks at it.
struct Privileges {
  uid_t user = 0;                  // effective
  gid_t group = 0;                 // effective
  std::uint64_t capabilities = 0;  // permitted
  std::uint64_t bounding = 0;
};

// What /proc/PID/status says in `status`; none if a line is missing. A process's name, which it chooses, is believed
// nowhere.
std::optional<Privileges> ParsePrivileges(const std::string& status);
// None if it is gone.
std::optional<Privileges> PrivilegesOf(pid_t pid);

// Whether executing `file` gives what a process with these does not have. Not where the file system is mounted nosuid.
bool GivesMore(const std::string& file, const Privileges& privileges);

// Whether the file that a process has just executed would have given it more than it has now.
bool LosesPrivileges(pid_t pid);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_PRIVILEGES_H_
