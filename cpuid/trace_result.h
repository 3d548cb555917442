// SPDX-License-Identifier: GPL-2.0-or-later
// What a trace found: every CPUID that a program executed, by where it stands and what it asked for.
#ifndef FIRSTBYTE_CPUID_TRACE_RESULT_H_
#define FIRSTBYTE_CPUID_TRACE_RESULT_H_

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace firstbyte::cpuid {

struct SiteKey {
  std::string object;  // path of the file; "[made at run time]" and the like for other code
  std::uint64_t offset = 0;
  std::uint32_t leaf = 0;     // EAX
  std::uint32_t subleaf = 0;  // ECX, of leaves that have subleaves; else 0
  bool leaf_known = true;     // false: the method does not see registers, and both are 0
  auto operator<=>(const SiteKey&) const = default;
};

struct SiteCount {
  std::string symbol;
  std::int64_t before_main = 0;
  std::int64_t after_main =
      0;  // main() itself and all that follows; of a program whose main() is not known, from its entry point on
  std::int64_t any_time = 0;  // by a method that does not notice main(), in place of the two
  std::int64_t total() const { return before_main + after_main + any_time; }
};

// What ended a trace.
enum class TraceEnd {
  kProgram,    // the program has ended, with all that it started
  kMain,       // it was to be ended when it reaches main(), and has reached it
  kStepLimit,  // it was ended when so many instructions had been stepped through
  kInterrupt,  // an interrupt ended what outlived the program
};

struct TraceResult {
  std::string method;  // "breakpoints", "single-step", "CPUID faulting", "uprobes"
  std::map<SiteKey, SiteCount> sites;
  std::map<std::string, std::int64_t> stacks;  // collapsed: "program;main;ZSTD_compress;..."; empty unless asked for
  int exit_status = 0;                         // of the program; 128 + N if signal N killed it, as shells say it
  int signal = 0;                              // that killed it, or 0
  std::int64_t processes = 0;                  // 0: the method does not count them; as threads
  std::int64_t threads = 0;
  std::int64_t undecided = 0;  // places that may be CPUIDs or data, and were left alone
  std::int64_t unwatched = 0;  // CPUIDs in memory that must not be written to, and mappings too large to look into
  std::int64_t steps = 0;      // single-stepped instructions
  TraceEnd end = TraceEnd::kProgram;
  std::vector<std::string> notes;  // what could not be seen, one sentence each
  std::int64_t wall_ns = 0;        // of the traced run, tracing included

  // Whether all was seen that was asked for.
  bool complete() const { return end == TraceEnd::kProgram || end == TraceEnd::kMain; }

  std::int64_t total() const {
    std::int64_t sum = 0;
    for (const auto& [key, count] : sites) sum += count.total();
    return sum;
  }
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_RESULT_H_
