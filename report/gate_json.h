// SPDX-License-Identifier: GPL-2.0-or-later
// What a gate judged (report/judged.h) for programs: a document `firstbyte-gate/1` (docs/gate.md). Every document has
// every key, whatever was judged; what there is nothing of is null, and `null_reasons` says why.
#ifndef FIRSTBYTE_REPORT_GATE_JSON_H_
#define FIRSTBYTE_REPORT_GATE_JSON_H_

#include <string>

#include "report/judged.h"

namespace firstbyte::report {

inline constexpr char kGateSchema[] = "firstbyte-gate/1";

std::string RenderGateJson(const Judged& judged);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_GATE_JSON_H_
