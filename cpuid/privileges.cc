// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/privileges.h"

#include <endian.h>
#include <fmt/core.h>
#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>

#include <sstream>
#include <string_view>

#include "base/number.h"
#include "cpuid/process_status.h"

namespace firstbyte::cpuid {
namespace {

constexpr std::size_t kEffective = 1;  // of real, effective, saved and file system's

// The value number `at` of the line that starts with `name`.
std::optional<std::uint64_t> StatusValue(const std::string& status, std::string_view name, std::size_t at, int base) {
  std::istringstream words(StatusField(status, name).value_or(""));
  std::string word;
  for (std::size_t i = 0; i <= at; ++i) {
    if (!(words >> word)) return std::nullopt;
  }
  return ParseNumber<std::uint64_t>(word, base);
}

// What the file makes permitted; its inheritable ones add nothing to a process that has inherited none.
std::uint64_t CapabilitiesOf(const std::string& file) {
  vfs_ns_cap_data data{};
  const ssize_t got = getxattr(file.c_str(), "security.capability", &data, sizeof data);
  if (got < static_cast<ssize_t>(XATTR_CAPS_SZ_1)) return 0;
  const std::uint64_t low = le32toh(data.data[0].permitted);
  const std::uint64_t high = got >= static_cast<ssize_t>(XATTR_CAPS_SZ_2) ? le32toh(data.data[1].permitted) : 0;
  return low | high << 32;
}

}  // namespace

std::optional<Privileges> ParsePrivileges(const std::string& status) {
  const auto user = StatusValue(status, "Uid:", kEffective, 10);
  const auto group = StatusValue(status, "Gid:", kEffective, 10);
  const auto permitted = StatusValue(status, "CapPrm:", 0, 16);
  const auto bounding = StatusValue(status, "CapBnd:", 0, 16);
  if (!user || !group || !permitted || !bounding) return std::nullopt;
  return Privileges{static_cast<uid_t>(*user), static_cast<gid_t>(*group), *permitted, *bounding};
}

std::optional<Privileges> PrivilegesOf(pid_t pid) { return ParsePrivileges(ReadProcessStatus(pid)); }

bool GivesMore(const std::string& file, const Privileges& privileges) {
  struct stat status {};
  struct statvfs mounted {};
  if (stat(file.c_str(), &status) != 0) return false;
  if (statvfs(file.c_str(), &mounted) == 0 && (mounted.f_flag & ST_NOSUID) != 0) return false;
  // Without the right to execute, the group's bit means something else.
  constexpr mode_t kSetGroup = S_ISGID | S_IXGRP;
  return ((status.st_mode & S_ISUID) != 0 && status.st_uid != privileges.user) ||
         ((status.st_mode & kSetGroup) == kSetGroup && status.st_gid != privileges.group) ||
         (CapabilitiesOf(file) & privileges.bounding & ~privileges.capabilities) != 0;
}

bool LosesPrivileges(pid_t pid) {
  const auto privileges = PrivilegesOf(pid);
  return privileges && GivesMore(fmt::format("/proc/{}/exe", pid), *privileges);
}

}  // namespace firstbyte::cpuid
