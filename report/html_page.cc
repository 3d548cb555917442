// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/html_page.h"

#include <fmt/core.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "report/attribution_chart.h"
#include "report/attribution_markdown.h"
#include "report/cells.h"
#include "report/html_sections.h"
#include "report/html_text.h"
#include "report/page_files.h"
#include "report/plot_panels.h"
#include "report/text_plot.h"
#include "report/vega_attribution.h"
#include "report/vega_plots.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

struct Figure {
  std::string title;
  std::string caption;
  Json spec;
  std::string text;  // the same for who does not see it
};

struct Plots {
  std::string heading;
  std::string id;
  std::string introduction;
  std::vector<Figure> figures;
};

std::string Beyond(const Panel& panel) {
  if (panel.beyond == 0) return "";
  return fmt::format(" {} {:g} %, drawn at the edge.", BeyondText(panel), panel.shown_percent);
}

std::string PerPoint(std::size_t per_point, const char* what) {
  return per_point == 1 ? "" : fmt::format(" Each point is the median of {} {}.", per_point, what);
}

std::string Unknown(const Panel& panel) {
  const std::string reasons = CpuidsUnknown(panel);
  return reasons.empty() ? "" : "Not known of some arms: " + reasons;
}

std::vector<Plots> PlotsOf(const std::vector<Panel>& panels) {
  Plots medians{"Medians of the runs",
                "medians",
                "Each dot is the median of one run, the line that of all rounds, the band behind it the 95 % interval "
                "of the difference, taken from the baseline's median.",
                {}};
  Plots rounds{
      "Rounds in the order of measuring",
      "rounds",
      "How the machine moved while it measured. Dotted lines part the runs, where they are 50 at most and have "
      "equally many rounds.",
      {}};
  Plots spread{"Distribution of the rounds",
               "distribution",
               "How many rounds took how long, each arm around its own median.",
               {}};
  Plots exits{"CPUIDs per request", "exits", "Each of them is an exit to the hypervisor where CPUID traps.", {}};
  for (const Panel& panel : panels) {
    medians.figures.push_back(
        {panel.title, PerPoint(panel.runs_per_point, "runs"), RunMediansSpec(panel), RunMediansText(panel)});
    rounds.figures.push_back({panel.title, PerPoint(panel.rounds_per_point, "rounds") + Beyond(panel),
                              RoundsSpec(panel), RoundsText(panel)});
    spread.figures.push_back({panel.title, Beyond(panel), HistogramSpec(panel), HistogramText(panel)});
    exits.figures.push_back({panel.title, Unknown(panel), CpuidsSpec(panel), CpuidsText(panel)});
  }
  return {std::move(medians), std::move(rounds), std::move(spread), std::move(exits)};
}

Plots AttributionPlots(const PhaseAttribution* attribution) {
  Plots plots{"Where the nanoseconds of a request go", "attribution", "", {}};
  if (attribution == nullptr) {
    plots.introduction =
        "not measured: <code>firstbyte phases --format=json --out=phases.json</code> on this machine measures "
        "the phases of a request, <code>firstbyte report --format=html --phases=phases.json FILE</code> shows them "
        "here.";
    return plots;
  }
  plots.introduction =
      "Each part is what the phase costs alone, as often as the request executes it; the line is the "
      "request's own time, and what the parts do not explain is unattributed. Phases: " +
      EscapeHtml(attribution->source) + ".";
  for (const Attribution& operation : attribution->operations) {
    for (const BarChart& chart : AttributionCharts({operation}))
      plots.figures.push_back({chart.title, "", AttributionSpec(chart), PlainBars(operation)});
  }
  return plots;
}

// Where there is nothing to draw with, the text is all there is and stands open.
std::string FigureHtml(const Figure& figure, const Plots& plots, const std::string& id, bool drawn) {
  const std::string name = EscapeHtml(plots.heading + ": " + figure.title);
  std::string html = "<figure>\n<h3>" + EscapeHtml(figure.title) + "</h3>\n";
  if (drawn)
    html += fmt::format(
        "<div class=\"chart\" data-plot=\"{}\" role=\"img\" tabindex=\"0\" aria-label=\"{}. The text below shows the "
        "same, more coarsely.\"></div>\n",
        id, name);
  if (!figure.caption.empty()) html += "<figcaption>" + EscapeHtml(figure.caption) + "</figcaption>\n";
  return html + fmt::format(
                    "<details open><summary>As text</summary><pre tabindex=\"0\" aria-label=\"{}, as "
                    "text\">{}</pre></details>\n</figure>\n",
                    name, EscapeHtmlLines(figure.text));
}

class PlotsSection {
 public:
  PlotsSection(const std::vector<Plots>& kinds, bool drawn) {
    for (const Plots& plots : kinds) Add(plots, drawn);
  }

  const std::string& html() const { return html_; }

  std::string Data() const { return specs_.dump(-1, ' ', false, Json::error_handler_t::replace); }

