// SPDX-License-Identifier: GPL-2.0-or-later
// Recomputes the derived cells of a published table from the medians printed beside them, with the functions that print
// our own tables (report/cells.h). A printed median stands for every value that rounds to it, so a cell that differs
// may still be right; the check says which values are possible, and prints both.
#ifndef FIRSTBYTE_REPORT_PUBLISHED_CHECK_H_
#define FIRSTBYTE_REPORT_PUBLISHED_CHECK_H_

#include <string>
#include <vector>

#include "report/published.h"

namespace firstbyte::report {

struct DerivedCell {
  std::string group;
  std::string row;
  std::string column;    // the heading: "delta" or "%"
  std::string printed;   // empty where the mail prints none
  std::string computed;  // from the printed medians
  double value = 0;      // the same, not rounded: nanoseconds or percent
  bool follows = true;   // printed is empty or equal to computed
  std::string
      explanation;  // one sentence where it does not follow: whether it can, given what the medians were rounded from
};

// Two cells per row, in the table's order: delta, then percent.
std::vector<DerivedCell> CheckDerivedCells(const PublishedTable& table);

// What a row's two cells say beyond what the mail prints: the computed one that differs or that it does not print; may
// be empty.
std::string NewsOf(const DerivedCell& delta, const DerivedCell& percent);

// Every table as printed, with its source; below it how many derived cells follow, and each that does not, printed and
// computed.
std::string RenderPublished(const std::vector<PublishedTable>& tables);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PUBLISHED_CHECK_H_
