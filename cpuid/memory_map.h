// SPDX-License-Identifier: GPL-2.0-or-later
// What a process has mapped: /proc/PID/maps.
#ifndef FIRSTBYTE_CPUID_MEMORY_MAP_H_
#define FIRSTBYTE_CPUID_MEMORY_MAP_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firstbyte::cpuid {

struct Mapping {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  bool executable = false;
  bool writable = false;
  bool shared = false;       // what is written to it, others see; of a file: the file
  std::uint64_t offset = 0;  // in the file
  std::uint64_t device = 0;  // major << 32 | minor
  std::uint64_t inode = 0;   // 0: no file
  std::string path;          // of the file; "[vdso]", "[heap]" or empty otherwise

  std::uint64_t size() const { return end - start; }
  bool operator==(const Mapping&) const = default;
};

// Lines that make no sense are left out.
std::vector<Mapping> ParseMaps(std::string_view text);

// Empty if the process is gone.
std::vector<Mapping> ReadMaps(pid_t pid);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_MEMORY_MAP_H_
