// SPDX-License-Identifier: GPL-2.0-or-later
// How the environment checks are written: one constructor for each verdict. All of them take text as it was read and
// make it printable, so that no firmware string reaches a terminal or a results file as it is.
#ifndef FIRSTBYTE_BENCH_ENVIRONMENT_CHECK_H_
#define FIRSTBYTE_BENCH_ENVIRONMENT_CHECK_H_

#include <string>
#include <string_view>
#include <vector>

#include "report/results.h"

namespace firstbyte::bench {

using Checks = std::vector<report::EnvironmentCheck>;

inline constexpr char kOk[] = "ok";
inline constexpr char kWarning[] = "warning";
inline constexpr char kNotApplicable[] = "not applicable";

// The value of what could not be read.
inline constexpr char kUnknown[] = "unknown";

report::EnvironmentCheck Ok(std::string_view name, std::string_view value);

// `reason`: what this does to the numbers, and what to do about it.
report::EnvironmentCheck Warning(std::string_view name, std::string_view value, std::string_view reason);

// Nothing can be said, or nothing can be done, on this machine.
report::EnvironmentCheck NotApplicable(std::string_view name, std::string_view value, std::string_view reason);

// NotApplicable for a file that is missing or makes no sense.
report::EnvironmentCheck Unreadable(std::string_view name, std::string_view path);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ENVIRONMENT_CHECK_H_
