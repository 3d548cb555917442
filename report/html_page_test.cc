// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/html_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/html_text.h"
#include "report/phase_testing.h"
#include "report/table.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const PlotLibraries kLibraries = {"var vega = '</script>';", ""};

std::string PageOf(const Results& results, const PhaseAttribution* attribution = nullptr,
                   const PlotLibraries& libraries = kLibraries) {
  return RenderHtmlPage(results, Compare(results).value(), attribution, libraries).value();
}

// What stands between each `before` and the next `after`.
std::vector<std::string> Between(const std::string& text, const std::string& before, const std::string& after) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
    at += before.size();
    found.push_back(text.substr(at, text.find(after, at) - at));
  }
  return found;
}

TEST(HtmlPage, HasItsPartsInOrder) {
  const std::string page = PageOf(MakeResults());
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_THAT(page, HasSubstr("<title>Firstbyte: bare metal, 2026-11-30T12:00:00Z</title>"));
  EXPECT_THAT(Between(page, "<h2 id=\"", "\""),
              ElementsAre("table", "arms", "warnings", "medians", "rounds", "distribution", "attribution", "exits",
                          "environment", "reading", "source"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

TEST(HtmlPage, HasTheCellsOfTheOtherFormats) {
  const Results results = MakeResults();
  const Comparison comparison = Compare(results).value();
  const std::string page = PageOf(results);
  EXPECT_THAT(page, HasSubstr(EscapeHtmlLines(RenderMailTable(results, comparison).value())));
  const MailTable table = MakeMailTable({{&results, &comparison}}).value();
  for (const MailRow& row : table.groups[0].rows) {
    EXPECT_THAT(page, HasSubstr("<td class=\"number\">" + row.delta + "</td>"));
    EXPECT_THAT(page, HasSubstr("<td class=\"number\">" + row.percent + "</td>"));
  }
  EXPECT_THAT(page, HasSubstr("<th scope=\"row\">both vs cached</th>"));
  EXPECT_THAT(page, HasSubstr("The frequency follows the load; use the governor performance."));
}

TEST(HtmlPage, EveryPlotHasItsDataItsLabelAndItsText) {
  const std::string page = PageOf(MakeResults());
  const auto json = Between(page, "<script type=\"application/json\" id=\"plots-data\">", "</script>");
  ASSERT_EQ(json.size(), 1u);
  const auto plots = nlohmann::json::parse(json[0]);
  const auto places = Between(page, "data-plot=\"", "\"");
  EXPECT_THAT(places, ElementsAre("medians-0", "medians-1", "rounds-0", "rounds-1", "distribution-0", "distribution-1",
                                  "exits-0", "exits-1"));
  for (const std::string& place : places) EXPECT_TRUE(plots.contains(place)) << place;
  EXPECT_EQ(plots.size(), places.size());
  EXPECT_THAT(page,
              HasSubstr("aria-label=\"Medians of the runs: compress. The text below shows the same, more coarsely.\""));
  EXPECT_EQ(Between(page, "<details open>", "</details>").size(), places.size());
  EXPECT_THAT(page, HasSubstr("<noscript>"));
}

TEST(HtmlPage, PolicyNamesItsTwoScriptsByDigest) {
  const std::string page = PageOf(MakeResults());
  const auto scripts = Between(page, "<script>", "</script>");
  ASSERT_EQ(scripts.size(), 2u);
  EXPECT_EQ(scripts[0], "var vega = '<\\/script>';");
  EXPECT_THAT(page, HasSubstr("default-src 'none'; script-src " + ScriptSource(scripts[0]) + " " +
                              ScriptSource(scripts[1]) + "; style-src"));
  EXPECT_THAT(page, Not(HasSubstr("unsafe-eval")));
  for (const char* word : {"http://", "https://", "url(", "@import", " src="}) EXPECT_THAT(page, Not(HasSubstr(word)));
}

TEST(HtmlPage, WithoutLibrariesItIsTextAndSaysWhy) {
  const std::string page = PageOf(MakeResults(), nullptr, {"", "npm is <not> installed"});
  EXPECT_THAT(page, HasSubstr("(npm is &lt;not&gt; installed)"));
  EXPECT_THAT(page, HasSubstr("script-src 'none'"));
  for (const char* word : {"<script", "<noscript", "data-plot"}) EXPECT_THAT(page, Not(HasSubstr(word)));
  EXPECT_THAT(page, HasSubstr("compress: medians of the runs, ns"));
}

TEST(HtmlPage, WithoutPhasesItSaysHowToGetThem) {
  EXPECT_THAT(PageOf(MakeResults()), HasSubstr("not measured: <code>firstbyte phases --format=json"));
  const PhaseAttribution attribution{Attribute(RoundPhases()), "<by hand>"};
  const std::string page = PageOf(MakeResults(), &attribution);
  EXPECT_THAT(page, Not(HasSubstr("firstbyte phases --format=json")));
  EXPECT_THAT(page, HasSubstr("Phases: &lt;by hand&gt;."));
  EXPECT_THAT(page, HasSubstr("data-plot=\"attribution-0\""));
}

TEST(HtmlPage, WhatIsMissingSaysWhy) {
  FixtureOptions options;
  options.runs = 1;
  options.arms = {"baseline", "cached"};
  options.engines = {"candidate"};
  const Results results = MakeResults(options);
  const std::string page = PageOf(results);
  const Comparison comparison = Compare(results).value();
  const Difference& difference = comparison.groups[0].rows[1].difference.value();
  ASSERT_FALSE(difference.ns_interval);
  EXPECT_THAT(page, HasSubstr("not measured: " + EscapeHtml(difference.log.no_interval)));
  EXPECT_THAT(page, HasSubstr("There is no arm &quot;patched&quot; to put beside the baseline"));
  EXPECT_THAT(page, HasSubstr("How many CPUIDs a context of the engine &quot;candidate&quot; executes is not known."));
}

TEST(HtmlPage, HostileTextIsData) {
  constexpr char kHostile[] = "</script><img src=x onerror=alert(1)>";
  Results results = MakeResults();
  results.context.platform = results.context.started = results.context.tool_version = kHostile;
  results.context.environment.push_back({kHostile, kHostile, "warning", kHostile});
  results.protocol.corpus = results.protocol.clock = results.protocol.request_case = kHostile;
  for (EngineRecord& engine : results.context.engines) {
    engine.name = engine.version = engine.source = engine.compiler = engine.flags = kHostile;
    engine.source_sha256 = engine.object_sha256 = kHostile;
  }
  for (Arm& arm : results.arms) {
    arm.engine = kHostile;
    if (arm.name == "floor") arm.name = kHostile;
  }
  results.context.program_sha256 = results.context.machine_id = results.protocol.corpus_sha256 = kHostile;
  const std::string page = PageOf(results);
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_EQ(Between(page, "<script", ">").size(), 3u);
  EXPECT_EQ(Between(page, "</script", ">").size(), 3u);
  EXPECT_GT(Between(page, "&lt;/script&gt;&lt;img", ">").size(), 20u);
}

// As large as what is inlined today.
const PlotLibraries& LargeLibraries() {
  static const PlotLibraries libraries = {"// " + std::string(800'000, 'v'), ""};
  return libraries;
}

constexpr std::size_t kMostBytes = 2'000'000;
constexpr char kTooMany[] = "The plots of this page are text: these results have too many arms for drawn plots.";

std::vector<std::string> Names(int count, const std::string& stem) {
  std::vector<std::string> names = {"baseline"};
  for (int i = 1; i < count; ++i) names.push_back(stem + std::to_string(i));
  return names;
}

TEST(HtmlPage, IsSmallHoweverLongWasMeasured) {
  FixtureOptions options;
  options.runs = 30;
  options.rounds = 300;
  options.operations = 1;
  options.engines = {"zstd-1.5.4", "linux-6.12"};
  const std::string page = PageOf(MakeResults(options), nullptr, LargeLibraries());
  EXPECT_LT(page.size(), kMostBytes);
  EXPECT_THAT(page, HasSubstr("plots-data")) << "an ordinary measurement is drawn";
}

TEST(HtmlPage, IsSmallHoweverManyRunsAndWhateverTheirNames) {
  FixtureOptions options;
  options.runs = 250;
  options.rounds = 1;
  options.arms = Names(12, std::string(16, '<'));
  EXPECT_LT(PageOf(MakeResults(options), nullptr, LargeLibraries()).size(), kMostBytes);
}

TEST(HtmlPage, OfTooManyArmsItIsText) {
  FixtureOptions options;
  options.runs = 12;
  options.rounds = 4;
  options.arms = Names(100, std::string(190, '"'));
  options.counters = true;
  Results results = MakeResults(options);
  ASSERT_EQ(results.arms.size(), 200u);
  const std::string page = PageOf(results, nullptr, LargeLibraries());
  EXPECT_LT(page.size(), kMostBytes);
  EXPECT_THAT(page, HasSubstr(kTooMany));
  EXPECT_THAT(page, HasSubstr("compress: medians of the runs, ns"));
  EXPECT_THAT(page, HasSubstr("script-src 'none'"));
}

// A hundred engines of which each has the rows that print most, with the names that become longest.
TEST(HtmlPage, IsSmallHoweverManyEngines) {
  for (const std::vector<std::string>& arms : {std::vector<std::string>{"baseline", "patched", "A/A"}, {"baseline"}}) {
    FixtureOptions options;
    options.runs = 6;
    options.rounds = 1;
    options.operation_names = {"compress"};
    options.arms = arms;
    options.engines.clear();
    for (std::size_t i = 0; i < 200 / arms.size(); ++i)
      options.engines.push_back(std::string(196, '"') + std::to_string(i));
    options.wall_ns = [](const Arm& arm, int run, int) { return (arm.name == "A/A" ? 2000.0 : 1000.0) + run; };
    Results results = MakeResults(options);
    results.context.platform = std::string(200, '"');
    for (EngineRecord& engine : results.context.engines) engine.flags = engine.source = std::string(5000, '"');
    const EnvironmentCheck check{std::string(200, '"'), std::string(5000, '"'), "warning", std::string(5000, '"')};
    results.context.environment.assign(500, check);
    const std::string page = PageOf(results, nullptr, LargeLibraries());
    EXPECT_LT(page.size(), kMostBytes) << arms.size();
    EXPECT_THAT(page, HasSubstr(" more stand in the file.")) << arms.size();
  }
}

TEST(HtmlPage, ListsTwoHundredChecksAndSaysHowManyMoreThereAre) {
  Results results = MakeResults();
  results.context.environment.assign(250, {"check", "value", "ok", ""});
  const std::string page = PageOf(results);
  EXPECT_THAT(page, HasSubstr("<p>50 more stand in the file.</p>"));
  EXPECT_EQ(Between(page, "<th scope=\"row\">check</th>", "\n").size(), 200u);
}

}  // namespace
}  // namespace firstbyte::report
