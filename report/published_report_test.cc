// SPDX-License-Identifier: GPL-2.0-or-later
// The mails' tables from their data: measurements whose medians are those that a mail prints, given to every format of
// a report. Each prints the mail's cells, and 9.7 % where the mail has 9.8 %.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/cells.h"
#include "report/comparison.h"
#include "report/comparison_json.h"
#include "report/markdown.h"
#include "report/published.h"
#include "report/published_check.h"
#include "report/sentence.h"
#include "report/table.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

struct Measured {
  PublishedTable table;
  PublishedGroup group;
  Results results;
  Comparison comparison;
};

Measured Measure(const PublishedTable& table, const PublishedGroup& group) {
  FixtureOptions options;
  options.arms = {"baseline", "patched"};
  options.wall_ns = [&](const Arm& arm, int, int) {
    const PublishedRow& row = group.rows[arm.operation == "compress" ? 0 : 1];
    return arm.name == "patched" ? row.arm_ns : row.baseline_ns;
  };
  Measured measured{table, group, MakeResults(options), {}};
  measured.results.context.platform = group.label;
  measured.comparison = Compare(measured.results).value();
  return measured;
}

std::vector<Measured> AllGroups() {
  std::vector<Measured> all;
  const auto tables = ReadPublished("report/published").value();
  for (const PublishedTable& table : tables) {
    for (const PublishedGroup& group : table.groups) all.push_back(Measure(table, group));
  }
  return all;
}

// The computed delta and percentage of each row, in the sign of a report: what is saved.
struct Derived {
  std::string delta;
  std::string percent;
};

Derived DerivedOf(const Measured& measured, std::size_t row) {
  const auto cells = CheckDerivedCells(measured.table);
  for (std::size_t i = 0; i + 1 < cells.size(); i += 2) {
    if (cells[i].group != measured.group.label || cells[i].row != measured.group.rows[row].name) continue;
    const double saved = measured.table.percent_means == "saved" ? cells[i + 1].value : -cells[i + 1].value;
    return {cells[i].computed, FormatPercent(saved)};
  }
  return {};
}

TEST(PublishedReport, TheMailsTable) {
  const Measured kvm = AllGroups().at(1);
  EXPECT_EQ(RenderMailTable(kvm.results, kvm.comparison).value(),
            "                  baseline    patched     delta\n"
            "  one-vCPU KVM\n"
            "    compress      16,675 ns   15,050 ns   1,625 ns   9.7%\n"
            "    decompress     3,516 ns    2,265 ns   1,251 ns  35.6%\n");
}

TEST(PublishedReport, TheMarkdownTable) {
  const Measured kvm = AllGroups().at(1);
  EXPECT_EQ(RenderTables(kvm.results, kvm.comparison),
            "| arm (ns)   | median | delta |     % | 95 % interval | verdict |\n"
            "|:-----------|-------:|------:|------:|--------------:|:--------|\n"
            "| compress   |        |       |       |               |         |\n"
            "|  baseline  | 16,675 |       |       |               |         |\n"
            "|  patched   | 15,050 | 1,625 |  9.7% |  1,625..1,625 | faster  |\n"
            "| decompress |        |       |       |               |         |\n"
            "|  baseline  |  3,516 |       |       |               |         |\n"
            "|  patched   |  2,265 | 1,251 | 35.6% |  1,251..1,251 | faster  |\n"
            "\n");
}

TEST(PublishedReport, EveryFormatOfEveryGroup) {
  int rows = 0;
  for (const Measured& measured : AllGroups()) {
    const std::string mail = RenderMailTable(measured.results, measured.comparison).value();
    const std::string markdown = RenderTables(measured.results, measured.comparison);
    const auto json = nlohmann::json::parse(RenderJson(measured.results, measured.comparison));
    for (std::size_t i = 0; i < measured.group.rows.size(); ++i) {
      const PublishedRow& row = measured.group.rows[i];
      const Derived derived = DerivedOf(measured, i);
      const std::string delta = derived.delta.substr(0, derived.delta.size() - 3);
      EXPECT_THAT(mail, ContainsRegex(row.name + " +" + row.baseline + " +" + row.arm + " +" + derived.delta + " +" +
                                      derived.percent + "\n"));
      EXPECT_THAT(markdown, ContainsRegex("patched +\\| +" + FormatNs(row.arm_ns) + " \\| +" + delta + " \\| +" +
                                          derived.percent + " \\|"));
      const auto& of_json = json["groups"][i]["rows"][1];
      EXPECT_EQ(of_json["delta_ns"], row.baseline_ns - row.arm_ns);
      EXPECT_EQ(FormatPercent(of_json["delta_percent"].get<double>()), derived.percent);
      const Group& group = measured.comparison.groups[i];
      EXPECT_THAT(SentenceOf(measured.results, group.rows[1]), HasSubstr(" takes " + derived.percent + " less time"));
      ++rows;
    }
  }
  EXPECT_EQ(rows, 6);
}

}  // namespace
}  // namespace firstbyte::report
