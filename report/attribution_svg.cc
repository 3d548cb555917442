// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/attribution_svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "report/attribution_chart.h"
#include "report/attribution_markdown.h"
#include "report/xml.h"

namespace firstbyte::report {
namespace {

// Units of the drawing are those of CSS pixels.
constexpr double kWidth = 820;
constexpr double kBarsFrom = 90;
constexpr double kBarsTo = 730;  // the rest is for the number behind the longest bar
constexpr double kBarHeight = 18;
constexpr double kRowHeight = 26;
constexpr double kTitleHeight = 34;
constexpr double kScaleHeight = 30;
constexpr double kLegendHeight = 70;
constexpr int kTicks = 4;

// Each of a brightness of its own, so that they differ in grey, too.
constexpr std::string_view kCss = R"(
text { font: 12px sans-serif; fill: #222; }
.title { font-weight: bold; font-size: 13px; }
.axis { stroke: #888; stroke-width: 1; }
.mark { stroke: #222; stroke-width: 2; }
.CPUID { fill: #c0392b; } .cwksp_layout { fill: #16324f; } .cctx_zeroing { fill: #2a6f97; } .reset { fill: #61a5c2; }
.pledge { fill: #a9d6e5; } .parameter_replay { fill: #e9c46a; } .table_clear { fill: #8a5a44; } .body { fill: #b7b7a4; }
.unattributed { fill: none; stroke: #888; stroke-dasharray: 3 2; }
@media (prefers-color-scheme: dark) {
  svg { background: #1b1b1b; } text { fill: #eee; } .mark { stroke: #eee; } .cwksp_layout { fill: #4f83b5; }
}
)";

// The least of 1, 2, 5 times a power of ten that is no less.
double RoundUp(double ns) {
  if (ns <= 0) return 1;
  const double power = std::pow(10, std::floor(std::log10(ns)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= ns) return step * power;
  }
  return 10 * power;
}

std::string Text(double x, double y, std::string_view attributes, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, attributes, EscapeXml(text));
}

std::string Bar(const BarRow& row, double y, double pixels_per_ns) {
  std::string text = Text(kBarsFrom - 8, y + 13, " text-anchor=\"end\"", row.arm);
  double x = kBarsFrom;
  double end = kBarsFrom + row.total_ns * pixels_per_ns;
  for (const BarPiece& piece : row.pieces) {
    const double width = std::max(0.0, piece.ns * pixels_per_ns);
    text += fmt::format(
        "<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{}\"><title>{}</title></rect>\n",
        piece.style, x, y, width, kBarHeight, EscapeXml(piece.title));
    x += width;
  }
  text += fmt::format("<line class=\"mark\" x1=\"{0:.2f}\" x2=\"{0:.2f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>\n", end,
                      y - 2, y + kBarHeight + 2);
  return text + Text(std::max(x, end) + 6, y + 13, "", FormatPhaseNs(row.total_ns));
}

std::string Scale(double y, double step, double longest, double pixels_per_ns) {
  std::string text =
      fmt::format("<line class=\"axis\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>\n", kBarsFrom, kBarsTo, y, y);
  for (int i = 0; i * step <= longest; ++i) {
    const double x = kBarsFrom + i * step * pixels_per_ns;
    text += fmt::format("<line class=\"axis\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>\n", x, y, y + 4);
    text += Text(x, y + 17, " text-anchor=\"middle\"", i == 0 ? "0" : FormatPhaseNs(i * step));
  }
  return text;
}

double HeightOf(const BarChart& chart) {
  return kTitleHeight + static_cast<double>(chart.rows.size()) * kRowHeight + kScaleHeight;
}

std::string Draw(const BarChart& chart, double y) {
  double longest = 0;
  for (const BarRow& row : chart.rows) {
    double sum = 0;
    for (const BarPiece& piece : row.pieces) sum += std::max(0.0, piece.ns);
    longest = std::max({longest, row.total_ns, sum});
  }
  const double pixels_per_ns = longest > 0 ? (kBarsTo - kBarsFrom) / longest : 0;
  std::string text = Text(kBarsFrom, y + 20, " class=\"title\"", chart.title);
  y += kTitleHeight;
  for (const BarRow& row : chart.rows) {
    text += Bar(row, y, pixels_per_ns);
    y += kRowHeight;
  }
  return text + Scale(y, RoundUp(longest / kTicks), longest, pixels_per_ns);
}

std::string Legend(double y) {
  constexpr int kPerRow = 5;
  constexpr double kStep = 145;
  std::string text;
  int i = 0;
  for (const char* const style : AttributionStyles()) {
    const double x = kBarsFrom + kStep * (i % kPerRow);
    const int line = i / kPerRow;
    const double row = y + 20.0 * line;
    text += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"12\" height=\"12\"/>\n", style, x, row);
    text += Text(x + 18, row + 10, "", style);
    ++i;
  }
  return text;
}

}  // namespace

std::string AttributionSvg(const std::vector<Attribution>& attributions) {
  const std::vector<BarChart> charts = AttributionCharts(attributions);
  double y = 0;
  std::string body;
  for (const BarChart& chart : charts) {
    body += Draw(chart, y);
    y += HeightOf(chart);
  }
  body += Legend(y + 14);
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
             "role=\"img\" aria-label=\"Where the nanoseconds of a request go, per arm\">\n<style>",
             kWidth, y + kLegendHeight) +
         std::string(kCss) + "</style>\n" + body + "</svg>\n";
}

}  // namespace firstbyte::report
