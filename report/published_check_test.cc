// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/published_check.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace firstbyte::report {
namespace {

constexpr char kDirectory[] = "report/published";

TEST(PublishedTables, AllDerivedCellsFollowButOne) {
  std::vector<DerivedCell> differing;
  int derived = 0;
  const auto tables = ReadPublished(kDirectory);
  ASSERT_TRUE(tables) << tables.error().message;
  for (const PublishedTable& table : *tables) {
    for (const DerivedCell& cell : CheckDerivedCells(table)) {
      if (!cell.printed.empty()) ++derived;
      if (!cell.follows) differing.push_back(cell);
    }
  }
  EXPECT_EQ(derived, 10);
  ASSERT_EQ(differing.size(), 1u);
  EXPECT_EQ(differing[0].group, "one-vCPU KVM");
  EXPECT_EQ(differing[0].row, "compress");
  EXPECT_EQ(differing[0].printed, "9.8%");
  EXPECT_EQ(differing[0].computed, "9.7%");
}

TEST(RenderPublished, Golden) {
  EXPECT_EQ(RenderPublished(ReadPublished(kDirectory).value()),
            R"([PATCH 0/2] crypto: zstd - avoid initializing the workspace twice
Usama Arif, 2026-08-25, message id 20260825220616.3842633
The table of the cover letter; patches 1/2 and 2/2 repeat its numbers. Of the
message id, the beginning is known.
4 KiB crypto_acomp requests, twelve runs of nine 30,000-operation rounds, median
of per-round means.
bare metal: Intel Xeon Platinum 8321HC, turbo off, performance governor, pinned
to one core
one-vCPU KVM: a one-vCPU KVM guest on a faster host

                  baseline    patched     delta
  bare metal
    compress      52,283 ns   51,038 ns   1,245 ns   2.4%
    decompress     2,317 ns    1,998 ns     319 ns  13.8%
  one-vCPU KVM
    compress      16,675 ns   15,050 ns   1,625 ns   9.8%  computed: 9.7%
    decompress     3,516 ns    2,265 ns   1,251 ns  35.6%

Recomputed from the printed medians: 7 of 8 derived cells follow.
one-vCPU KVM, compress: printed 9.8%, computed 9.7%: medians that round to the
printed ones give 9.742% to 9.748%, so 9.8% cannot follow from this row.

zstd: use x86 feature infrastructure for BMI2 dispatch (v3)
Usama Arif, 2026-09-01, message id 20260901110850.1805747-1-usama.arif@linux.dev
The numbers of the text, which gives no delta; subject line and layout are not
verbatim.
4 KiB crypto_acomp requests to zstd-generic, medians; the series removes all
four CPUIDs of a request.
one-vCPU KVM: a one-vCPU KVM guest

                  baseline    patched     change
  one-vCPU KVM
    compress      16,634 ns   13,394 ns             -19.5%  computed: 3,240 ns
    decompress     3,480 ns      963 ns             -72.3%  computed: 2,517 ns

Recomputed from the printed medians: 2 of 2 derived cells follow.
)");
}

PublishedTable OneRow(double baseline, double arm, const std::string& delta, const std::string& percent,
                      double percent_value) {
  PublishedTable table;
  table.percent_means = "saved";
  PublishedRow row{"c", "", "", {}, percent, baseline, arm, percent_value};
  if (!delta.empty()) row.delta = delta;
  table.groups = {{"g", "", {row}}};
  return table;
}

TEST(CheckDerivedCells, RoundingMayExplainADelta) {
  const auto near = CheckDerivedCells(OneRow(100, 90, "11 ns", "10.0%", 10));
  EXPECT_FALSE(near[0].follows);
  EXPECT_EQ(near[0].computed, "10 ns");
  EXPECT_EQ(near[0].explanation,
            "medians that round to the printed ones give 9 ns to 11 ns, so it can come from unrounded medians");
  const auto far = CheckDerivedCells(OneRow(100, 90, "12 ns", "10.0%", 10));
  EXPECT_EQ(far[0].explanation,
            "medians that round to the printed ones give 9 ns to 11 ns, so 12 ns cannot follow from this row");
}

TEST(CheckDerivedCells, RoundingMayExplainAPercentage) {
  // (100 +- 0.5 - 90 +- 0.5) / (100 +- 0.5): 9.045 % to 10.945 % without a printed delta.
  const auto near = CheckDerivedCells(OneRow(100, 90, "", "10.9%", 10.9));
  EXPECT_EQ(near[1].explanation,
            "medians that round to the printed ones give 9.045% to 10.945%, so it can come from unrounded medians");
  // With it: (10 +- 0.5) / 100.
  const auto bound = CheckDerivedCells(OneRow(100, 90, "10 ns", "10.9%", 10.9));
  EXPECT_EQ(bound[1].explanation,
            "medians that round to the printed ones give 9.500% to 10.500%, so 10.9% cannot follow from this row");
}

TEST(CheckDerivedCells, ChangedPercentagesHaveTheOtherSign) {
  PublishedTable table = OneRow(100, 90, "", "-20.0%", -20);
  table.percent_means = "changed";
  const auto cells = CheckDerivedCells(table);
  EXPECT_EQ(cells[1].computed, "-10.0%");
  EXPECT_EQ(cells[1].explanation,
            "medians that round to the printed ones give -10.945% to -9.045%, so -20.0% cannot follow from this row");
}

}  // namespace
}  // namespace firstbyte::report
