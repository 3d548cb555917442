// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/vega_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

#include "report/phase_testing.h"
#include "report/testing.h"
#include "report/vega_attribution.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

constexpr char kHostile[] = "datum['x']<\"";

// Panels whose arms and engine are called something that no other text of a specification is.
std::vector<Panel> HostilePanels() {
  Results results = MakeResults();
  for (Arm& arm : results.arms) {
    if (arm.name == "floor") arm.name = kHostile;
  }
  return PlotPanels(results, Compare(results).value()).value();
}

std::vector<Json> Specs(const Panel& panel) {
  return {RunMediansSpec(panel), RoundsSpec(panel), HistogramSpec(panel), CpuidsSpec(panel)};
}

// Calls visit(keys to a text, the text) for each text of a document.
template <typename Visit>
void ForEachText(const Json& json, const std::string& keys, const Visit& visit) {
  if (json.is_string()) visit(keys, json.get<std::string>());
  if (json.is_array()) {
    for (const Json& element : json) ForEachText(element, keys + "/", visit);
  }
  if (!json.is_object()) return;
  for (const auto& [key, value] : json.items()) ForEachText(value, keys + "/" + key, visit);
}

// Vega reads expressions in many places, but in none of these.
TEST(VegaPlots, TextOfTheFileIsDataAlone) {
  for (const Panel& panel : HostilePanels()) {
    for (const Json& spec : Specs(panel)) {
      std::set<std::string> places;
      ForEachText(spec, "", [&](const std::string& keys, const std::string& text) {
        if (text.find(kHostile) != std::string::npos) places.insert(keys.substr(keys.find("/layer//") + 8));
      });
      EXPECT_FALSE(places.empty());
      for (const std::string& place : places) {
        const bool data = place == "data/values//arm" || place == "data/values//say";
        EXPECT_TRUE(data || place.ends_with("/scale/domain/")) << place;
      }
    }
  }
}

TEST(VegaPlots, NothingIsComputedOrLoadedByTheBrowser) {
  std::vector<Json> specs;
  for (const Panel& panel : HostilePanels()) {
    for (Json& spec : Specs(panel)) specs.push_back(std::move(spec));
  }
  for (const BarChart& chart : AttributionCharts(Attribute(RoundPhases()))) specs.push_back(AttributionSpec(chart));
  for (const Json& spec : specs) {
    const std::string text = spec.dump();
    for (const char* word : {"\"url\"", "\"href\"", "\"expr\"", "\"signal\"", "\"transform\"", "\"aggregate\"",
                             "\"params\"", "labelExpr", "usermeta", "http", "\"bin\""})
      EXPECT_THAT(text, Not(HasSubstr(word)));
    EXPECT_EQ(spec["width"], "container");
  }
}

TEST(VegaPlots, EveryRunAndRoundIsThere) {
  const Results results = MakeResults();
  const Panel panel = PlotPanels(results, Compare(results).value()).value()[0];
  const Json medians = RunMediansSpec(panel);
  EXPECT_EQ(medians["layer"][0]["data"]["values"].size(), 5u) << "intervals, but for the baseline";
  EXPECT_EQ(medians["layer"][1]["data"]["values"].size(), 72u);
  EXPECT_EQ(medians["layer"][2]["data"]["values"].size(), 6u);
  EXPECT_EQ(medians["layer"][2]["data"]["values"][1]["ns"], panel.arms[1].median_ns);
  const Json rounds = RoundsSpec(panel);
  EXPECT_EQ(rounds["layer"][0]["data"]["values"].size(), 11u) << "between the runs";
  EXPECT_EQ(rounds["layer"][2]["data"]["values"].size(), 648u);
  EXPECT_EQ(rounds["layer"][2]["data"]["values"][108]["arm"], "patched");
  EXPECT_EQ(rounds["layer"][2]["data"]["values"][108]["round"], 1);
  std::size_t counted = 0;
  const Json histogram = HistogramSpec(panel);
  for (const auto& bin : histogram["layer"][1]["data"]["values"]) counted += bin["arm"] == "patched" ? 1 : 0;
  EXPECT_GT(counted, 1u);
  EXPECT_EQ(CpuidsSpec(panel)["layer"][0]["data"]["values"][1]["cpuids"], 2);
}

