// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/output.h"
#include "report/gate_render.h"
#include "report/judgement.h"
#include "report/policy.h"
#include "report/results_file.h"

namespace firstbyte::cli {
namespace {

struct GateCommand {
  std::string file;
  std::string policy;
  std::string format = "markdown";
  std::string out;
  std::string junit;
};

int ExitStatusOf(report::GateVerdict verdict) {
  constexpr int kRegressed = 1;
  constexpr int kInconclusive = 3;
  switch (verdict) {
    case report::GateVerdict::kRegressed:
      return kRegressed;
    case report::GateVerdict::kInconclusive:
      return kInconclusive;
    case report::GateVerdict::kInvalid:
      return static_cast<int>(ExitCode::kInvalid);
    case report::GateVerdict::kEquivalent:
    case report::GateVerdict::kImproved:
      break;
  }
  return 0;
}

std::string Render(const std::string& format, const report::Results& results, const report::Judgement& judgement) {
  if (format == "json") return report::RenderGateJson(results, judgement);
  if (format == "junit") return report::RenderGateJunit(results, judgement);
  return report::RenderGateMarkdown(results, judgement);
}

Result<void> Write(const GateCommand& command, const report::Results& results, const report::Judgement& judgement) {
  if (!command.junit.empty()) {
    if (const auto written = WriteOutput(command.junit, report::RenderGateJunit(results, judgement)); !written)
      return written;
  }
  const std::string text = Render(command.format, results, judgement);
  if (!command.out.empty()) return WriteOutput(command.out, text);
  Print(text);
  return {};
}

Result<void> Gate(const GateCommand& command, int& exit_status) {
  report::Policy policy;
  if (!command.policy.empty()) {
    auto read = report::ReadPolicy(command.policy);
    if (!read) return tl::unexpected<Error>(read.error());
    policy = *std::move(read);
  }
  const auto results = report::ReadResultsFile(command.file);
  if (!results) return tl::unexpected<Error>(results.error());
  const auto judgement = report::Judge(*results, policy);
  if (!judgement) return tl::unexpected<Error>(judgement.error());
  if (const auto written = Write(command, *results, *judgement); !written) return written;
  exit_status = ExitStatusOf(judgement->verdict);
  if (exit_status != 0) {
    (void)std::fputs(
        fmt::format("firstbyte gate: {}: {}\n", report::GateVerdictName(judgement->verdict), judgement->sentence)
            .c_str(),
        stderr);
  }
  return {};
}

}  // namespace

void AddGateCommand(CLI::App& app, Action& action, int& exit_status) {
  CLI::App* const command = app.add_subcommand("gate", "Judge results against margins, for CI.");
  command->footer(
      "Where results have several engines, each arm is compared with the same arm of the first engine, else with the "
      "baseline. Exit status: 0 passed, 1 regressed, 2 usage, 3 inconclusive (go on to the next planned number of "
      "runs), 4 invalid.\nExample: firstbyte gate --policy=policy.json --junit=gate.xml results.json");
  auto state = std::make_shared<GateCommand>();
  command->add_option("file", state->file, "results file of `firstbyte run`")->required()->type_name("FILE");
  command->add_option("--policy", state->policy, "margins and looks (default: docs/gate.md)")->type_name("FILE");
  command->add_option("--format", state->format, "markdown, json or junit")
      ->check(CLI::IsMember({"markdown", "json", "junit"}))
      ->capture_default_str();
  command->add_option("--out", state->out, "write to this file instead of stdout")->type_name("FILE");
  command->add_option("--junit", state->junit, "write JUnit XML to this file, too")->type_name("FILE");
  command->callback(
      [state, &action, &exit_status] { action = [state, &exit_status] { return Gate(*state, exit_status); }; });
}

}  // namespace firstbyte::cli
