// SPDX-License-Identifier: GPL-2.0-or-later
// Whether the part of results that is known before the first run makes sense: context, protocol, arms and the reasons
// of what is not measured.
#ifndef FIRSTBYTE_REPORT_VALIDATE_HEADER_H_
#define FIRSTBYTE_REPORT_VALIDATE_HEADER_H_

#include "report/checks.h"
#include "report/results.h"

namespace firstbyte::report {

// `list` is its place in the file: "context.environment".
Problem CheckEnvironment(const std::string& list, const std::vector<EnvironmentCheck>& checks);

Problem CheckHeader(const Results& results);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_VALIDATE_HEADER_H_
