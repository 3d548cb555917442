// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/cpuinfo, which is what the kernel found out about the CPUs when it booted: reading it executes no CPUID.
#ifndef FIRSTBYTE_BENCH_CPUINFO_H_
#define FIRSTBYTE_BENCH_CPUINFO_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "bench/host.h"

namespace firstbyte::bench {

class CpuInfo {
 public:
  // The fields of one CPU; of the first CPU listed if `cpu` is not listed or negative. Empty if there is no such file.
  CpuInfo(const Host& host, int cpu);

  bool empty() const { return fields_.empty(); }

  // Nothing if the field is missing or empty.
  std::optional<std::string> Field(std::string_view name) const;

  // Whether "flags" has this word; nothing if there are no flags (a file that cannot be read, another architecture).
  std::optional<bool> Flag(std::string_view flag) const;

 private:
  std::map<std::string, std::string, std::less<>> fields_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CPUINFO_H_
