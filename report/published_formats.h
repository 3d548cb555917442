// SPDX-License-Identifier: GPL-2.0-or-later
// The published tables (report/published.h) with their derived cells recomputed (report/published_check.h), for other
// readers than those of the mails: as markdown to paste, and as JSON.
#ifndef FIRSTBYTE_REPORT_PUBLISHED_FORMATS_H_
#define FIRSTBYTE_REPORT_PUBLISHED_FORMATS_H_

#include <string>
#include <vector>

#include "report/published.h"

namespace firstbyte::report {

// A heading and a table each. A cell that does not follow from its row, or that the mail does not print, stands
// computed in the last column; why it cannot follow stands below.
std::string RenderPublishedMarkdown(const std::vector<PublishedTable>& tables);

// Every cell as printed, the medians as numbers, and the derived ones computed without rounding.
std::string RenderPublishedJson(const std::vector<PublishedTable>& tables);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PUBLISHED_FORMATS_H_
