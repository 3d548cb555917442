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
  EXPECT_THAT(page, HasSubstr("aria-label=\"Medians of the runs: compress. The text below has the same.\""));
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

TEST(HtmlPage, IsSmallHoweverLongWasMeasured) {
  FixtureOptions options;
  options.runs = 30;
  options.rounds = 300;
  options.operations = 1;
  options.engines = {"zstd-1.5.4", "linux-6.12"};
  constexpr std::size_t kMost = 1'000'000;  // the libraries are another 800,000
  EXPECT_LT(PageOf(MakeResults(options)).size(), kMost);
}

}  // namespace
}  // namespace firstbyte::report
