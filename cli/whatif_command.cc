// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/number.h"
#include "cli/command.h"
#include "cli/list_option.h"
#include "cpuid/cost_format.h"
#include "report/cells.h"
#include "report/comparison.h"
#include "report/published.h"
#include "report/results_file.h"
#include "report/whatif.h"
#include "report/whatif_json.h"
#include "report/whatif_markdown.h"
#include "report/whatif_published.h"

namespace firstbyte::cli {
namespace {

// Native; the guest of the mails; a KVM guest on AMD; a cloud's guest; a confidential guest; a slow guest
// (docs/whatif.md has the sources).
constexpr char kDefaultCosts[] = "100,600,1200,2050,4000,6500";

// No CPUID takes a second.
constexpr double kMostNs = 1e9;

constexpr std::size_t kMostCostFile = 1 << 20;

struct WhatIfCommand {
  std::string file;
  std::string here;
  std::string costs;
  std::string clock = "wall";
  std::string format = "markdown";
  bool published = false;
};

// Not what is no number.
bool IsCost(double ns) { return ns >= 0 && ns < kMostNs; }

Result<std::vector<double>> ReadCosts(const std::string& list) {
  std::vector<double> costs;
  for (const std::string& item : SplitList(list.empty() ? kDefaultCosts : list)) {
    const auto ns = ParseNumber<double>(item);
    if (!ns || !IsCost(*ns)) {
      return UsageError(fmt::format(
          "--exit-cost: '{}' is no cost in nanoseconds; it must be from 0 to less than 1,000,000,000, as in 100,2050.",
          item));
    }
    costs.push_back(*ns);
  }
  return costs;
}

Result<report::ExitCost> ReadHere(const std::string& here) {
  report::ExitCost cost;
  if (const auto ns = ParseNumber<double>(here)) {
    if (!IsCost(*ns)) {
      return UsageError(fmt::format("--here={} is no cost: it must be from 0 to less than 1,000,000,000 ns.", here));
    }
    cost.here_ns = *ns;
    cost.source = "as --here says";
    return cost;
  }
  const auto text = ReadWholeFile(here, kMostCostFile);
  if (!text) return tl::unexpected<Error>(text.error());
  const auto ns = cpuid::ParseContextCost(*text, here);
  if (!ns) return tl::unexpected<Error>(ns.error());
  cost.here_ns = *ns;
  cost.source = fmt::format("the mean of leaves 0 and 7 in {}", here);
  return cost;
}

// Results hold no measurement of a CPUID; but what one arm saves hints at it.
Error NoCost(const report::Results& results, report::Clock clock) {
  const auto comparison = report::Compare(results, clock);
  if (!comparison) return comparison.error();
  const std::string implied = report::ImpliedText(report::ImpliedCosts(results, *comparison));
  return {
      ExitCode::kUsage,
      fmt::format("What a CPUID cost where these results were measured is not in them; add --here=NS, or --here=FILE "
                  "with what `firstbyte cpuid cost --format=json` says there{}.",
                  implied.empty() ? "" : "; what the arm cached saves per CPUID: " + implied)};
}

Result<void> PredictResults(const WhatIfCommand& command) {
  const auto costs = ReadCosts(command.costs);
  if (!costs) return tl::unexpected<Error>(costs.error());
  const auto results = report::ReadResultsFile(command.file);
  if (!results) return tl::unexpected<Error>(results.error());
  const auto clock = command.clock == "cpu" ? report::Clock::kThreadCpu : report::Clock::kWall;
  if (command.here.empty()) return tl::unexpected<Error>(NoCost(*results, clock));
  auto cost = ReadHere(command.here);
  if (!cost) return tl::unexpected<Error>(cost.error());
  cost->other_ns = *costs;
  const auto whatif = report::Predict(*results, *cost, clock);
  if (!whatif) return tl::unexpected<Error>(whatif.error());
  Print(command.format == "json" ? report::RenderWhatIfJson(*results, *whatif)
                                 : report::RenderWhatIfMarkdown(*results, *whatif));
  return {};
}

Result<void> PredictPublishedTables(const WhatIfCommand& command, const std::string& directory) {
  const auto tables = report::ReadPublished(directory);
  if (!tables) return tl::unexpected<Error>(tables.error());
  const auto forecasts = report::PredictPublished(*tables);
  Print(command.format == "json" ? report::RenderPublishedForecastsJson(forecasts)
                                 : report::RenderPublishedForecasts(forecasts));
  return {};
}

Result<void> WhatIf(const WhatIfCommand& command, const Paths& paths) {
  if (!command.published) {
    if (command.file.empty()) return UsageError("whatif needs a results file of `firstbyte run`, or --published.");
    return PredictResults(command);
  }
  if (!command.file.empty() || !command.here.empty() || !command.costs.empty()) {
    return UsageError("--published predicts the printed tables: leave out the results file, --here and --exit-cost.");
  }
  return PredictPublishedTables(command, paths.published_directory);
}

}  // namespace

void AddWhatIfCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command = app.add_subcommand("whatif", "Predict results for other costs of a CPUID.");
  command->footer(
      "A model: T(c) = T - N*here + N*c, where N is the CPUIDs of a request. Reads and computes, never measures. "
      "--published holds the model against the tables of the kernel mails.\n"
      "Example: firstbyte whatif --here=6500 --exit-cost=100,2050 mails.json");
  auto state = std::make_shared<WhatIfCommand>();
  command->add_option("file", state->file, "results file of `firstbyte run`")->type_name("FILE");
  command
      ->add_option("--here", state->here,
                   "what a CPUID cost where the file was measured: nanoseconds, or a file of `firstbyte cpuid cost "
                   "--format=json`")
      ->type_name("NS|FILE");
  command
      ->add_option("--exit-cost", state->costs,
                   fmt::format("costs of a CPUID to predict for, separated by commas [{}]", kDefaultCosts))
      ->type_name("NS,...");
  command->add_flag("--published", state->published, "predict the printed guest tables, and say how far off that is");
  command->add_option("--clock", state->clock, "wall, or cpu: the thread's CPU time")
      ->check(CLI::IsMember({"wall", "cpu"}))
      ->capture_default_str();
  command->add_option("--format", state->format, "markdown or json")
      ->check(CLI::IsMember({"markdown", "json"}))
      ->capture_default_str();
  command->callback([state, &paths, &action] { action = [state, &paths] { return WhatIf(*state, paths); }; });
}

}  // namespace firstbyte::cli
