// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/whatif_markdown.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

Results Small() {
  FixtureOptions options;
  options.arms = {"baseline", "patched", "cached", "both", "A/A"};
  options.operation_names = {"decompress"};
  return MakeResults(options);
}

std::string Render(const Results& results, std::vector<double> costs) {
  return RenderWhatIfMarkdown(results, Predict(results, {625.5, "as the test says", std::move(costs)}).value());
}

TEST(RenderWhatIfMarkdown, Golden) {
  EXPECT_EQ(Render(Small(), {100, 6500}), R"(**bare metal**, 2026-11-30T12:00:00Z

A model, not a measurement: T(c) = T - N x 625.5 + N x c. T: median of per-round
means, CLOCK_MONOTONIC_RAW; N: CPUIDs of a request; 625.5 ns: what a CPUID cost
there, as the test says.

decompress, zstd-1.5.4:

| CPUID (ns)     |   time |  95 % interval |  delta |     % |  95 % interval |
|:---------------|-------:|---------------:|-------:|------:|---------------:|
| baseline       |  N = 4 |                |        |       |                |
|  100           |  1,401 |   1,391..1,406 |        |       |                |
|  625.5 here    |  3,503 |   3,493..3,508 |        |       |                |
|  6,500         | 27,001 | 26,991..27,006 |        |       |                |
| patched        |  N = 2 |                |        |       |                |
|  100           |  1,202 |   1,195..1,205 |    199 | 14.2% |       199..200 |
|  625.5 here    |  2,253 |   2,246..2,256 |  1,250 | 35.7% |   1,250..1,251 |
|  6,500         | 14,002 | 13,995..14,005 | 12,999 | 48.1% | 12,999..13,000 |
| cached         |  N = 0 |                |        |       |                |
|  100           |    961 |       958..962 |    440 | 31.4% |       440..440 |
|  625.5 here    |    961 |       958..962 |  2,542 | 72.6% |   2,542..2,542 |
|  6,500         |    961 |       958..962 | 26,040 | 96.4% | 26,040..26,040 |
| both           |  N = 0 |                |        |       |                |
|  100           |    956 |       953..957 |    445 | 31.8% |       445..445 |
|  625.5 here    |    956 |       953..957 |  2,547 | 72.7% |   2,547..2,547 |
|  6,500         |    956 |       953..957 | 26,045 | 96.5% | 26,045..26,045 |
| both vs cached |  N = 0 |                |        |       |                |
|  any           |    956 |       953..957 |      5 |  0.5% |       4.3..5.6 |

here: as measured. delta: what an operation saves against the baseline, or the
arm behind vs, with its interval behind it. Intervals are those of the
measurement, moved; how well the cost there is known is not in them: if it is
off by e, a time is off by N x e.

For comparison, what the arm cached saves, per CPUID: decompress 635.5 ns
(635.4..635.6).
)");
}

TEST(RenderWhatIfMarkdown, FitsATerminal) {
  std::istringstream text(Render(MakeResults(), {0, 100, 1250.5, 6500, 12345}));
  for (std::string line; std::getline(text, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(RenderWhatIfMarkdown, SaysWhatItCannotSay) {
  FixtureOptions options;
  options.runs = 3;
  options.engines = {"zstd-1.5.4", "candidate"};
  const std::string text = Render(MakeResults(options), {100});
  EXPECT_NE(text.find("- 3 runs cannot give a 95 % interval, so no"), std::string::npos) << text;
  EXPECT_NE(text.find("Arms are left out: How many CPUIDs a context of the engine"), std::string::npos) << text;
}

TEST(RenderWhatIfMarkdown, NamesFromAFileAreNoMarkup) {
  Results results = Small();
  results.context.platform = "<b>|\x1b[31m";
  const std::string text = Render(results, {});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("<b>"), std::string::npos);
}

}  // namespace
}  // namespace firstbyte::report
