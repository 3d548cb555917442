// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/vega_plots.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "report/cells.h"
#include "report/vega_chart.h"

namespace firstbyte::report {
namespace {

using vega::ArmColours;
using vega::Chart;
using vega::HeightOf;
using vega::Layer;
using vega::Quantity;
using vega::Rows;
using vega::Said;
using Json = nlohmann::ordered_json;

constexpr int kRoundsPixels = 230;
// Beyond them, lines between runs are all that one sees.
constexpr std::size_t kMostRunLines = 50;

std::vector<std::string> NamesOf(const Panel& panel) {
  std::vector<std::string> names;
  for (const PanelArm& arm : panel.arms) names.push_back(arm.name);
  return names;
}

Json Colours(const Panel& panel, const Json& legend) {
  return {{"field", "arm"},
          {"type", "nominal"},
          {"scale", {{"domain", NamesOf(panel)}, {"range", ArmColours(NamesOf(panel))}}},
          {"legend", legend}};
}

// Wild samples have intervals without an end, which JSON cannot hold; a plot shows none beyond its own.
Json IntervalData(const Panel& panel) {
  Json data = Json::array();
  for (const PanelArm& arm : panel.arms) {
    if (!arm.interval_ns) continue;
    data.push_back({{"arm", arm.name},
                    {"from", std::clamp(arm.interval_ns->low, panel.ns.low, panel.ns.high)},
                    {"to", std::clamp(arm.interval_ns->high, panel.ns.low, panel.ns.high)},
                    {"say", fmt::format("{}: 95 % interval {} to {} ns", arm.name, FormatNsEnd(arm.interval_ns->low),
                                        FormatNsEnd(arm.interval_ns->high))}});
  }
  return data;
}

// What a point stands for: "run 3", or "median of runs 3 to 4".
std::string Which(const char* what, std::size_t point, std::size_t per_point, std::size_t all) {
  const std::size_t first = point * per_point + 1;
  const std::size_t last = std::min(first + per_point - 1, all);
  return first == last ? fmt::format("{} {}", what, first) : fmt::format("median of {}s {} to {}", what, first, last);
}

Json RunData(const Panel& panel) {
  Json data = Json::array();
  for (const PanelArm& arm : panel.arms) {
    for (std::size_t i = 0; i < arm.run_medians_ns.size(); ++i) {
      data.push_back({{"arm", arm.name},
                      {"ns", arm.run_medians_ns[i]},
                      {"say", fmt::format("{}, {}: {} ns", arm.name, Which("run", i, panel.runs_per_point, panel.runs),
                                          FormatNs(arm.run_medians_ns[i]))}});
    }
  }
  return data;
}

Json MedianData(const Panel& panel) {
  Json data = Json::array();
  for (const PanelArm& arm : panel.arms) {
    data.push_back({{"arm", arm.name},
                    {"ns", arm.median_ns},
                    {"say", fmt::format("{}: median of all rounds {} ns", arm.name, FormatNs(arm.median_ns))}});
  }
  return data;
}

std::string SayPercent(double percent) {
  return fmt::format("{:.2f} % {} than its median", std::abs(percent), percent < 0 ? "faster" : "slower");
}

Json RoundData(const Panel& panel) {
  Json data = Json::array();
  for (const PanelArm& arm : panel.arms) {
    for (std::size_t i = 0; i < arm.round_percents.size(); ++i) {
      const std::string which = Which("round", i, panel.rounds_per_point, panel.rounds);
      data.push_back({{"arm", arm.name},
                      {"round", i * panel.rounds_per_point + 1},
                      {"percent", std::round(1e4 * arm.round_percents[i]) / 1e4},
                      {"say", fmt::format("{}, {}: {}", arm.name, which, SayPercent(arm.round_percents[i]))}});
    }
  }
  return data;
}

// Between the rounds of one run and those of the next; only where all runs have as many.
Json RunLines(const Panel& panel) {
  Json data = Json::array();
  if (panel.runs > kMostRunLines || !panel.rounds_per_run) return data;
  for (std::size_t run = 1; run < panel.runs; ++run)
    data.push_back({{"round", static_cast<double>(run * *panel.rounds_per_run) + 0.5}});
  return data;
}

// A row of bars per arm, each as high as its share of the row's highest.
Json HistogramData(const Panel& panel) {
  constexpr double kHighest = 0.85;
  Json data = Json::array();
  const double width = 2 * panel.shown_percent / static_cast<double>(kHistogramBins);
  for (std::size_t row = 0; row < panel.arms.size(); ++row) {
    const PanelArm& arm = panel.arms[row];
    const auto most = static_cast<double>(*std::max_element(arm.histogram.begin(), arm.histogram.end()));
    const auto bottom = static_cast<double>(panel.arms.size() - 1 - row);
    for (std::size_t bin = 0; bin < arm.histogram.size(); ++bin) {
      if (arm.histogram[bin] == 0) continue;
      const double from = -panel.shown_percent + width * static_cast<double>(bin);
      const auto count = static_cast<std::int64_t>(arm.histogram[bin]);
      data.push_back({{"arm", arm.name},
                      {"from", from},
                      {"to", from + width},
                      {"bottom", bottom},
                      {"top", bottom + kHighest * static_cast<double>(count) / most},
                      {"say", fmt::format("{}: {} round{} from {:+.2f} % to {:+.2f} %", arm.name, FormatCount(count),
                                          count == 1 ? "" : "s", from, from + width)}});
    }
  }
  return data;
}

Json HistogramLabels(const Panel& panel) {
  Json data = Json::array();
  for (std::size_t row = 0; row < panel.arms.size(); ++row) {
    data.push_back({{"arm", panel.arms[row].name},
                    {"at", -panel.shown_percent},
                    {"height", static_cast<double>(panel.arms.size() - 1 - row) + 0.6}});
  }
  return data;
}

Json Ruler(Json data, const char* channel, const char* field) {
  return Layer(std::move(data), {{"type", "rule"}, {"color", "var(--faint)"}, {"strokeDash", {2, 3}}},
               {{channel, {{"field", field}, {"type", "quantitative"}}}});
}

}  // namespace

Json RunMediansSpec(const Panel& panel) {
  const Json rows = Rows(NamesOf(panel));
  const Json ns = Quantity("ns", panel.ns, "ns per operation");
  const Json colours = Colours(panel, nullptr);
  Json from = Quantity("from", panel.ns, "ns per operation");
  return Chart(HeightOf(panel.arms.size()),
               {Layer(IntervalData(panel), {{"type", "bar"}, {"height", 18}, {"fillOpacity", 0.35}, {"strokeWidth", 1}},
                      {{"y", rows},
                       {"x", from},
                       {"x2", {{"field", "to"}}},
                       {"fill", colours},
                       {"stroke", colours},
                       {"tooltip", Said()}}),
                Layer(RunData(panel), {{"type", "point"}, {"filled", true}, {"size", 36}, {"opacity", 1}},
                      {{"y", rows}, {"x", ns}, {"color", colours}, {"tooltip", Said()}}),
                Layer(MedianData(panel), {{"type", "tick"}, {"thickness", 2}, {"size", 22}, {"color", "var(--text)"}},
                      {{"y", rows}, {"x", ns}, {"tooltip", Said()}})});
}

Json RoundsSpec(const Panel& panel) {
  const Interval all = {0.5, static_cast<double>(panel.rounds) + 0.5};
  const Interval shown = {-panel.shown_percent, panel.shown_percent};
  const Json legend = {{"title", nullptr},  {"orient", "top"},        {"columns", 3},
                       {"labelLimit", 130}, {"symbolType", "stroke"}, {"symbolStrokeWidth", 3}};
  return Chart(
      kRoundsPixels,
      {Ruler(RunLines(panel), "x", "round"), Ruler(Json::array({{{"percent", 0}}}), "y", "percent"),
       Layer(RoundData(panel), {{"type", "line"}, {"strokeWidth", 1.5}, {"opacity", 1}, {"point", {{"size", 14}}}},
             {{"x", Quantity("round", all, "round, in the order of measuring")},
              {"y", Quantity("percent", shown, "% above the arm's median")},
              {"color", Colours(panel, legend)},
              {"tooltip", Said()}})});
}

Json HistogramSpec(const Panel& panel) {
  const auto rows = static_cast<double>(panel.arms.size());
  const Interval shown = {-panel.shown_percent, panel.shown_percent};
  const Json scale = {{"domain", {0, rows}}, {"nice", false}, {"zero", false}};
  const auto height = [&scale](const char* field) {
    return Json{{"field", field}, {"type", "quantitative"}, {"scale", scale}, {"axis", nullptr}};
  };
  const auto across = [&shown](const char* field) { return Quantity(field, shown, "% above the arm's median"); };
  return Chart(HeightOf(panel.arms.size()) + 10 * static_cast<int>(rows),
               {Ruler(Json::array({{{"from", 0}}}), "x", "from"),
                Layer(HistogramData(panel), {{"type", "rect"}, {"opacity", 1}},
                      {{"x", across("from")},
                       {"x2", {{"field", "to"}}},
                       {"y", height("bottom")},
                       {"y2", {{"field", "top"}}},
                       {"color", Colours(panel, nullptr)},
                       {"tooltip", Said()}}),
                Layer(HistogramLabels(panel),
                      {{"type", "text"}, {"align", "left"}, {"dx", 4}, {"limit", 130}, {"color", "var(--text)"}},
                      {{"x", across("at")}, {"y", height("height")}, {"text", {{"field", "arm"}}}})});
}

Json CpuidsSpec(const Panel& panel) {
  Json data = Json::array();
  int most = 1;
  for (const PanelArm& arm : panel.arms) {
    if (!arm.cpuids) continue;
    most = std::max(most, *arm.cpuids);
    data.push_back({{"arm", arm.name},
                    {"cpuids", *arm.cpuids},
                    {"label", FormatCount(*arm.cpuids)},
                    {"say", fmt::format("{}: {} CPUIDs per request", arm.name, FormatCount(*arm.cpuids))}});
  }
  const Json rows = Rows(NamesOf(panel));
  Json x = Quantity("cpuids", {0, 1.1 * most}, "CPUIDs per request");
  x["axis"]["tickMinStep"] = 1;
  x["axis"]["tickCount"] = most;
  return Chart(HeightOf(panel.arms.size()),
               {Layer(data, {{"type", "bar"}, {"height", 16}},
                      {{"y", rows}, {"x", x}, {"color", Colours(panel, nullptr)}, {"tooltip", Said()}}),
                Layer(data, {{"type", "text"}, {"align", "left"}, {"dx", 5}, {"color", "var(--text)"}},
                      {{"y", rows}, {"x", x}, {"text", {{"field", "label"}}}})});
}

}  // namespace firstbyte::report
