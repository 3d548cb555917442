// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/attribution_svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "report/phase_testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Rect {
  std::string style;
  double x = 0;
  double width = 0;
};

// Of bars: what has a title.
std::vector<Rect> BarsOf(const std::string& svg) {
  static const std::regex pattern(
      R"re(<rect class="(\w+)" x="([-\d.]+)" y="[\d.]+" width="([-\d.]+)" height="18"><title>)re");
  std::vector<Rect> rects;
  for (std::sregex_iterator it(svg.begin(), svg.end(), pattern), end; it != end; ++it)
    rects.push_back({(*it)[1], std::stod((*it)[2]), std::stod((*it)[3])});
  return rects;
}

TEST(AttributionSvg, LengthsAreTimesOnOneScale) {
  const auto rects = BarsOf(AttributionSvg(Attribute(RoundPhases())));
  ASSERT_GT(rects.size(), 18u);
  // The baseline compression is the longest: its 26,700 ns take the whole width of 640.
  EXPECT_EQ(rects[0].style, "CPUID");
  EXPECT_NEAR(rects[0].width, 640 * 16'000 / 26'700.0, 0.01);
  EXPECT_NEAR(rects[7].width, 640 * 10'000 / 26'700.0, 0.01);
  EXPECT_EQ(rects[8].style, "unattributed");
  EXPECT_NEAR(rects[8].x + rects[8].width, 90 + 640, 0.05);
  EXPECT_EQ(rects[9].style, "CPUID") << "of patched";
  EXPECT_NEAR(rects[9].width, 640 * 8'000 / 26'700.0, 0.01);
}

TEST(AttributionSvg, HasAChartPerOperationAndOneThatIsEnlarged) {
  const std::string svg = AttributionSvg(Attribute(RoundPhases()));
  EXPECT_THAT(svg, HasSubstr(">compress: the whole request, ns<"));
  EXPECT_THAT(svg, HasSubstr(">compress: set-up beside CPUIDs, enlarged, ns<"));
  EXPECT_THAT(svg, HasSubstr(">decompress: the whole request, ns<"));
  EXPECT_THAT(svg, Not(HasSubstr(">decompress: set-up"))) << "there is none";
  EXPECT_THAT(svg, HasSubstr("<title>2 x parameter_replay: 64.0 ns</title>"));
}

// One file that any viewer opens: no script, nothing to fetch but the name of its format.
TEST(AttributionSvg, FetchesNothing) {
  std::string svg = AttributionSvg(Attribute(RoundPhases()));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme: dark"));
  const std::string name = "http://www.w3.org/2000/svg";
  svg.erase(svg.find(name), name.size());
  for (const char* word : {"http", "url(", "script", "href", "@import", "\"nan", "\"inf"})
    EXPECT_THAT(svg, Not(HasSubstr(word)));
}

// A number that is cut off is written with < or >.
TEST(AttributionSvg, IsXmlWhateverTheNumbersAre) {
  PhaseResults results = RoundPhases();
  for (PairSeries& series : results.series) {
    for (PairEstimate& estimate : series.repetitions) estimate.ns = -1e300;
  }
  const std::string svg = AttributionSvg(Attribute(results));
  EXPECT_THAT(svg, HasSubstr("&lt;-"));
  EXPECT_THAT(svg, Not(::testing::ContainsRegex("<-|>>")));
}

TEST(AttributionSvg, DrawsNothingBackwards) {
  PhaseResults results = RoundPhases();
  for (PairSeries& series : results.series) {
    if (series.kind == PairKind::kPhase || series.kind == PairKind::kWhole)
      for (PairEstimate& estimate : series.repetitions) estimate.ns = series.name == "reset" ? -5 : 0;
  }
  for (const Rect& rect : BarsOf(AttributionSvg(Attribute(results)))) EXPECT_GE(rect.width, 0) << rect.style;
  EXPECT_THAT(AttributionSvg({}), HasSubstr("</svg>"));
}

}  // namespace
}  // namespace firstbyte::report
