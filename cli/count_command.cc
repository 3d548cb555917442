// SPDX-License-Identifier: GPL-2.0-or-later
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "cli/list_option.h"
#include "cli/output.h"
#include "count/count.h"
#include "report/exact_counts.h"
#include "report/exact_render.h"

namespace firstbyte::cli {
namespace {

struct CountCommand {
  std::string engines = "zstd-1.5.4";
  std::string arms = "baseline,patched,cached,both,floor";
  std::string operations = "compress,decompress";
  std::string control = "none";
  std::string format = "markdown";
  std::string out;
  std::string record;
};

count::CountOptions OptionsOf(const CountCommand& command, const Paths& paths) {
  count::CountOptions options;
  options.engines = SplitList(command.engines);
  options.arms = SplitList(command.arms);
  options.operations = SplitList(command.operations);
  const auto* const control =
      std::find(std::begin(count::kControlNames), std::end(count::kControlNames), command.control);
  options.control = static_cast<count::Control>(control - std::begin(count::kControlNames));
  options.engine_directory = paths.engine_directory;
  options.program = paths.counted_program;
  options.plugin = paths.counter;
  const char* const path = std::getenv("PATH");
  options.path = path == nullptr ? "" : path;
  return options;
}

// A record of what was not measured, or of more than the engine does, would fail or pass every comparison.
Result<void> CheckRecordable(const report::ExactCounts& counts) {
  if (counts.not_measured) return InvalidError("Nothing is recorded, for nothing was counted: " + *counts.not_measured);
  if (counts.control != "none") return InvalidError("Nothing is recorded: --control adds to what the engine does.");
  return {};
}

// Counts may be counted anew in the place of counts, for they can be had again; nothing else may stand there.
std::string_view Replaces(const CountCommand& command) { return command.format == "json" ? report::kCountsSchema : ""; }

Result<void> CheckOutputs(const CountCommand& command) {
  if (const auto ok = CheckOutput(command.out, Replaces(command)); !ok) return ok;
  if (const auto ok = CheckOutput(command.record, report::kCountsSchema); !ok) return ok;
  return CheckApart({{"--out", command.out}, {"--record", command.record}}, {});
}

Result<void> RunCount(const CountCommand& command, const Paths& paths) {
  if (const auto ok = CheckOutputs(command); !ok) return ok;
  const auto counts = count::Count(OptionsOf(command, paths));
  if (!counts) return tl::unexpected<Error>(counts.error());
  if (!command.record.empty()) {
    if (const auto ok = CheckRecordable(*counts); !ok) return ok;
    const auto written = WriteOutput(command.record, report::CountsJson(*counts), report::kCountsSchema);
    if (!written) return written;
  }
  const std::string text =
      command.format == "json" ? report::CountsJson(*counts) : report::RenderCountsMarkdown(*counts);
  if (!command.out.empty()) return WriteOutput(command.out, text, Replaces(command));
  Print(text);
  return {};
}

}  // namespace

void AddCountCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command = app.add_subcommand(
      "count", "Count exactly what requests execute: CPUIDs, instructions, bytes written, compressed sizes.");
  command->footer(
      "Runs each request of 64 built-in pages under qemu-x86_64 with a counter (a build with --define=exact_counts=on "
      "has it); the numbers are the same on any machine. Without QEMU only compressed sizes are there, and the reason. "
      "`gate --counts` compares them.\n"
      "Example: firstbyte count --engine=zstd-1.5.4 --record=counts.json");
  auto state = std::make_shared<CountCommand>();
  command->add_option("--engine", state->engines, "zstd builds, with commas; see: firstbyte engines")
      ->capture_default_str();
  command->add_option("--arms", state->arms, "with commas")->capture_default_str();
  command->add_option("--operation", state->operations, "with commas")->capture_default_str();
  command
      ->add_option("--control", state->control,
                   "add to each request, to see that it is found: cpuid (one more), parameter (one more setParameter), "
                   "clear (64 more bytes)")
      ->check(CLI::IsMember({"none", "cpuid", "parameter", "clear"}))
      ->capture_default_str();
  command->add_option("--format", state->format, "markdown or json")
      ->check(CLI::IsMember({"markdown", "json"}))
      ->capture_default_str();
  command->add_option("--out", state->out, "write to this file instead of standard output")->type_name("FILE");
  command->add_option("--record", state->record, "write JSON to this file, too, for `gate --expected`")
      ->type_name("FILE");
  command->callback([state, &paths, &action] { action = [state, &paths] { return RunCount(*state, paths); }; });
}

}  // namespace firstbyte::cli
