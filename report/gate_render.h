// SPDX-License-Identifier: GPL-2.0-or-later
// A judgement (report/judgement.h) for people, for programs and for CI: markdown fit for a step summary, JSON
// `firstbyte-gate/1` (docs/gate.md), and JUnit XML with one test case per row, in which a regression is a failure and
// what is open or invalid is an error.
#ifndef FIRSTBYTE_REPORT_GATE_RENDER_H_
#define FIRSTBYTE_REPORT_GATE_RENDER_H_

#include <string>

#include "report/judgement.h"
#include "report/results.h"

namespace firstbyte::report {

inline constexpr char kGateSchema[] = "firstbyte-gate/1";

std::string RenderGateMarkdown(const Results& results, const Judgement& judgement);
std::string RenderGateJson(const Results& results, const Judgement& judgement);
std::string RenderGateJunit(const Results& results, const Judgement& judgement);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_GATE_RENDER_H_
