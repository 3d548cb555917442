// SPDX-License-Identifier: GPL-2.0-or-later
// Samples of an arm, made into call stacks of its requests and counted.
//
// A stack begins at the arm's request function, under one name for all arms of an operation, so that stacks of two arms
// can be compared; what called it is cut off. One that does not lead there was outside the requests, or could not be
// followed, and keeps its innermost function alone.
#ifndef FIRSTBYTE_BENCH_PROFILE_STACKS_H_
#define FIRSTBYTE_BENCH_PROFILE_STACKS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/code_map.h"
#include "cpuid/stack_copy.h"
#include "perf/records.h"
#include "report/profile_results.h"

namespace firstbyte::bench {

// A sample's registers, which perf::kStackRegisters asked for, in DWARF's order; the stack stays the sample's.
cpuid::StackCopy CopyOf(const perf::Sample& sample);

class StackTally {
 public:
  // Addresses of a sample's stack, innermost first: StackUnwinder::Walk(CopyOf()).
  using Walk = std::function<std::vector<std::uint64_t>(const perf::Sample&)>;

  StackTally(CodeMap& code, Walk walk, std::uint64_t request_function, std::string request_name)
      : code_(code),
        walk_(std::move(walk)),
        request_function_(request_function),
        request_name_(std::move(request_name)) {}

  void Add(const perf::Sample& sample);
  // The most frequent first.
  std::vector<report::ProfileStack> Stacks() const;

 private:
  report::ProfileStack StackOf(const std::vector<std::uint64_t>& addresses);
  bool EndsOutside(const std::vector<std::uint64_t>& addresses) const;
  const std::string& Name(std::uint64_t address);

  CodeMap& code_;
  Walk walk_;
  std::uint64_t request_function_;
  std::string request_name_;
  std::map<std::uint64_t, std::string> names_;                             // of functions, by any of their addresses
  std::map<std::vector<std::uint64_t>, report::ProfileStack> by_address_;  // a stack of addresses is looked at once
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_PROFILE_STACKS_H_
