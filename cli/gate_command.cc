// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/shell.h"
#include "cli/command.h"
#include "cli/output.h"
#include "report/calibration_json.h"
#include "report/calibration_use.h"
#include "report/exact_counts.h"
#include "report/exact_judgement.h"
#include "report/exact_render.h"
#include "report/gate_json.h"
#include "report/gate_render.h"
#include "report/judged.h"
#include "report/judgement.h"
#include "report/policy.h"
#include "report/results_file.h"

namespace firstbyte::cli {
namespace {

struct GateCommand {
  std::string file;
  std::string policy;
  std::string counts;
  std::string expected;
  std::string calibration;
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

std::string RenderJunit(const report::Judged& judged) {
  if (!judged.times) return report::RenderExactJunit(*judged.exact);
  const std::string junit = report::RenderGateJunit(judged.results, *judged.times);
  return judged.exact ? report::WithExactSuite(junit, *judged.exact) : junit;
}

std::string Render(const std::string& format, const report::Judged& judged) {
  if (format == "json") return report::RenderGateJson(judged);
  if (format == "junit") return RenderJunit(judged);
  std::string text = judged.times ? report::RenderGateMarkdown(judged.results, *judged.times) : "";
  if (judged.times && judged.exact) text += "\n";
  return judged.exact ? text + report::RenderExactMarkdown(*judged.exact) : text;
}

Result<void> Write(const GateCommand& command, const report::Judged& judged) {
  if (!command.junit.empty()) {
    if (const auto written = WriteOutput(command.junit, RenderJunit(judged)); !written) return written;
  }
  const std::string text = Render(command.format, judged);
  if (!command.out.empty()) return WriteOutput(command.out, text);
  Print(text);
  return {};
}

// The one that is named, if any.
Result<std::optional<report::NamedCalibration>> ReadCalibration(const GateCommand& command,
                                                                const report::Policy& policy) {
  const std::string& path = command.calibration.empty() ? policy.calibration : command.calibration;
  if (path.empty()) return std::nullopt;
  auto calibration = report::ReadCalibrationFile(path);
  if (!calibration) return tl::unexpected<Error>(calibration.error());
  return report::NamedCalibration{path, *std::move(calibration)};
}

Result<void> JudgeTimes(const GateCommand& command, const report::Policy& policy, report::Judged& judged) {
  auto results = report::ReadResultsFile(command.file);
  if (!results) return tl::unexpected<Error>(results.error());
  const auto named = ReadCalibration(command, policy);
  if (!named) return tl::unexpected<Error>(named.error());
  auto judgement = report::Judge(*results, policy, *named ? &**named : nullptr);
  if (!judgement) return tl::unexpected<Error>(judgement.error());
  judged.results = *std::move(results);
  judged.times = *std::move(judgement);
  return {};
}

Result<void> JudgeCounts(const GateCommand& command, const report::Policy& policy, report::Judged& judged) {
  const auto counts = report::ReadCountsFile(command.counts);
  if (!counts) return tl::unexpected<Error>(counts.error());
  std::optional<report::ExactCounts> recorded;
  if (!command.expected.empty()) {
    auto read = report::ReadCountsFile(command.expected);
    if (!read) return tl::unexpected<Error>(read.error());
    recorded = *std::move(read);
  }
  judged.exact = report::JudgeExact(*counts, recorded ? &*recorded : nullptr, policy.exact_required);
  return {};
}

// What a policy requires and nobody named is not left out in silence.
report::ExactJudgement NoCounts() {
  report::ExactJudgement none;
  none.verdict = report::GateVerdict::kInvalid;
  none.sentence =
      "The policy requires exact counts, and none were named; name those of `firstbyte count` with --counts.";
  return none;
}

// An input that cannot be trusted is a verdict where there is another one to judge, so that neither hides what the
// other shows; alone it is the error that it is for every command. What cannot be read at all is usage.
Result<report::Judged> JudgeAll(const GateCommand& command, const report::Policy& policy) {
  report::Judged judged;
  const auto times = command.file.empty() ? Result<void>() : JudgeTimes(command, policy, judged);
  const auto exact = command.counts.empty() ? Result<void>() : JudgeCounts(command, policy, judged);
  for (const Result<void>* const part : {&times, &exact}) {
    if (!*part && (part->error().code != ExitCode::kInvalid || (!judged.times && !judged.exact)))
      return tl::unexpected<Error>(part->error());
  }
  if (!times) judged.times.emplace().sentence = times.error().message;
  if (!exact) judged.exact.emplace().sentence = exact.error().message;
  if (command.counts.empty() && policy.exact_required) judged.exact = NoCounts();
  return judged;
}

void Complain(report::GateVerdict verdict, const std::string& sentence) {
  if (ExitStatusOf(verdict) == 0) return;
  (void)std::fputs(fmt::format("firstbyte gate: {}: {}\n", report::GateVerdictName(verdict), sentence).c_str(), stderr);
}

// How to go on to the next planned look; nothing where there is none or none is needed.
std::string NextStep(const GateCommand& command, const report::Judged& judged) {
  const auto next_look = report::NextLookOf(judged);
  if (judged.times->verdict != report::GateVerdict::kInconclusive || !next_look) return "";
  return fmt::format(" Measure on with: firstbyte run --extend={} --runs={}", ShellWord(command.file), next_look->runs);
}

Result<void> CheckFiles(const GateCommand& command) {
  if (!command.expected.empty() && command.counts.empty())
    return UsageError("--expected is what --counts are compared with; name those, too.");
  if (command.file.empty() && !command.calibration.empty())
    return UsageError("--calibration is about times: name a results file of `firstbyte run`, too.");
  if (command.file.empty() && command.counts.empty())
    return UsageError("gate wants a results file of `firstbyte run`, or --counts of `firstbyte count`, or both.");
  return {};
}

Result<void> CheckOutputs(const GateCommand& command, const report::Policy& policy) {
  for (const std::string& output : {command.out, command.junit}) {
    if (const auto ok = CheckOutput(output); !ok) return ok;
  }
  return CheckApart(
      {{"--out", command.out}, {"--junit", command.junit}},
      {command.file, command.counts, command.expected, command.policy, command.calibration, policy.calibration});
}

// Of counts alone as well, which need no calibration: a policy that cannot be used is better known before the times are
// measured that it is for.
Result<void> CheckCalibration(const GateCommand& command, const report::Policy& policy) {
  if (!command.file.empty()) return {};
  const auto named = ReadCalibration(command, policy);
  return named ? Result<void>() : tl::unexpected<Error>(named.error());
}

Result<void> Gate(const GateCommand& command, int& exit_status) {
  if (const auto ok = CheckFiles(command); !ok) return ok;
  report::Policy policy;
  if (!command.policy.empty()) {
    auto read = report::ReadPolicy(command.policy);
    if (!read) return tl::unexpected<Error>(read.error());
    policy = *std::move(read);
  }
  if (const auto ok = CheckOutputs(command, policy); !ok) return ok;
  if (const auto ok = CheckCalibration(command, policy); !ok) return ok;
  const auto judged = JudgeAll(command, policy);
  if (!judged) return tl::unexpected<Error>(judged.error());
  if (const auto written = Write(command, *judged); !written) return written;
  exit_status = ExitStatusOf(report::VerdictOf(*judged));
  if (judged->times) Complain(judged->times->verdict, judged->times->sentence + NextStep(command, *judged));
  if (judged->exact) Complain(judged->exact->verdict, judged->exact->sentence);
  return {};
}

}  // namespace

void AddGateCommand(CLI::App& app, Action& action, int& exit_status) {
  CLI::App* const command = app.add_subcommand("gate", "Judge results against margins, for CI.");
  command->footer(
      "Where results have several engines, each arm is compared with the same arm of the first engine, else with the "
      "baseline. Exit status: 0 passed, 1 regressed, 2 usage, 3 inconclusive (go on to the next planned number of "
      "runs), 4 invalid.\nExample: firstbyte gate --policy=policy.json --junit=gate.xml --counts=now.json "
      "--expected=counts.json results.json");
  auto state = std::make_shared<GateCommand>();
  command->add_option("file", state->file, "results file of `firstbyte run`")->type_name("FILE");
  command->add_option("--counts", state->counts, "exact counts of `firstbyte count --format=json`, to compare exactly")
      ->type_name("FILE");
  command
      ->add_option("--expected", state->expected,
                   "counts of `firstbyte count --record`; without, engines are compared with the first")
      ->type_name("FILE");
  command->add_option("--policy", state->policy, "margins and looks (default: docs/gate.md)")->type_name("FILE");
  command
      ->add_option("--calibration", state->calibration,
                   "of `firstbyte calibrate`; nothing is judged where it says that the rate of false alarms cannot be "
                   "held (default: what the policy names)")
      ->type_name("FILE");
  command->add_option("--format", state->format, "markdown, json or junit")
      ->check(CLI::IsMember({"markdown", "json", "junit"}))
      ->capture_default_str();
  command->add_option("--out", state->out, "write to this file instead of stdout")->type_name("FILE");
  command->add_option("--junit", state->junit, "write JUnit XML to this file, too")->type_name("FILE");
  command->callback(
      [state, &action, &exit_status] { action = [state, &exit_status] { return Gate(*state, exit_status); }; });
}

}  // namespace firstbyte::cli
