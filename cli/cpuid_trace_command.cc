// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/cpuid_commands.h"
#include "cli/native_run.h"
#include "cli/output.h"
#include "cpuid/cost.h"
#include "cpuid/cpu.h"
#include "cpuid/self_test.h"
#include "cpuid/trace_format.h"
#include "cpuid/tracer.h"

namespace firstbyte::cli {
namespace {

struct TraceCommand {
  std::vector<std::string> program;
  cpuid::TraceOptions options;
  std::string method = "breakpoints";
  std::string format = "markdown";
  std::string out;
  bool time = false;
};

// Enough for a median that stands; some milliseconds.
constexpr cpuid::CostOptions kQuickCost{200, 1, 1};

cpuid::TraceMethod MethodOf(const std::string& name) {
  if (name == "single-step") return cpuid::TraceMethod::kSingleStep;
  if (name == "uprobes") return cpuid::TraceMethod::kUprobes;
  if (name == "faulting") return cpuid::TraceMethod::kFaulting;
  return cpuid::TraceMethod::kBreakpoints;
}

Result<void> CheckOptions(const TraceCommand& command) {
  if (command.time && (command.options.until_main || command.options.most_steps > 0))
    return UsageError(
        "--time compares with a whole run, of which these options trace a part; leave out --until-main and "
        "--max-steps, or --time.");
  return CheckOutput(command.out);
}

// Of a run that did the same as the traced one; else `result` says why there is none.
std::optional<std::int64_t> NativeWallNs(const TraceCommand& command, const StandardInput& input,
                                         const IgnoreTerminalSignals& ignored, cpuid::TraceResult& result) {
  if (!result.complete()) {
    result.notes.emplace_back("The program was not run once more, since its trace is not of a whole run.");
    return std::nullopt;
  }
  const auto run = RunNatively(command.program, input, ignored);
  if (!run) {
    result.notes.emplace_back("The program could not be run once more, without a tracer.");
    return std::nullopt;
  }
  if (run->exit_status == result.exit_status) return run->wall_ns;
  result.notes.push_back(
      fmt::format("Without a tracer the program ended with status {}, traced with {}: what its CPUIDs are a share of "
                  "is not known.",
                  run->exit_status, result.exit_status));
  return std::nullopt;
}

std::optional<cpuid::TraceCost> MeasureTraceCost() {
  cpuid::HardwareTimer timer;
  const auto report = cpuid::MeasureCost({{0, 0, ""}, {7, 0, ""}}, kQuickCost, timer);
  if (!report) return std::nullopt;
  cpuid::TraceCost cost;
  cost.cpuid_ns = (report->leaves[0].median + report->leaves[1].median) / 2;
  cost.low_ns = std::min(report->leaves[0].p10, report->leaves[1].p10);
  cost.high_ns = std::max(report->leaves[0].p90, report->leaves[1].p90);
  cost.trapped = report->trapped;
  cost.executed = static_cast<std::int64_t>(cpuid::ExecutedCount());
  return cost;
}

std::string Render(const TraceCommand& command, const std::optional<StandardInput>& input, cpuid::TraceResult& result) {
  if (command.format == "collapsed") return cpuid::TraceCollapsed(result);
  // The program has ended: an interrupt could only take its counts away.
  const IgnoreTerminalSignals ignored;
  auto cost = MeasureTraceCost();
  if (cost && input) cost->native_wall_ns = NativeWallNs(command, *input, ignored, result);
  return command.format == "json" ? cpuid::TraceJson(result, cost) : cpuid::TraceMarkdown(result, cost);
}

Result<void> PrintAtOnce(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return {};
  return InvalidError("Cannot write to standard output.");
}

// Counts of a program that has run are not to be lost with the place that they were meant for.
Result<void> Deliver(const std::string& out, const std::string& text) {
  const auto written = out.empty() ? PrintAtOnce(text) : WriteOutput(out, text);
  if (!written && (out.empty() || !PrintAtOnce(text))) (void)std::fputs(text.c_str(), stderr);
  return written;
}

Result<void> Trace(const TraceCommand& command, const Paths& paths, int& exit_status) {
  if (!cpuid::kHaveCpuid) return InvalidError("This architecture has no CPUID: there is nothing to trace.");
  if (const auto ok = CheckOptions(command); !ok) return ok;
  std::optional<StandardInput> input;
  if (command.time) {
    const auto remembered = StandardInput::Remember();
    if (!remembered) return tl::unexpected<Error>(remembered.error());
    input = *remembered;
  }
  cpuid::TraceOptions options = command.options;
  options.method = MethodOf(command.method);
  options.stacks = command.format == "collapsed";
  if (const auto ok = cpuid::SelfTest(paths.self_test_program, options.method); !ok) return ok;
  auto result = cpuid::Trace(command.program, options);
  if (!result) return tl::unexpected<Error>(result.error());
  exit_status = result->exit_status;
  return Deliver(command.out, Render(command, input, *result));
}

}  // namespace

void AddCpuidTraceCommand(CLI::App& cpuid, const Paths& paths, const std::vector<std::string>& program, Action& action,
                          int& exit_status) {
  CLI::App* const command = cpuid.add_subcommand("trace", "Run a program and count every CPUID that it executes.");
  command->footer(
      "Children and threads are followed. The program's input, output and exit status are its own; the counts are "
      "printed "
      "when it has ended, or written to --out. Breakpoints stand on CPUIDs that a decoder verified, also in code that "
      "is loaded or made later; single-step needs no decoder and takes some 5,000 times the native time; "
      "faulting needs a CPU and "
      "kernel that have it; uprobes needs root but no ptrace, and counts only in files that are known before the "
      "start. The method is tested on a known program before it is believed.\n"
      "Example: firstbyte cpuid trace --out=cpuids.md -- zstd -c FILE");
  auto state = std::make_shared<TraceCommand>();
  command->add_option("program", state->program, "program and arguments, behind --")->required();
  command->add_option("--method", state->method, "breakpoints, single-step, faulting or uprobes")
      ->check(CLI::IsMember({"breakpoints", "single-step", "faulting", "uprobes"}))
      ->capture_default_str();
  command->add_option("--format", state->format, "markdown, json, or collapsed: call stacks for flame graphs")
      ->check(CLI::IsMember({"markdown", "json", "collapsed"}))
      ->capture_default_str();
  command->add_option("--out", state->out, "write to this file instead of stdout");
  command->add_option("--max-steps", state->options.most_steps, "of single-step: end the program there; 0: never")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_flag("--until-main", state->options.until_main, "end the program when it reaches main()");
  command->add_flag("--time", state->time,
                    "run the program once more, untraced, with the same input, for what CPUIDs are a share of");
  command->prefix_command(false);
  command->callback([state, &paths, &program, &action, &exit_status] {
    if (!program.empty()) state->program = program;
    action = [state, &paths, &exit_status] { return Trace(*state, paths, exit_status); };
  });
}

}  // namespace firstbyte::cli
