// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/output.h"
#include "report/comparison.h"
#include "report/comparison_json.h"
#include "report/list_item.h"
#include "report/markdown.h"
#include "report/merge_results.h"
#include "report/results_file.h"
#include "report/sentence.h"
#include "report/text.h"
#include "report/warnings.h"

namespace firstbyte::cli {
namespace {

struct CompareCommand {
  std::string first;
  std::string second;
  std::string format = "markdown";
  std::string clock = "wall";
  std::string out;
};

Result<report::NamedResults> Read(const std::string& path) {
  auto results = report::ReadResultsFile(path);
  if (!results) return tl::unexpected<Error>(results.error());
  return report::NamedResults{path, *std::move(results)};
}

Result<void> CheckOneEngine(const report::NamedResults& named) {
  for (const report::Arm& arm : named.results.arms) {
    if (arm.engine != named.results.arms.front().engine)
      return UsageError(
          fmt::format("{} has several engines; compare it alone, or name files with one engine each.", named.name));
  }
  return {};
}

struct Input {
  report::Results results;
  std::vector<report::Warning> warnings;  // of two files
};

Result<Input> ReadBoth(const CompareCommand& command) {
  auto first = Read(command.first);
  if (!first) return tl::unexpected<Error>(first.error());
  if (command.second.empty()) return Input{std::move(first->results), {}};
  const auto second = Read(command.second);
  if (!second) return tl::unexpected<Error>(second.error());
  if (const auto one = CheckOneEngine(*first); !one) return tl::unexpected<Error>(one.error());
  if (const auto one = CheckOneEngine(*second); !one) return tl::unexpected<Error>(one.error());
  auto merged = report::MergeResults(*first, *second);
  if (!merged) return tl::unexpected<Error>(merged.error());
  return Input{*std::move(merged), report::WarningsOfBoth(*first, *second, ClockOf(command.clock))};
}

// Of two files, what one shows within itself is not asked for.
void KeepBetween(report::Comparison& comparison) {
  std::erase_if(comparison.groups, [](const report::Group& g) { return g.engine == g.reference_engine; });
}

std::string Sentences(const report::Results& results, const report::Comparison& comparison) {
  std::string text;
  for (const report::Group& group : comparison.groups) {
    for (const report::Row& row : group.rows) {
      if (!row.difference || results.arms[row.arm].name == report::kControlArm) continue;
      const std::string sentence = report::EscapeMarkdown(report::SentenceOf(results, row));
      text += report::ListItem(sentence);
    }
  }
  return text;
}

std::string Item(const report::Warning& warning) {
  return report::ListItem((warning.serious ? "WARNING " : "") + report::EscapeMarkdown(warning.sentence));
}

std::string Render(const std::string& format, const Input& input, const report::Comparison& comparison) {
  if (format == "json") return report::RenderJson(input.results, comparison, nullptr, input.warnings);
  std::string text = report::RenderTables(input.results, comparison) + Sentences(input.results, comparison);
  if (input.warnings.empty()) return text + report::RenderWarnings(input.results, comparison);
  text += "\n";
  for (const report::Warning& warning : input.warnings) text += Item(warning);
  return text;
}

Result<void> CompareFiles(const CompareCommand& command) {
  if (const auto ok = CheckOutput(command.out); !ok) return ok;
  if (const auto ok = CheckApart({{"--out", command.out}}, {command.first, command.second}); !ok) return ok;
  const auto input = ReadBoth(command);
  if (!input) return tl::unexpected<Error>(input.error());
  auto comparison = report::Compare(input->results, ClockOf(command.clock));
  if (!comparison) return tl::unexpected<Error>(comparison.error());
  if (!command.second.empty()) KeepBetween(*comparison);
  const std::string text = Render(command.format, *input, *comparison);
  if (!command.out.empty()) return WriteOutput(command.out, text);
  Print(text);
  return {};
}

}  // namespace

void AddCompareCommand(CLI::App& app, Action& action) {
  CLI::App* const command = app.add_subcommand("compare", "Say in words how arms, engines or two files differ.");
  command->footer(
      "One file: its arms against the baseline, and its engines against the first. Two files: the arms of the second "
      "against those of the first, which holds what the machine did in between.\n"
      "Example: firstbyte compare --clock=cpu before.json after.json");
  auto state = std::make_shared<CompareCommand>();
  command->add_option("first", state->first, "results file of `firstbyte run`")->required()->type_name("FILE");
  command->add_option("second", state->second, "another one")->type_name("FILE");
  command->add_option("--format", state->format, "markdown or json")
      ->check(CLI::IsMember({"markdown", "json"}))
      ->capture_default_str();
  AddClockOption(*command, state->clock);
  command->add_option("--out", state->out, "write to this file instead of stdout")->type_name("FILE");
  command->callback([state, &action] { action = [state] { return CompareFiles(*state); }; });
}

}  // namespace firstbyte::cli
