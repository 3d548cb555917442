// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/published_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/cells.h"
#include "report/published_check.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

constexpr char kDirectory[] = "report/published";

std::vector<PublishedTable> Tables() { return ReadPublished(kDirectory).value(); }

TEST(RenderPublishedMarkdown, Golden) {
  EXPECT_EQ(RenderPublishedMarkdown(Tables()),
            R"(**\[PATCH 0/2\] crypto: zstd - avoid initializing the workspace twice**, Usama
Arif, 2026-08-25

- message id `20260825220616.3842633`. The table of the cover letter; patches
  1/2 and 2/2 repeat its numbers. Of the message id, the beginning is known.
- 4 KiB crypto_acomp requests, twelve runs of nine 30,000-operation rounds,
  median of per-round means.
- bare metal: Intel Xeon Platinum 8321HC, turbo off, performance governor,
  pinned to one core
- one-vCPU KVM: a one-vCPU KVM guest on a faster host

|              |  baseline |   patched |    delta |     % | computed |
|:-------------|----------:|----------:|---------:|------:|---------:|
| bare metal   |           |           |          |       |          |
|  compress    | 52,283 ns | 51,038 ns | 1,245 ns |  2.4% |          |
|  decompress  |  2,317 ns |  1,998 ns |   319 ns | 13.8% |          |
| one-vCPU KVM |           |           |          |       |          |
|  compress    | 16,675 ns | 15,050 ns | 1,625 ns |  9.8% |     9.7% |
|  decompress  |  3,516 ns |  2,265 ns | 1,251 ns | 35.6% |          |

- one-vCPU KVM, compress: printed 9.8%, computed 9.7%: medians that round to the
  printed ones give 9.742% to 9.748%, so 9.8% cannot follow from this row

**zstd: use x86 feature infrastructure for BMI2 dispatch (v3)**, Usama Arif,
2026-09-01

- message id `20260901110850.1805747-1-usama.arif@linux.dev`. The numbers of the
  text, which gives no delta; subject line and layout are not verbatim.
- 4 KiB crypto_acomp requests to zstd-generic, medians; the series removes all
  four CPUIDs of a request.
- one-vCPU KVM: a one-vCPU KVM guest

|              |  baseline |   patched | change |      % | computed |
|:-------------|----------:|----------:|-------:|-------:|---------:|
| one-vCPU KVM |           |           |        |        |          |
|  compress    | 16,634 ns | 13,394 ns |        | -19.5% | 3,240 ns |
|  decompress  |  3,480 ns |    963 ns |        | -72.3% | 2,517 ns |
)");
}

// The cell of which the mail prints another number than its row gives.
TEST(RenderPublishedJson, PrintedBesideComputed) {
  const auto json = nlohmann::json::parse(RenderPublishedJson(Tables()));
  EXPECT_EQ(json["schema"], "firstbyte-published-check/1");
  const auto& row = json["tables"][0]["groups"][1]["rows"][0];
  EXPECT_EQ(row["name"], "compress");
  EXPECT_EQ(row["baseline"], "16,675 ns");
  EXPECT_EQ(row["baseline_ns"], 16675);
  EXPECT_EQ(row["arm_ns"], 15050);
  EXPECT_EQ(row["derived"][0]["computed"], "1,625 ns");
  EXPECT_EQ(row["derived"][0]["follows"], true);
  const auto& percent = row["derived"][1];
  EXPECT_EQ(percent["printed"], "9.8%");
  EXPECT_EQ(percent["computed"], "9.7%");
  EXPECT_NEAR(percent["value"].get<double>(), 9.7451, 5e-5);
  EXPECT_EQ(percent["follows"], false);
  EXPECT_THAT(percent["explanation"].get<std::string>(), HasSubstr("so 9.8% cannot follow from this row"));
}

TEST(RenderPublishedJson, WhatTheMailDoesNotPrintIsNullWithItsReason) {
  const auto json = nlohmann::json::parse(RenderPublishedJson(Tables()));
  const auto& delta = json["tables"][1]["groups"][0]["rows"][1]["derived"][0];
  EXPECT_TRUE(delta["printed"].is_null());
  EXPECT_TRUE(delta["follows"].is_null());
  EXPECT_EQ(delta["computed"], "2,517 ns");
  EXPECT_EQ(delta["null_reasons"]["printed"], "The mail does not print it.");
}

// One function derives a cell, whatever prints it.
TEST(PublishedFormats, SayTheSame) {
  const std::vector<PublishedTable> tables = Tables();
  const std::string mail = RenderPublished(tables);
  const std::string markdown = RenderPublishedMarkdown(tables);
  const auto json = nlohmann::json::parse(RenderPublishedJson(tables));
  int compared = 0;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    for (const auto& group : json["tables"][t]["groups"]) {
      for (const auto& row : group["rows"]) {
        const double baseline_ns = row["baseline_ns"].get<double>();
        const double arm_ns = row["arm_ns"].get<double>();
        const double sign = tables[t].percent_means == "saved" ? 1 : -1;
        EXPECT_EQ(row["derived"][0]["value"], DeltaNs(baseline_ns, arm_ns));
        EXPECT_EQ(row["derived"][1]["value"], sign * DeltaPercent(baseline_ns, arm_ns));
        for (const auto& cell : row["derived"]) {
          const auto shown = cell["computed"].get<std::string>();
          EXPECT_THAT(mail, HasSubstr(shown));
          EXPECT_THAT(markdown, HasSubstr(shown));
          ++compared;
        }
      }
    }
  }
  EXPECT_EQ(compared, 12);
}

TEST(RenderPublishedMarkdown, TextOfAFileIsNoMarkup) {
  PublishedTable table;
  table.subject = "<b>|x|";
  table.percent_means = "saved";
  PublishedGroup group{"a|b", "", {}};
  PublishedRow row;
  row.name = "c|d";
  row.baseline_ns = row.arm_ns = 1;
  group.rows.push_back(row);
  table.groups.push_back(group);
  const std::string text = RenderPublishedMarkdown({table});
  EXPECT_THAT(text, HasSubstr("\\<b\\>\\|x\\|"));
  EXPECT_THAT(text, HasSubstr("| a\\|b "));
  EXPECT_THAT(text, HasSubstr("|  c\\|d "));
}

}  // namespace
}  // namespace firstbyte::report
