// SPDX-License-Identifier: GPL-2.0-or-later
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/inherited_signals.h"
#include "cli/cpuid_commands.h"
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

// Runs the program once more, without a tracer.
std::optional<std::int64_t> NativeWallNs(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t pid = fork();
  if (pid == 0) {
    RestoreInheritedSignals();
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  if (pid < 0 || waitpid(pid, &status, 0) != pid) return std::nullopt;
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
}

std::optional<cpuid::TraceCost> CostOf(const TraceCommand& command) {
  cpuid::HardwareTimer timer;
  const auto report = cpuid::MeasureCost({{0, 0, ""}, {7, 0, ""}}, kQuickCost, timer);
  if (!report) return std::nullopt;
  cpuid::TraceCost cost;
  cost.cpuid_ns = (report->leaves[0].median + report->leaves[1].median) / 2;
  cost.low_ns = std::min(report->leaves[0].p10, report->leaves[1].p10);
  cost.high_ns = std::max(report->leaves[0].p90, report->leaves[1].p90);
  cost.trapped = report->trapped;
  cost.executed = static_cast<std::int64_t>(cpuid::ExecutedCount());
  if (command.time) cost.native_wall_ns = NativeWallNs(command.program);
  return cost;
}

std::string Render(const TraceCommand& command, const cpuid::TraceResult& result) {
  if (command.format == "collapsed") return cpuid::TraceCollapsed(result);
  const auto cost = CostOf(command);
  return command.format == "json" ? cpuid::TraceJson(result, cost) : cpuid::TraceMarkdown(result, cost);
}

Result<void> Trace(const TraceCommand& command, const Paths& paths, int& exit_status) {
  if (!cpuid::kHaveCpuid) return InvalidError("This architecture has no CPUID: there is nothing to trace.");
  cpuid::TraceOptions options = command.options;
  options.method = MethodOf(command.method);
  options.stacks = command.format == "collapsed";
  if (const auto ok = cpuid::SelfTest(paths.self_test_program, options.method); !ok) return ok;
  const auto result = cpuid::Trace(command.program, options);
  if (!result) return tl::unexpected<Error>(result.error());
  exit_status = result->exit_status;
  const std::string text = Render(command, *result);
  if (!command.out.empty()) return WriteOutput(command.out, text);
  Print(text);
  return {};
}

}  // namespace

void AddCpuidTraceCommand(CLI::App& cpuid, const Paths& paths, const std::vector<std::string>& program, Action& action,
                          int& exit_status) {
  CLI::App* const command = cpuid.add_subcommand("trace", "Run a program and count every CPUID that it executes.");
  command->footer(
      "Children and threads are followed. The program's input, output and exit status are its own; the counts are "
      "printed "
      "when it has ended, or written to --out. Breakpoints stand on CPUIDs that a decoder verified, also in code that "
      "is loaded or made later; single-step needs no decoder and is a thousand times slower; faulting needs a CPU and "
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
  command->add_flag("--time", state->time, "run the program once more, untraced, for what CPUIDs are a share of");
  command->prefix_command(false);
  command->callback([state, &paths, &program, &action, &exit_status] {
    if (!program.empty()) state->program = program;
    action = [state, &paths, &exit_status] { return Trace(*state, paths, exit_status); };
  });
}

}  // namespace firstbyte::cli
