// SPDX-License-Identifier: GPL-2.0-or-later
// A judgement (report/judgement.h) for people and for CI: markdown fit for a step summary, and JUnit XML with one test
// case per row, in which a regression is a failure and what is open or invalid is an error. There are no results where
// their file could not be read; then the judgement has a sentence alone. For programs: report/gate_json.h.
#ifndef FIRSTBYTE_REPORT_GATE_RENDER_H_
#define FIRSTBYTE_REPORT_GATE_RENDER_H_

#include <optional>
#include <string>

#include "report/judgement.h"
#include "report/results.h"

namespace firstbyte::report {

std::string RenderGateMarkdown(const std::optional<Results>& results, const Judgement& judgement);
std::string RenderGateJunit(const std::optional<Results>& results, const Judgement& judgement);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_GATE_RENDER_H_
