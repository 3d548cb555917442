// SPDX-License-Identifier: GPL-2.0-or-later
// "Has this CPU BMI2, and BMI1?" in each of the ways in which programs ask it, the way that zstd asks it for every
// context among them. In a guest the answer's price is the number of CPUIDs: each is a VM exit.
//
// What each costs is not said here: cached_probe_count.h counts the CPUIDs, cached_probe_benchmark.cc times the use,
// and docs/cpuid-cached-probe.md has both from one machine. On other architectures than x86-64 there is no CPUID and
// both tables are empty.
#ifndef FIRSTBYTE_CPUID_CACHED_PROBE_H_
#define FIRSTBYTE_CPUID_CACHED_PROBE_H_

#include <span>

namespace firstbyte::cpuid {

// CPUID.7.0:EBX bits 3 and 8.
struct Bmi {
  bool bmi1 = false;
  bool bmi2 = false;
  bool operator==(const Bmi&) const = default;
};

struct ProbeIdiom {
  const char* name;
  const char* what;
  const char* needs;  // of compiler, library and system, beyond CPUID itself
  Bmi (*probe)();     // any number of threads at once
  // How the symbols begin whose CPUIDs the idiom adds to the time before main(). Empty: they are not this file's own
  // but what the compiler's library adds to the program. Null: it adds none.
  const char* before_main;
};

// Those of this build, from the dearest use to the start that costs nothing.
std::span<const ProbeIdiom> ProbeIdioms();

// Those that this build cannot have, because it lacks what they need; their `probe` is null.
std::span<const ProbeIdiom> MissingIdioms();

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_CACHED_PROBE_H_
