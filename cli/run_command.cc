// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/shell.h"
#include "base/utc.h"
#include "base/wrap.h"
#include "bench/environment.h"
#include "bench/environment_change.h"
#include "bench/interrupt.h"
#include "bench/journal.h"
#include "bench/measurement.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "report/results_file.h"
#include "report/results_json.h"

namespace firstbyte::cli {
namespace {

struct RunCommand {
  RunOptions options;
  std::string out;
  std::string resume;
  OutputOptions output;
};

std::string DefaultResultsPath() { return fmt::format("firstbyte-{}.json", UtcCompact()); }

// A results file names its journal, a journal its results file.
std::string ResultsPathOf(const std::string& path) {
  const std::string ending = bench::JournalPathFor("");
  return path.ends_with(ending) ? path.substr(0, path.size() - ending.size()) : path;
}

Result<void> CheckFree(const std::string& path) {
  if (!IsTaken(path)) return {};
  return UsageError(
      fmt::format("{} exists already, and results are never overwritten; name another file with --out.", path));
}

bool HoldsResults(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && report::ReadResultsFile(path).has_value();
}

// Whether every round is measured, and only the results are to be written.
bool IsComplete(const report::Results& results) {
  return static_cast<int>(results.runs.size()) == results.protocol.runs &&
         static_cast<int>(results.runs.back().rounds.size()) == results.protocol.rounds;
}

// `changed`: since the measurement was begun.
void PrintConditions(const bench::Environment& environment, const bench::Checks& changed, const OutputOptions& output) {
  std::FILE* const to = IsForPeople(output) ? stdout : stderr;
  std::string text = bench::RenderEnvironment(environment, output.format == "markdown" ? report::kCountersCheck : "");
  if (!changed.empty()) {
    std::vector<std::string> names;
    for (const report::EnvironmentCheck& check : changed) names.push_back(check.name);
    text += WrapIndented(fmt::format("Changed since this measurement was begun: {}.", fmt::join(names, ", ")), 0, 80) +
            "\n";
  }
  (void)std::fputs((text + "\n").c_str(), to);
  (void)std::fflush(to);
}

Result<report::Results> Carry(report::Results results, bench::Journal& journal, const bench::Checks& changed,
                              const Paths& paths) {
  const bench::InterruptGuard interrupt;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  bench::TerminalProgress shown(stderr, [] { return std::chrono::steady_clock::now().time_since_epoch(); });
  bench::NoProgress hidden;
  bench::MeasurementTools tools;
  const bench::WorkerProgram program{{paths.program, "worker"}, interrupt.fd()};
  tools.start = [&program](const bench::WorkerTask& task, std::int64_t environment_bytes) {
    return bench::WorkerProcess::Start(program, task, environment_bytes);
  };
  tools.utc_now = UtcNow;
  tools.changed_conditions = changed;
  tools.progress = terminal ? static_cast<bench::Progress*>(&shown) : &hidden;
  return bench::Measure(std::move(results), journal, tools);
}

// Writes the results; only then the journal may go. A kill between the two leaves both, so that the same results may be
// there already; others are never overwritten.
Result<void> Finish(const report::Results& results, bench::Journal& journal, const std::string& path,
                    const OutputOptions& output) {
  const std::string json = report::ToJson(results);
  const auto written = WriteFileAtomically(path, json, Existing::kRefuse);
  if (!written && ReadWholeFile(path).value_or("") != json) {
    return InvalidError(fmt::format(
        "{} Everything is measured and safe; when {}, go on with: {}", written.error().message,
        IsTaken(path) ? "it is out of the way" : "there is room for it", bench::ResumeCommand(journal.path())));
  }
  (void)journal.Remove();
  if (const auto shown = ShowResults(results, output); !shown) {
    return tl::unexpected<Error>(
        Error{shown.error().code, fmt::format("{} The results are in {}.", shown.error().message, path)});
  }
  (void)std::fputs(fmt::format("\nResults: {}\n", path).c_str(), IsForPeople(output) ? stdout : stderr);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    return InvalidError(fmt::format("Cannot write to standard output; the results are in {}.", path));
  }
  return {};
}

Result<void> Begin(const RunCommand& command, const Paths& paths) {
  const bench::Host host = bench::Host::System();
  const auto catalog = engine::Catalog::Open(paths.engine_directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  const std::string path = command.out.empty() ? DefaultResultsPath() : command.out;
  if (ResultsPathOf(path) != path) {
    return UsageError(
        fmt::format("--out {}: names that end so belong to unfinished measurements; name another file.", path));
  }
  if (const auto free = CheckFree(path); !free) return free;
  const auto header = MakeHeader(command.options, host, *catalog, UtcNow());
  if (!header) return tl::unexpected<Error>(header.error());
  if (const auto ok = CheckShowable(*header, command.output); !ok) return ok;
  auto journal = bench::Journal::Create(bench::JournalPathFor(path), *header);
  if (!journal) return tl::unexpected<Error>(journal.error());
  // Again, now that nobody else can be measuring for it: it may have been finished in between.
  if (const auto free = CheckFree(path); !free) {
    (void)journal->Remove();
    return free;
  }
  PrintConditions({header->context.platform, header->context.accel, header->context.environment}, {}, command.output);
  const auto results = Carry(*header, *journal, {}, paths);
  if (!results) return tl::unexpected<Error>(results.error());
  return Finish(*results, *journal, path, command.output);
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
  const auto results = Carry(opened->results, opened->journal, changed, paths);
  if (!results) return tl::unexpected<Error>(results.error());
  return Finish(*results, opened->journal, path, command.output);
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

}  // namespace

void AddRunCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command = app.add_subcommand("run", "Measure requests and print the mails' table.");
  command->footer(
      "Prints the conditions first, the tables after the last round, and the name of the results file last. Each "
      "finished round is safe at once: after a kill, a full disk or Ctrl-C, --resume goes on where it stopped.\n"
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
  for (CLI::Option* const option : command->get_options()) {
    const bool goes_with_resume = option == resume || option->check_name("--format") || option->check_name("--clock") ||
                                  option->check_name("--help");
    if (!goes_with_resume) resume->excludes(option);
  }
  command->callback([state, &paths, &action] {
    action = [state, &paths] { return state->resume.empty() ? Begin(*state, paths) : Resume(*state, paths); };
  });
}

}  // namespace firstbyte::cli
