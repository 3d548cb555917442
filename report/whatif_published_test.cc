// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/whatif_published.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"

namespace firstbyte::report {
namespace {

constexpr char kDirectory[] = "report/published";

std::vector<PublishedForecasts> OfTheMails() { return PredictPublished(ReadPublished(kDirectory).value()); }

const PublishedForecast& Find(const PublishedForecasts& pair, const std::string& row, const std::string& column,
                              const std::string& cost_row) {
  for (const PublishedForecast& forecast : pair.forecasts) {
    if (forecast.row == row && forecast.column == column && forecast.cost_row == cost_row) return forecast;
  }
  ADD_FAILURE() << "no forecast of " << row << " " << column;
  return pair.forecasts.front();
}

TEST(PredictPublished, TheCachedSeriesFromTheWorkspaceSeries) {
  const PublishedForecasts pair = OfTheMails().at(0);
  EXPECT_EQ(pair.from, "[PATCH 0/2] crypto: zstd - avoid initializing the workspace twice");
  // 1,251 ns for two CPUIDs; 3,516 ns without all four of them.
  const PublishedForecast& decompress = Find(pair, "decompress", "patched", "decompress");
  EXPECT_EQ(decompress.cpuids, 0);
  EXPECT_EQ(decompress.cost_ns, 625.5);
  EXPECT_EQ(decompress.predicted_ns, 3516 - 4 * 625.5);
  EXPECT_EQ(decompress.printed_ns, 963);
  EXPECT_EQ(decompress.error_ns, 51);
  EXPECT_DOUBLE_EQ(decompress.error_percent, 100 * 51.0 / 963);
  const PublishedForecast& compress = Find(pair, "compress", "patched", "compress");
  EXPECT_EQ(compress.cost_ns, 812.5);
  EXPECT_EQ(compress.predicted_ns, 16675 - 4 * 812.5);
  EXPECT_EQ(compress.error_ns, 31);
  // A CPUID costs no more in one operation than in the other.
  EXPECT_EQ(Find(pair, "compress", "patched", "decompress").error_ns, 16675 - 4 * 625.5 - 13394);
}

TEST(PredictPublished, TheWorkspaceSeriesFromTheCachedSeries) {
  const PublishedForecasts pair = OfTheMails().at(1);
  const PublishedForecast& decompress = Find(pair, "decompress", "patched", "decompress");
  EXPECT_EQ(decompress.cpuids, 2);
  EXPECT_EQ(decompress.cost_ns, (3480 - 963) / 4.0);
  EXPECT_EQ(decompress.predicted_ns, 3480 - 2 * decompress.cost_ns);
  EXPECT_EQ(decompress.printed_ns, 2265);
}

TEST(PredictPublished, AsManyCpuidsAsMeasuredAreExact) {
  for (const PublishedForecasts& pair : OfTheMails()) {
    for (const PublishedForecast& forecast : pair.forecasts) {
      EXPECT_EQ(forecast.group, "one-vCPU KVM") << "bare metal is in one table alone";
      if (forecast.column != "baseline") continue;
      EXPECT_NEAR(forecast.predicted_ns, forecast.printed_ns, 41);
    }
  }
  const PublishedForecasts pair = OfTheMails().at(0);
  EXPECT_EQ(Find(pair, "compress", "baseline", "compress").predicted_ns, 16675);
  EXPECT_EQ(Find(pair, "decompress", "baseline", "decompress").predicted_ns, 3516);
}

TEST(PredictPublished, NeedsAGroupOfTheSameName) {
  std::vector<PublishedTable> tables = ReadPublished(kDirectory).value();
  tables[1].groups[0].label = "elsewhere";
  EXPECT_TRUE(PredictPublished(tables).empty());
}

TEST(RenderPublishedForecasts, Golden) {
  EXPECT_EQ(RenderPublishedForecasts(OfTheMails()),
            R"out(A model against what was printed, with the CPUIDs that a patch removes at a cost
of 0: T - removed x CPUID.

From "\[PATCH 0/2\] crypto: zstd - avoid initializing the workspace twice" to
"zstd: use x86 feature infrastructure for BMI2 dispatch (v3)":

| (ns)               | CPUID | from       |  model | printed | error |    % |
|:-------------------|------:|:-----------|-------:|--------:|------:|-----:|
| one-vCPU KVM       |       |            |        |         |       |      |
|  compress, N = 4   | 812.5 | compress   | 16,675 |  16,634 |    41 | 0.2% |
|  compress, N = 0   | 812.5 | compress   | 13,425 |  13,394 |    31 | 0.2% |
|  compress, N = 0   | 625.5 | decompress | 14,173 |  13,394 |   779 | 5.8% |
|  decompress, N = 4 | 625.5 | decompress |  3,516 |   3,480 |    36 | 1.0% |
|  decompress, N = 0 | 625.5 | decompress |  1,014 |     963 |    51 | 5.3% |

From "zstd: use x86 feature infrastructure for BMI2 dispatch (v3)" to "\[PATCH
0/2\] crypto: zstd - avoid initializing the workspace twice":

| (ns)               | CPUID | from       |  model | printed | error |     % |
|:-------------------|------:|:-----------|-------:|--------:|------:|------:|
| one-vCPU KVM       |       |            |        |         |       |       |
|  compress, N = 4   |   810 | compress   | 16,634 |  16,675 |   -41 | -0.2% |
|  compress, N = 2   |   810 | compress   | 15,014 |  15,050 |   -36 | -0.2% |
|  compress, N = 2   | 629.3 | decompress | 15,376 |  15,050 |   326 |  2.2% |
|  decompress, N = 4 | 629.3 | decompress |  3,480 |   3,516 |   -36 | -1.0% |
|  decompress, N = 2 | 629.3 | decompress |  2,222 |   2,265 |   -44 | -1.9% |

N: CPUIDs of a request. CPUID: what one cost, if nothing else is in what the row
"from" of the first table saves; a patch may save other work as well, so the
lowest is the tightest. error: model less printed. As many CPUIDs as the first
table's baseline has are no prediction: the error is what two measurements of
one thing differ by.
)out");
}

TEST(RenderPublishedForecasts, StandInTheDocumentation) {
  const auto page = ReadWholeFile("docs/whatif.md");
  ASSERT_TRUE(page) << page.error().message;
  std::istringstream lines(RenderPublishedForecasts(OfTheMails()));
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] != '|') continue;
    ++rows;
    EXPECT_NE(page->find("\n" + line + "\n"), std::string::npos) << line;
  }
  EXPECT_EQ(rows, 16);
}

}  // namespace
}  // namespace firstbyte::report
