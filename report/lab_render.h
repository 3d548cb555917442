// SPDX-License-Identifier: GPL-2.0-or-later
// The scores of the lab as a page, at most 80 columns wide, and as JSON of the schema `firstbyte-lab-scores/1`, in
// which shares are of 1 and percent are percent. What was not measured is null with a reason.
#ifndef FIRSTBYTE_REPORT_LAB_RENDER_H_
#define FIRSTBYTE_REPORT_LAB_RENDER_H_

#include <string>

#include "report/lab_recording.h"
#include "report/lab_scores.h"

namespace firstbyte::report {

inline constexpr char kLabScoresSchema[] = "firstbyte-lab-scores/1";

std::string RenderLab(const LabRecording& recording, const LabScores& scores);
std::string RenderLabJson(const LabRecording& recording, const LabScores& scores);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_RENDER_H_
