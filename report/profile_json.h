// SPDX-License-Identifier: GPL-2.0-or-later
// A profile as one JSON document, schema `firstbyte-profile/1` (docs/profile.md): every stack of every arm, what they
// add up to, and the agreement with the phase table.
#ifndef FIRSTBYTE_REPORT_PROFILE_JSON_H_
#define FIRSTBYTE_REPORT_PROFILE_JSON_H_

#include <string>

#include "report/profile_markdown.h"
#include "report/profile_results.h"

namespace firstbyte::report {

inline constexpr char kProfileSchema[] = "firstbyte-profile/1";

std::string ProfileJson(const ProfileResults& results, const AgreementReport& agreement);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PROFILE_JSON_H_
