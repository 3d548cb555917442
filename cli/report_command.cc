// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/plot_libraries.h"
#include "report/attribution.h"
#include "report/attribution_svg.h"
#include "report/comparison.h"
#include "report/export.h"
#include "report/html_page.h"
#include "report/phase_json.h"
#include "report/phase_markdown.h"
#include "report/phase_summary.h"
#include "report/phase_table.h"
#include "report/phases_file.h"
#include "report/plot_panels.h"
#include "report/results_file.h"
#include "report/strict_json.h"
#include "report/text_plot.h"

namespace firstbyte::cli {
namespace {

struct ReportCommand {
  std::string file;
  std::string phases;
  std::string out;
  std::string plot_libraries;  // directory
  OutputOptions output;
};

std::vector<report::ArmTotal> TotalsOf(const report::Results& results, const report::Comparison& comparison,
                                       const std::string& engine) {
  std::vector<report::ArmTotal> totals;
  for (const report::Group& group : comparison.groups) {
    if (group.engine != engine || group.reference_engine != engine) continue;
    for (const report::Row& row : group.rows) {
      const report::Arm& arm = results.arms[row.arm];
      const bool seen = std::any_of(totals.begin(), totals.end(), [&](const report::ArmTotal& total) {
        return total.arm == arm.name && total.operation == arm.operation;
      });
      if (!seen) totals.push_back({arm.name, arm.operation, row.median_ns, row.counts.instructions});
    }
  }
  return totals;
}

Result<report::PhaseAttribution> AttributeResults(const report::Results& results, const ReportCommand& command) {
  const auto phases = report::ReadPhasesFile(command.phases);
  if (!phases) return tl::unexpected<Error>(phases.error());
  if (const auto same = report::CheckSameSubject(*phases, results); !same) return tl::unexpected<Error>(same.error());
  if (const auto table = report::CheckedPhaseTable(*phases, command.phases); !table)
    return tl::unexpected<Error>(table.error());
  const auto comparison = report::Compare(results, ClockOf(command.output.clock));
  if (!comparison) return tl::unexpected<Error>(comparison.error());
  return report::PhaseAttribution{report::Attribute(*phases, TotalsOf(results, *comparison, phases->engine)),
                                  report::DescribePhases(*phases)};
}

Result<std::string> RenderHtml(const report::Results& results, const report::Comparison& comparison,
                               const report::PhaseAttribution* attribution, const ReportCommand& command) {
  const report::PlotLibraries libraries = ReadPlotLibraries(command.plot_libraries);
  if (libraries.script.empty())
    std::fputs(fmt::format("The page has text plots alone ({}).\n", libraries.why_not).c_str(), stderr);
  return report::RenderHtmlPage(results, comparison, attribution, libraries);
}

// A page or its plots for a terminal; `attribution` is null where no phases were named.
Result<std::string> RenderPlots(const report::Results& results, const report::PhaseAttribution* attribution,
                                const ReportCommand& command) {
  const auto comparison = report::Compare(results, ClockOf(command.output.clock));
  if (!comparison) return tl::unexpected<Error>(comparison.error());
  if (command.output.format == "html") return RenderHtml(results, *comparison, attribution, command);
  const auto panels = report::PlotPanels(results, *comparison);
  if (!panels) return tl::unexpected<Error>(panels.error());
  return report::RenderTextPlots(*panels, attribution);
}

Result<std::string> Render(const report::Results& results, const ReportCommand& command) {
  const std::string& format = command.output.format;
  if (format == "csv") return report::ExportCsv(results);
  if (format == "go") return report::ExportGoBenchmarks(results);
  if (format == "google") return report::ExportGoogleBenchmark(results);
  if (format == "svg" && command.phases.empty())
    return UsageError(
        "--format=svg draws the phases of requests: name what `firstbyte phases` measured with --phases.");
  const bool plots = format == "html" || format == "plots";
  if (command.phases.empty())
    return plots ? RenderPlots(results, nullptr, command) : RenderResults(results, command.output);
  const auto attribution = AttributeResults(results, command);
  if (!attribution) return tl::unexpected<Error>(attribution.error());
  if (format == "svg") return report::AttributionSvg(attribution->operations);
  if (plots) return RenderPlots(results, &*attribution, command);
  return RenderResults(results, command.output, &*attribution);
}

// The tables that `phases` printed when it measured them.
Result<std::string> RenderPhasesFile(const std::string& text, const ReportCommand& command) {
  const std::string& format = command.output.format;
  if (!command.phases.empty())
    return UsageError(fmt::format("{} holds phases itself; name results beside --phases.", command.file));
  if (format != "markdown" && format != "json" && format != "svg")
    return UsageError(fmt::format("{} holds phases: --format is markdown, json or svg.", command.file));
  const auto phases = report::ParsePhases(text, command.file);
  if (!phases) return tl::unexpected<Error>(phases.error());
  if (format == "svg") return report::AttributionSvg(report::Attribute(*phases));
  const report::PhaseSummary summary = report::Summarise(*phases);
  return format == "json" ? report::PhasesJson(*phases, summary) : report::RenderPhases(*phases, summary);
}

Result<std::string> RenderFile(const ReportCommand& command) {
  const auto file = report::ReadTextFile(command.file, report::JsonLimits{}.bytes);
  if (!file) return tl::unexpected<Error>(file.error());
  if (report::DeclaresSchema(*file, report::kPhasesSchema)) return RenderPhasesFile(*file, command);
  const auto results = report::ParseResults(*file, command.file);
  if (!results) return tl::unexpected<Error>(results.error());
  return Render(*results, command);
}

Result<void> Report(const ReportCommand& command) {
  constexpr std::string_view kHavePhases[] = {"markdown", "json", "svg", "html", "plots"};
  const bool has_phases =
      std::find(std::begin(kHavePhases), std::end(kHavePhases), command.output.format) != std::end(kHavePhases);
  if (!has_phases && !command.phases.empty())
    return UsageError(fmt::format("--format={} has no phases; leave --phases away, or choose another --format.",
                                  command.output.format));
  if (const auto ok = CheckOutput(command.out); !ok) return ok;
  if (const auto ok = CheckApart({{"--out", command.out}}, {command.file, command.phases}); !ok) return ok;
  const auto text = RenderFile(command);
  if (!text) return tl::unexpected<Error>(text.error());
  if (!command.out.empty()) return WriteOutput(command.out, *text);
  Print(*text);
  return {};
}

}  // namespace

void AddReportCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command = app.add_subcommand("report", "Print the tables of a results file, or of phases.");
  command->footer(
      "Reads and computes, never measures: the same file gives the same tables anywhere.\nExample: firstbyte report "
      "--format=mail mails.json\nA page: firstbyte report --format=html --out=page.html mails.json");
  auto state = std::make_shared<ReportCommand>();
  state->plot_libraries = paths.plot_libraries;
  command->add_option("file", state->file, "results of `firstbyte run`, or phases of `firstbyte phases --format=json`")
      ->required()
      ->type_name("FILE");
  command->add_option("--out", state->out, "write to this file instead of stdout")->type_name("FILE");
  command
      ->add_option(
          "--phases", state->phases,
          "where each request's nanoseconds go, by what `firstbyte phases --format=json` wrote on this machine")
      ->type_name("FILE");
  AddOutputOptions(*command, state->output,
                   {{"html", "a page with plots"},
                    {"plots", "the same for a terminal"},
                    {"svg", "the phases as bars"},
                    {"csv", "every sample"},
                    {"go", "for benchstat"},
                    {"google", "for compare.py"}});
  command->callback([state, &action] { action = [state] { return Report(*state); }; });
}

}  // namespace firstbyte::cli