// With --clock=cpu rounds without thread CPU time are left out, of which a run may have had more than another.
TEST(RoundsSpec, PartsRunsOnlyWhereAllHaveAsManyRounds) {
  Results results = MakeResults();
  results.not_measured["cpu_ns"] = "not then";
  for (const std::size_t run : {0u, 1u}) {
    for (std::size_t round = 0; round < 6; ++round) {
      for (Sample& sample : results.runs[run].rounds[round].samples) sample.cpu_ns.reset();
    }
  }
  const Panel panel = PlotPanels(results, Compare(results, Clock::kThreadCpu).value()).value()[0];
  EXPECT_EQ(panel.rounds, 96u) << "which 12 runs could share alike";
  EXPECT_FALSE(panel.rounds_per_run);
  EXPECT_EQ(RoundsSpec(panel)["layer"][0]["data"]["values"].size(), 0u);
  EXPECT_EQ(RoundsSpec(panel)["layer"][2]["data"]["values"].size(), 576u);
  const Panel whole = PlotPanels(results, Compare(results).value()).value()[0];
  EXPECT_EQ(whole.rounds_per_run, 9u);
  EXPECT_EQ(RoundsSpec(whole)["layer"][0]["data"]["values"][0]["round"], 9.5);
}

TEST(VegaPlots, APointOfSeveralSaysOfWhich) {
  FixtureOptions options;
  options.runs = 251;
  options.rounds = 2;
  options.arms = {"baseline", "patched"};
  const Results results = MakeResults(options);
  const Panel panel = PlotPanels(results, Compare(results).value()).value()[0];
  const Json runs = RunMediansSpec(panel)["layer"][1]["data"]["values"];
  const Json rounds = RoundsSpec(panel)["layer"][2]["data"]["values"];
  const auto said = [](const Json& datum) { return datum["say"].get<std::string>(); };
  EXPECT_THAT(said(runs[0]), HasSubstr("baseline, median of runs 1 to 2: "));
  EXPECT_THAT(said(runs[125]), HasSubstr("baseline, run 251: ")) << "the rest";
  EXPECT_THAT(said(rounds[1]), HasSubstr("baseline, median of rounds 4 to 6: "));
  EXPECT_THAT(said(rounds[167]), HasSubstr("baseline, round 502: ")) << "the rest";
}

TEST(VegaPlots, ArmsOfAPanelHaveColoursOfTheirOwn) {
  for (const Panel& panel : HostilePanels()) {
    const Json scale = RoundsSpec(panel)["layer"][2]["encoding"]["color"]["scale"];
    EXPECT_EQ(scale["domain"].size(), 6u);
    std::set<std::string> colours;
    for (const auto& colour : scale["range"]) colours.insert(colour.get<std::string>());
    EXPECT_EQ(colours.size(), 6u);
    EXPECT_EQ(scale["range"][1], "var(--arm-1)");
  }
}

TEST(RunMediansSpec, HoldsNoNumberThatJsonHasNot) {
  FixtureOptions options;
  options.wall_ns = [](const Arm& arm, int run, int) { return arm.name == "patched" && run % 2 == 0 ? 1e9 : 1.0; };
  const Results results = MakeResults(options);
  Panel panel = PlotPanels(results, Compare(results).value()).value()[0];
  panel.arms[2].interval_ns = Interval{-std::numeric_limits<double>::infinity(), 1e300};
  for (const Json& spec : Specs(panel)) {
    const Json read = Json::parse(spec.dump());
    for (const Json& layer : read["layer"]) {
      for (const Json& datum : layer["data"]["values"]) {
        for (const auto& [field, value] : datum.items()) EXPECT_FALSE(value.is_null()) << field;
      }
    }
  }
}

}  // namespace
}  // namespace firstbyte::report
