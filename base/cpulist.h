// SPDX-License-Identifier: GPL-2.0-or-later
// Sets of CPU numbers in the kernel's list format, "0-3,8,10-11", as files below /sys and parameters on the kernel's
// command line spell them. A set is kept as a sorted vector without duplicates.
#ifndef FIRSTBYTE_BASE_CPULIST_H_
#define FIRSTBYTE_BASE_CPULIST_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstbyte {

// No Linux is built for more CPUs than this (CONFIG_NR_CPUS ends at 8192 on x86); a list that names a higher number is
// malformed, which also bounds the memory that a damaged file can ask for.
inline constexpr int kMaxCpus = 1 << 16;

// The CPUs of a list in any order; empty text is the empty set. Nothing if the text is malformed: signs, letters,
// blanks inside, a missing number, a range that runs backwards, a number of kMaxCpus or more.
std::optional<std::vector<int>> ParseCpuList(std::string_view text);

// "0-3,8,10-11"; "none" for the empty set. `cpus` must be sorted.
std::string FormatCpuList(const std::vector<int>& cpus);

bool Contains(const std::vector<int>& sorted_cpus, int cpu);

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_CPULIST_H_
