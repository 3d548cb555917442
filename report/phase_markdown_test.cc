// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "report/phase_testing.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Render(const PhaseResults& results) { return RenderPhases(results, Summarise(results)); }

int WidestLine(const std::string& text) {
  int widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, DisplayWidth(line));
  return widest;
}

TEST(PhaseMarkdown, ShowsThePartsWhatIsUnattributedAndTheWhole) {
  EXPECT_THAT(Render(RoundPhases()),
              HasSubstr(R"(| phase (live, ns) |  bytes | CPUIDs |  alone |  95 % interval |  share |
|:-----------------|-------:|-------:|-------:|---------------:|-------:|
| cwksp_layout     |        |        |    4.0 |       4.0..4.0 |   0.0% |
| cctx_zeroing     |  5,216 |        |   30.0 |     30.0..30.0 |   0.4% |
| bmi2_probe       |        |      2 |  8,000 |   8,000..8,000 |  98.8% |
| reset            |        |        |   14.0 |     14.0..14.0 |   0.2% |
| pledge           |        |        |    0.0 |       0.0..0.0 |   0.0% |
| parameter_replay |        |        |   32.0 |     32.0..32.0 |   0.4% |
| unattributed     |        |        |   20.0 |     17.5..22.5 |   0.2% |
| init_cstream     |        |      2 |  8,100 |   8,098..8,103 | 100.0% |
| table_clear      | 49,152 |        |    300 |       300..300 |        |
)"));
}

TEST(PhaseMarkdown, ShowsWholesSavingsControlsAndDoses) {
  const std::string text = Render(RoundPhases());
  EXPECT_THAT(text, HasSubstr("| init_cstream |    100 | 0.800 | 0.78..0.82 | 20.0 | 17.5..22.5 |\n"));
  EXPECT_THAT(text, HasSubstr("| live compress     |  8,120 |  8,000 |  120 |      118..123 | yes      |\n"));
  EXPECT_THAT(text, HasSubstr("| cached decompress |    2.0 |        |  2.0 |    -8.0..12.0 | no       |\n"));
  EXPECT_THAT(text, HasSubstr("| live compress     |        0.5 |     -2.0..3.0 | passed  |\n"));
  EXPECT_THAT(text, HasSubstr("- one CPUID, by the slope: 4,020 ns"));
  EXPECT_THAT(text, HasSubstr("- one CPUID, timed in the same blocks: 4,000 ns"));
  EXPECT_THAT(text, HasSubstr("2 x init_dstream + decompress_body"));
}

TEST(PhaseMarkdown, WarnsOfControlsThatFailed) {
  EXPECT_THAT(Render(RoundPhases()), HasSubstr("- WARNING the A/A control of live decompress is more than 10 ns"));
  PhaseResults good = RoundPhases();
  std::erase_if(good.series,
                [](const PairSeries& s) { return s.kind == PairKind::kControl && s.name == "decompress"; });
  EXPECT_THAT(Render(good), Not(HasSubstr("WARNING")));
}

// CPUIDs of 100 us each have been seen; with few blocks on a busy machine anything has, of either sign.
TEST(PhaseMarkdown, StaysWithinEightyColumns) {
  EXPECT_LE(WidestLine(Render(RoundPhases())), 80);
  for (const double factor : {-1e12, -1e6, -3e4, -333.0, -12.0, 3.0, 12.0, 25.0, 333.0, 3e4, 1e6, 1e12}) {
    PhaseResults wild = RoundPhases();
    for (PairSeries& series : wild.series) {
      double sign = 1;
      for (PairEstimate& estimate : series.repetitions) {
        sign = -sign;
        for (double* const value : {&estimate.ns, &estimate.without_cpuids_ns}) *value *= sign * factor;
        estimate.cpuid_ns *= std::abs(factor);
      }
    }
    EXPECT_LE(WidestLine(Render(wild)), 80) << factor << "\n" << Render(wild);
  }
}

TEST(PhaseMarkdown, SaysThatThreeRepetitionsGiveARange) {
  PhaseResults few = RoundPhases();
  few.repetitions = 3;
  for (PairSeries& series : few.series) series.repetitions.resize(3);
  const std::string text = Render(few);
  EXPECT_THAT(text, HasSubstr("the range over the repetitions; an interval takes 6"));
  EXPECT_THAT(text, Not(HasSubstr("95 %")));
}

TEST(PhaseMarkdown, LetsNoNameActOnTheReader) {
  PhaseResults results = RoundPhases();
  results.engine = "<b>|x";
  EXPECT_THAT(Render(results), HasSubstr("**Phases of \\<b\\>\\|x**"));
}

}  // namespace
}  // namespace firstbyte::report
