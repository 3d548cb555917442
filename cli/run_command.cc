// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/files.h"
#include "base/shell.h"
#include "base/utc.h"
#include "bench/environment.h"
#include "bench/environment_change.h"
#include "bench/extension.h"
#include "bench/journal.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/run_session.h"
#include "report/results_file.h"

namespace firstbyte::cli {
namespace {

struct RunCommand {
  RunOptions options;
  std::string out;
  std::string resume;
  std::string extend;
  bool runs_said = false;
  OutputOptions output;
};

bool HoldsResults(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && report::ReadResultsFile(path).has_value();
}

// Now that nobody else can be measuring for it: results may have been finished since the path was found free.
Result<void> CheckStillFree(const std::string& path, bench::Journal& journal) {
  const auto free = CheckFree(path);
  if (!free) (void)journal.Remove();
  return free;
}

Result<void> Begin(const RunCommand& command, const Paths& paths) {
  const bench::Host host = bench::Host::System();
  const auto catalog = engine::Catalog::Open(paths.engine_directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  const auto path = NewResultsPath(command.out);
  if (!path) return tl::unexpected<Error>(path.error());
  const auto header = MakeHeader(command.options, host, *catalog, UtcNow());
  if (!header) return tl::unexpected<Error>(header.error());
  if (const auto ok = CheckShowable(*header, command.output); !ok) return ok;
  auto journal = bench::Journal::Create(bench::JournalPathFor(*path), *header);
  if (!journal) return tl::unexpected<Error>(journal.error());
  if (const auto free = CheckStillFree(*path, *journal); !free) return free;
  PrintConditions({header->context.platform, header->context.accel, header->context.environment}, {}, command.output);
  return CarryOut(*header, *journal, {}, paths, *path, command.output);
}

Result<void> Resume(const RunCommand& command, const Paths& paths) {
  const std::string path = ResultsPathOf(command.resume);
  auto opened = bench::Journal::Open(bench::JournalPathFor(path));
  if (!opened && HoldsResults(path)) {
    return UsageError(fmt::format("{} is complete: there is nothing to resume. Show it with: firstbyte report {}", path,
                                  ShellWord(path)));
  }
  if (!opened) return tl::unexpected<Error>(opened.error());
  const auto now = CheckResumable(opened->results, bench::Host::System());
  if (!now) return tl::unexpected<Error>(now.error());
  if (const auto ok = CheckShowable(opened->results, command.output); !ok) return ok;
  if (!IsComplete(opened->results) && IsTaken(path)) {
    return UsageError(
        fmt::format("{} exists already, and results are never overwritten; move it away, then go on with: {}", path,
                    bench::ResumeCommand(opened->journal.path())));
  }
  const bench::Checks changed = bench::ChangedChecks(opened->results.context.environment, now->checks);
  PrintConditions(*now, changed, command.output);
  return CarryOut(opened->results, opened->journal, changed, paths, path, command.output);
}

// More runs of a finished measurement, into results of their own: the numbers of runs at which somebody looks should
// have been planned (docs/gate.md).
Result<void> Extend(const RunCommand& command, const Paths& paths) {
  const auto finished = report::ReadResultsFile(command.extend);
  if (!finished) return tl::unexpected<Error>(finished.error());
  const auto path = NewResultsPath(command.out);
  if (!path) return tl::unexpected<Error>(path.error());
  const auto begun = bench::ExtendTo(*finished, command.runs_said ? std::optional(command.options.runs) : std::nullopt);
  if (!begun) return tl::unexpected<Error>(begun.error());
  const auto now = CheckResumable(*begun, bench::Host::System());
  if (!now) return tl::unexpected<Error>(now.error());
  if (const auto ok = CheckShowable(*begun, command.output); !ok) return ok;
  auto journal = bench::Journal::CreateWith(bench::JournalPathFor(*path), *begun);
  if (!journal) return tl::unexpected<Error>(journal.error());
  if (const auto free = CheckStillFree(*path, *journal); !free) return free;
  const bench::Checks changed = bench::ChangedChecks(begun->context.environment, now->checks);
  PrintConditions(*now, changed, command.output);
  return CarryOut(*begun, *journal, changed, paths, *path, command.output);
}

void AddProtocolOptions(CLI::App& command, RunOptions& o) {
  command.add_option("--runs", o.runs, "fresh processes")->capture_default_str();
  command.add_option("--rounds", o.rounds, "rounds per run")->capture_default_str();
  command.add_option("--ops", o.ops, "operations per arm and round; 30000 is the mails' protocol")
      ->capture_default_str();
  command.add_option("--arms", o.arms, "what to compare; baseline must be among them")->capture_default_str();
  command.add_option("--op", o.operations, "compress, decompress (default: all that the case has)");
  command.add_option("--engine", o.engine, "zstd builds, compared with the first; see: firstbyte engines")
      ->capture_default_str();
  command.add_option("--cpu", o.cpu, "CPU to pin to (default: an isolated one, else the last allowed)");
  command.add_option("--seed", o.seed,
                     "of the placement, drawn for each run: slots, environment size (default: drawn, too)");
}

void AddRequestOptions(CLI::App& command, RunOptions& o) {
  command.add_option("--case", o.request_case, "linear, scattered, zswap-store, zswap-load, zswap-load-straddling")
      ->capture_default_str();
  command.add_option("--fragments", o.fragments, "of source and destination in the case scattered (default: 2)");
  command.add_option("--bytes", o.bytes, "size of a request, uncompressed")->capture_default_str();
  command.add_option("--level", o.level, "zstd compression level; crypto/zstd.c uses 3")->capture_default_str();
  CLI::Option* const corpus =
      command.add_option("--corpus", o.corpus, "built-in pages: mixed, text, heap, binary, zero, random")
          ->capture_default_str();
  CLI::Option* const seed =
      command.add_option("--corpus-seed", o.corpus_seed, "of the built-in pages")->capture_default_str();
  CLI::Option* const pages =
      command.add_option("--pages", o.pages, "how many built-in pages are cycled")->capture_default_str();
  command.add_option("--page", o.page_file, "real data: all pages of this file are cycled")
      ->type_name("FILE")
      ->excludes(corpus)
      ->excludes(seed)
      ->excludes(pages);
}

// An option that takes the protocol from a file goes with few of the others.
void GoesWith(CLI::App& command, CLI::Option& option, const std::vector<std::string>& names) {
  for (CLI::Option* const other : command.get_options()) {
    const bool goes =
        std::any_of(names.begin(), names.end(), [other](const auto& name) { return other->check_name(name); });
    if (!goes) option.excludes(other);
  }
}

}  // namespace

void AddRunCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command = app.add_subcommand("run", "Measure requests and print the mails' table.");
  command->footer(
      "Prints the conditions first, the tables after the last round, and the name of the results file last. Each "
      "finished round is safe at once: after a kill, a full disk or Ctrl-C, --resume goes on where it stopped. "
      "--extend "
      "adds runs to finished results, as a gate's next look wants them.\n"
      "Example: firstbyte run --ops=30000 --out=mails.json");
  auto state = std::make_shared<RunCommand>();
  AddProtocolOptions(*command, state->options);
  AddRequestOptions(*command, state->options);
  command->add_option("--out", state->out, "results file (default: firstbyte-<UTC time>.json)")->type_name("FILE");
  AddOutputOptions(*command, state->output);
  CLI::Option* const resume = command->add_option(
      "--resume", state->resume,
      "go on with this results file or its journal, and the protocol in it; only --format and --clock go with it");
  resume->type_name("FILE");
  CLI::Option* const extend = command->add_option(
      "--extend", state->extend,
      "more runs of these finished results, into results of their own: --runs in all (default: twice as many)");
  extend->type_name("FILE");
  GoesWith(*command, *resume, {"--resume", "--format", "--clock", "--help"});
  GoesWith(*command, *extend, {"--extend", "--runs", "--out", "--format", "--clock", "--help"});
  command->callback([command, state, &paths, &action] {
    state->runs_said = command->count("--runs") > 0;
    action = [state, &paths] {
      if (!state->extend.empty()) return Extend(*state, paths);
      return state->resume.empty() ? Begin(*state, paths) : Resume(*state, paths);
    };
  });
}

}  // namespace firstbyte::cli
