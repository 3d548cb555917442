// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/attribution_markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "report/phase_testing.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

int WidestLine(const std::string& text) {
  int widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, DisplayWidth(line));
  return widest;
}

TEST(AttributionMarkdown, ShowsArmsSideBySideAndWhatIsSaved) {
  const std::string text = RenderAttribution(Attribute(RoundPhases()));
  EXPECT_THAT(text, HasSubstr(R"(| compress (ns)    | baseline |  share | patched |  share | saved |  share |
|:-----------------|---------:|-------:|--------:|-------:|------:|-------:|
| cwksp_layout     |      8.0 |   0.0% |     4.0 |   0.0% |   4.0 |   0.0% |
| cctx_zeroing     |     60.0 |   0.2% |    30.0 |   0.2% |  30.0 |   0.4% |
| bmi2_probe       |   16,000 |  59.9% |   8,000 |  43.1% | 8,000 |  98.5% |
| reset            |     28.0 |   0.1% |    14.0 |   0.1% |  14.0 |   0.2% |
| pledge           |      0.0 |   0.0% |     0.0 |   0.0% |   0.0 |   0.0% |
| parameter_replay |     64.0 |   0.2% |    32.0 |   0.2% |  32.0 |   0.4% |
| table_clear      |      300 |   1.1% |     300 |   1.6% |       |        |
| compress_body    |   10,000 |  37.5% |  10,000 |  53.8% |       |        |
| unattributed     |      240 |   0.9% |     200 |   1.1% |  40.0 |   0.5% |
| request          |   26,700 | 100.0% |  18,580 | 100.0% | 8,120 | 100.0% |
)"));
  EXPECT_THAT(text, HasSubstr("- saved: 8,120 ns (8,118..8,123), of it unattributed 40.0 (37.5..42.5)\n"));
  EXPECT_LE(WidestLine(text), 80);
}

TEST(AttributionMarkdown, CountsPerRequest) {
  std::vector<Attribution> all = Attribute(RoundPhases());
  EXPECT_THAT(RenderAttribution(all), HasSubstr(R"(| per compress       | baseline | patched | cached |   both |
|:-------------------|---------:|--------:|-------:|-------:|
| CPUIDs executed    |        4 |       2 |      0 |      0 |
| bytes cleared      |   59,584 |  54,368 | 59,584 | 54,368 |
| setParameter calls |       20 |      10 |     20 |     10 |
)"));
  EXPECT_THAT(RenderAttribution(all), Not(HasSubstr("instructions"))) << "not counted, so no row of nothing";
  all[0].arms[0].instructions = 188'649.4;
  EXPECT_THAT(RenderAttribution(all), HasSubstr("| instructions       |  188,649 |         |        |        |\n"));
}

TEST(AttributionMarkdown, DrawsBarsAsLongAsTheRequestsTake) {
  Attribution attribution;
  attribution.operation = "compress";
  const auto arm = [](const char* name, double probe, double body) {
    ArmAttribution a;
    a.arm = name;
    a.whole_ns.value = probe + body;
    a.parts = {{"cwksp_layout", 2, 0, 0}, {"bmi2_probe", 2, probe, 0}, {"compress_body", 1, body, 0}};
    return a;
  };
  attribution.arms = {arm("baseline", 3150, 3150), arm("cached", 0, 3150)};
  EXPECT_EQ(RenderBars(attribution),
            "```\ncompress\nbaseline " + std::string(32, '#') + std::string(31, '=') + " 6,300\n" + "cached   " +
                std::string(32, '=') + " 3,150\n# CPUID  s other set-up  t table_clear  = body  ? unattributed\n```\n");
}

TEST(AttributionMarkdown, ShowsAnArmWithoutItsPartner) {
  const auto all = Attribute(RoundPhases(), {{"cached", "decompress", 4'200, std::nullopt}});
  EXPECT_THAT(RenderAttribution(all), HasSubstr(R"(| decompress (ns) | cached |  share |
|:----------------|-------:|-------:|
| bmi2_probe      |    0.0 |   0.0% |
| decompress_body |  4,000 |  95.2% |
| unattributed    |    200 |   4.8% |
| request         |  4,200 | 100.0% |
)"));
}

TEST(AttributionMarkdown, SurvivesNumbersThatMakeNoSense) {
  PhaseResults results = RoundPhases();
  for (PairSeries& series : results.series) {
    for (PairEstimate& estimate : series.repetitions) estimate.ns = series.kind == PairKind::kWhole ? 0 : -1e12;
  }
  const std::string text = RenderAttribution(Attribute(results));
  EXPECT_LE(WidestLine(text), 80) << text;
  EXPECT_EQ(RenderAttribution(std::vector<Attribution>()), "");
}

// As a busy virtual machine measured with few blocks: parts that cost several times the whole, and a rest that makes up
// for them.
TEST(AttributionMarkdown, StaysWithinEightyColumnsWhereNoShareIsOne) {
  constexpr double kWilder = 25;
  Attribution wild = Attribute(RoundPhases()).front();
  const auto worsen = [](std::vector<AttributedPart>& parts, Spread& rest, double& share) {
    for (AttributedPart& part : parts) {
      part.ns *= kWilder;
      part.share *= kWilder;
    }
    rest.value = -182000;
    share = -3.026;
  };
  for (ArmAttribution& arm : wild.arms) worsen(arm.parts, arm.unattributed_ns, arm.unattributed_share);
  for (SavingAttribution& saving : wild.savings)
    worsen(saving.parts, saving.unattributed_ns, saving.unattributed_share);
  const std::string text = RenderAttribution({wild});
  EXPECT_LE(WidestLine(text), 80) << text;
  EXPECT_THAT(text, HasSubstr("| unattributed     |    -182k |  -303% |   -182k |  -303% |"));
}

}  // namespace
}  // namespace firstbyte::report
