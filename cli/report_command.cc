// SPDX-License-Identifier: GPL-2.0-or-later
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/output.h"
#include "report/results_file.h"

namespace firstbyte::cli {
namespace {

struct ReportCommand {
  std::string file;
  std::string out;
  OutputOptions output;
};

Result<void> Report(const ReportCommand& command) {
  const auto results = report::ReadResultsFile(command.file);
  if (!results) return tl::unexpected<Error>(results.error());
  if (command.out.empty()) return ShowResults(*results, command.output);
  const auto text = RenderResults(*results, command.output);
  if (!text) return tl::unexpected<Error>(text.error());
  return WriteOutput(command.out, *text);
}

}  // namespace

void AddReportCommand(CLI::App& app, Action& action) {
  CLI::App* const command = app.add_subcommand("report", "Print the tables of a results file.");
  command->footer(
      "Reads and computes, never measures: the same file gives the same tables anywhere.\nExample: firstbyte report "
      "--format=mail mails.json");
  auto state = std::make_shared<ReportCommand>();
  command->add_option("file", state->file, "results file of `firstbyte run`")->required()->type_name("FILE");
  command->add_option("--out", state->out, "write to this file instead of stdout")->type_name("FILE");
  AddOutputOptions(*command, state->output);
  command->callback([state, &action] { action = [state] { return Report(*state); }; });
}

}  // namespace firstbyte::cli
