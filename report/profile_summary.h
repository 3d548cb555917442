// SPDX-License-Identifier: GPL-2.0-or-later
// What the stacks of an arm add up to: shares of CPUID sites, of functions, and of phases, with 95 % intervals.
//
// Each sample is charged once in each: to its CPUID site or else to its innermost function; and to the phase that the
// rules say (report/profile_rules.h).
#ifndef FIRSTBYTE_REPORT_PROFILE_SUMMARY_H_
#define FIRSTBYTE_REPORT_PROFILE_SUMMARY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/profile_results.h"
#include "report/wilson.h"

namespace firstbyte::report {

struct SiteShare {
  CpuidSite site;
  Share share;
};

struct NamedShare {
  std::string name;
  Share share;
};

struct ProfileSummary {
  std::int64_t samples = 0;
  std::int64_t outside = 0;           // in the loop around the requests
  std::int64_t not_followed = 0;      // stacks that hold the innermost function alone
  std::optional<double> delivered;    // samples / expected
  Share cpuid;                        // of all sites
  std::vector<SiteShare> sites;       // the most frequent first, as the functions
  std::vector<NamedShare> functions;  // innermost ones, of samples at no CPUID
  std::vector<NamedShare> phases;     // of the operation, in their order
};

ProfileSummary SummariseProfile(const ProfileArm& arm);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PROFILE_SUMMARY_H_
