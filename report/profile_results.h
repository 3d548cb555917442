// SPDX-License-Identifier: GPL-2.0-or-later
// What `firstbyte profile` sampled: for each arm, how often each call stack of its requests was seen.
//
// A sample says where a thread was, at regular intervals of its CPU time, in user mode. Shares of samples are shares of
// that time; they are no times, and an arm that was sampled was slower than it is.
#ifndef FIRSTBYTE_REPORT_PROFILE_RESULTS_H_
#define FIRSTBYTE_REPORT_PROFILE_RESULTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/results.h"

namespace firstbyte::report {

// An instruction that the innermost function was in, where it says more than the function: the one that ends where the
// sample was taken (CPUID: the interrupt is delivered behind it), or one that is interrupted midway (REP STOS).
enum class LeafInstruction { kNone, kCpuid, kRepStos };

// How frames of these are called in collapsed stacks.
inline constexpr char kCpuidFrame[] = "cpuid";
inline constexpr char kRepStosFrame[] = "rep_stos";

struct CpuidSite {
  std::string object;
  std::uint64_t offset = 0;  // in its file
  std::string symbol;        // "ZSTD_initStaticCCtx+0x17f"
  auto operator<=>(const CpuidSite&) const = default;
};

// How far a stack could be followed: to the request that it belongs to; to the loop around the requests, without
// meeting one; or not at all, as through assembly without unwind tables. The latter two hold the innermost function
// alone.
enum class StackEnd { kRequest, kOutside, kNotFollowed };

// The outermost frames of the latter two in collapsed stacks.
inline constexpr char kOutsideFrame[] = "[outside requests]";
inline constexpr char kNotFollowedFrame[] = "[stack not followed]";

struct ProfileStack {
  std::vector<std::string> functions;  // outermost first, which is the request
  StackEnd end = StackEnd::kRequest;
  LeafInstruction instruction = LeafInstruction::kNone;
  std::optional<CpuidSite> site;  // of kCpuid
  std::int64_t samples = 0;
};

struct ProfileArm {
  Arm arm;
  std::int64_t requests = 0;
  std::int64_t running_ns = 0;     // CPU time
  std::optional<double> slowdown;  // CPU time of a request while it is sampled, over that of one that is not
  std::int64_t samples = 0;        // in all stacks
  std::int64_t expected = 0;       // CPU time / period
  std::int64_t lost = 0;           // the ring was full
  std::int64_t throttles = 0;      // the kernel stopped the sampling for a while, for it took too much time
  std::int64_t throttled_ns = 0;
  std::int64_t broken = 0;  // records that made no sense
  std::vector<ProfileStack> stacks;
};

struct ProfileResults {
  std::string engine;
  std::string tool_version;
  std::string machine_id;  // as in report/results.h
  std::string platform;
  std::string accel;
  std::vector<EnvironmentCheck> environment;
  std::string event;  // "cpu-clock:u"
  std::string note;   // why it is not cycles; may be empty
  std::int64_t period_ns = 0;
  int cpu = 0;
  int level = 0;
  std::string request_case;
  std::string corpus;
  std::vector<ProfileArm> arms;
};

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PROFILE_RESULTS_H_
