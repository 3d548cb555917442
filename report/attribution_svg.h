// SPDX-License-Identifier: GPL-2.0-or-later
// The attribution of requests as stacked bars: one self-contained SVG file, without scripts and network, for light and
// dark pages and for paper.
//
// Two bars per operation and arm: the whole request, and, enlarged, what its set-up costs beside CPUIDs, which the
// first can hardly show. Lengths are nanoseconds on the scale below each group. What is unattributed ends the first
// bar; where it is negative the parts pass the mark of the request's own time.
#ifndef FIRSTBYTE_REPORT_ATTRIBUTION_SVG_H_
#define FIRSTBYTE_REPORT_ATTRIBUTION_SVG_H_

#include <string>
#include <vector>

#include "report/attribution.h"

namespace firstbyte::report {

std::string AttributionSvg(const std::vector<Attribution>& attributions);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_ATTRIBUTION_SVG_H_