 private:
  void Add(const Plots& plots, bool drawn) {
    // Which dozens of engines in one file reach. What is left out is that of all of them, in the same order.
    constexpr std::size_t kMostBytes = 200'000;
    html_ +=
        fmt::format("<section aria-labelledby=\"{0}\"><h2 id=\"{0}\">{1}</h2>\n<p>{2}</p>\n<div class=\"plots\">\n",
                    plots.id, plots.heading, plots.introduction);
    const std::size_t begin = html_.size();
    std::size_t shown = 0;
    for (; shown < plots.figures.size() && html_.size() - begin < kMostBytes; ++shown) {
      const std::string id = fmt::format("{}-{}", plots.id, shown);
      html_ += FigureHtml(plots.figures[shown], plots, id, drawn);
      specs_[id] = plots.figures[shown].spec;
    }
    html_ += "</div>\n";
    if (const std::size_t left_out = plots.figures.size() - shown; left_out > 0)
      html_ += fmt::format("<p>{} more: <code>firstbyte report --format=plots FILE</code></p>\n", left_out);
    html_ += "</section>\n";
  }

  std::string html_;
  Json specs_ = Json::object();
};

std::string Section(const char* id, const char* heading, const std::string& html) {
  return fmt::format("<section aria-labelledby=\"{0}\"><h2 id=\"{0}\">{1}</h2>\n", id, heading) + html + "</section>\n";
}

std::string Head(const std::string& title, const std::string& script_sources) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src " +
         script_sources +
         "; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>" +
         title + "</title>\n<style>\n" + kPageCss + "</style>\n</head>\n";
}

// Without scripts, a policy that lets none run.
std::string ScriptSources(const std::vector<std::string>& scripts) {
  std::string sources;
  for (const std::string& script : scripts) sources += (sources.empty() ? "" : " ") + ScriptSource(script);
  return sources.empty() ? "'none'" : sources;
}

std::string NoPlots(const std::string& why_not) {
  return "<p class=\"note\" id=\"no-plots\">The plots of this page are text: " + EscapeHtml(why_not) + ".</p>\n";
}

// What mail and CI artefacts take without a word.
constexpr std::size_t kMostPageBytes = 2'000'000;

constexpr char kNoScript[] =
    "<noscript><p class=\"note\">The drawn plots need scripts; the same plots stand below as text.</p></noscript>\n";

// Everything that a page shows, whether it draws its plots or not.
struct Content {
  const Results& results;
  const Comparison& comparison;
  std::vector<Plots> plots;
};

std::string Header(const Context& context, const std::string& title) {
  return "<body>\n<a class=\"skip\" href=\"#table\">Skip to the table</a>\n<header><h1>" + title +
         "</h1>\n<p class=\"dim\">What zstd pays before it touches the first byte of a page. Firstbyte " +
         EscapeHtml(context.tool_version) + ".</p></header>\n<main>\n";
}

std::string Page(const Content& content, const PlotLibraries& libraries) {
  const auto& [results, comparison, plots] = content;
  const bool drawn = !libraries.script.empty();
  const PlotsSection section(plots, drawn);
  std::vector<std::string> scripts;
  if (drawn) scripts = {ScriptInScript(libraries.script), ScriptInScript(kPageJs)};
  const std::string title =
      "Firstbyte: " + EscapeHtml(results.context.platform) + ", " + EscapeHtml(results.context.started);
  const std::string warnings = WarningsSection(results, comparison);
  std::string html = Head(title, ScriptSources(scripts)) + Header(results.context, title) +
                     Section("table", "The mails' table", MailSection(results, comparison)) +
                     Section("arms", "All arms", ArmsSection(results, comparison)) +
                     (warnings.empty() ? "" : Section("warnings", "Before believing it", warnings)) +
                     (drawn ? kNoScript : NoPlots(libraries.why_not)) + section.html() +
                     Section("environment", "Environment", EnvironmentSection(results)) +
                     Section("reading", "How to read this", HowToReadSection(results, comparison)) +
                     Section("source", "Source", SourceSection(results)) + "</main>\n";
  if (drawn) {
    html += "<script type=\"application/json\" id=\"plots-data\">" + JsonInScript(section.Data()) + "</script>\n";
    for (const std::string& script : scripts) html += "<script>" + script + "</script>\n";
  }
  return html + "</body>\n</html>\n";
}

}  // namespace

Result<std::string> RenderHtmlPage(const Results& results, const Comparison& comparison,
                                   const PhaseAttribution* attribution, const PlotLibraries& libraries) {
  const auto panels = PlotPanels(results, comparison);
  if (!panels) return tl::unexpected<Error>(panels.error());
  Content content{results, comparison, PlotsOf(*panels)};
  content.plots.insert(content.plots.end() - 1, AttributionPlots(attribution));
  if (libraries.script.empty())
    return Page(content, {"", "its libraries were not there when Firstbyte was built (" + libraries.why_not + ")"});
  std::string html = Page(content, libraries);
  if (html.size() < kMostPageBytes) return html;
  return Page(content, {"", "these results have too many arms for drawn plots"});
}

}  // namespace firstbyte::report
