// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/utc.h"
#include "bench/calibration_journal.h"
#include "bench/calibration_measurement.h"
#include "bench/environment.h"
#include "bench/environment_change.h"
#include "bench/interrupt.h"
#include "bench/journal.h"
#include "cli/command.h"
#include "cli/conditions.h"
#include "cli/list_option.h"
#include "cli/run_options.h"
#include "cli/run_session.h"
#include "report/calibration.h"
#include "report/calibration_experiment.h"
#include "report/calibration_json.h"
#include "report/calibration_markdown.h"
#include "report/sign_flip.h"

namespace firstbyte::cli {
namespace {

constexpr char kMeasured[] = "calibrations";

struct CalibrateCommand {
  CalibrateCommand() {
    measured.arms = "baseline,A/A";
    // Small measurements, so that many are done in minutes. It is runs that a gate's test counts, so there are as many
    // as at its first look.
    measured.ops = 25;
    // Even, so that both arms come first equally often in each run. Of nine rounds one does so once more, each in its
    // turn, and a run's median takes sides with it: where blocks are short that shows, runs scatter twice as much, in
    // pairs that cancel, and the rate looks better than that of a gate, whose blocks are long.
    measured.rounds = 8;
  }

  RunOptions measured;
  // With a true rate of 5 %, two of three calibrations of so many show that it is at most 8 %; of 200, one of three.
  int experiments = 400;
  std::string out = "calibration.json";
  std::string resume;
  std::string format = "markdown";
};

bool IsForPeople(const CalibrateCommand& command) { return command.format == "markdown"; }

Result<void> CheckOptions(const CalibrateCommand& command) {
  if (command.experiments < 1 || command.experiments > report::kMostCalibrationExperiments)
    return UsageError(fmt::format("--experiments must be from 1 to {}, not {}.", report::kMostCalibrationExperiments,
                                  command.experiments));
  if (command.measured.runs < report::kRunsForInterval)
    return UsageError(
        fmt::format("--runs must be {} at least, not {}: of fewer, no difference has a p value below 5 %.",
                    report::kRunsForInterval, command.measured.runs));
  if (SplitList(command.measured.engine).size() != 1)
    return UsageError(
        fmt::format("--engine {}: a machine is calibrated with one engine; name one.", command.measured.engine));
  return {};
}

Result<std::vector<report::CalibrationExperiment>> Carry(const bench::CalibrationProgress& progress,
                                                         bench::CalibrationJournal& journal,
                                                         const bench::Checks& changed, const Paths& paths) {
  const bench::InterruptGuard interrupt;
  bench::TerminalProgress shown(
      stderr, [] { return std::chrono::steady_clock::now().time_since_epoch(); }, "experiment");
  bench::NoProgress hidden;
  bench::CalibrationTools tools;
  const bench::WorkerProgram program{{paths.program, "worker"}, interrupt.fd()};
  tools.start = [&program](const bench::WorkerTask& task, std::int64_t environment_bytes) {
    return bench::WorkerProcess::Start(program, task, environment_bytes);
  };
  tools.utc_now = UtcNow;
  tools.changed_conditions = changed;
  tools.progress = isatty(STDERR_FILENO) != 0 ? static_cast<bench::Progress*>(&shown) : &hidden;
  return bench::MeasureCalibration(progress, journal, tools);
}

Result<void> Finish(const report::Calibration& calibration, bench::CalibrationJournal& journal, const std::string& path,
                    bool for_people) {
  const std::string json = report::CalibrationToJson(calibration);
  auto written = WriteMeasured(path, json, bench::CalibrationResumeCommand(journal.path()));
  if (!written) return written;
  (void)journal.Remove();
  Print(for_people ? report::RenderCalibration(calibration) : json);
  (void)std::fputs(fmt::format("\nCalibration: {}\n", path).c_str(), for_people ? stdout : stderr);
  return {};
}

Result<void> CarryAndFinish(const bench::CalibrationProgress& progress, bench::CalibrationJournal& journal,
                            const bench::Checks& changed, const std::string& path, const CalibrateCommand& command,
                            const Paths& paths) {
  const auto experiments = Carry(progress, journal, changed, paths);
  if (!experiments) return tl::unexpected<Error>(experiments.error());
  return Finish(report::SummariseExperiments(progress.header, *experiments), journal, path, IsForPeople(command));
}

Result<void> Begin(const CalibrateCommand& command, const Paths& paths) {
  if (const auto ok = CheckOptions(command); !ok) return ok;
  const auto path = NewResultsPath(command.out, kMeasured);
  if (!path) return tl::unexpected<Error>(path.error());
  const auto catalog = engine::Catalog::Open(paths.engine_directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  const auto header = MakeHeader(command.measured, bench::Host::System(), *catalog, UtcNow());
  if (!header) return tl::unexpected<Error>(header.error());
  auto journal = bench::CalibrationJournal::Create(bench::JournalPathFor(*path), *header, command.experiments);
  if (!journal) return tl::unexpected<Error>(journal.error());
  // Again, now that nobody else can be measuring for it: it may have been finished in between.
  if (const auto free = CheckFree(*path, kMeasured); !free) {
    (void)journal->Remove();
    return free;
  }
  PrintConditions({header->context.platform, header->context.accel, header->context.environment}, {},
                  IsForPeople(command));
  return CarryAndFinish({*header, command.experiments, {}}, *journal, {}, *path, command, paths);
}

Result<void> Resume(const CalibrateCommand& command, const Paths& paths) {
  const std::string path = ResultsPathOf(command.resume);
  auto opened = bench::CalibrationJournal::Open(bench::JournalPathFor(path));
  if (!opened && report::ReadCalibrationFile(path))
    return UsageError(fmt::format("{} is complete: there is nothing to resume.", path));
  if (!opened) return tl::unexpected<Error>(opened.error());
  const bench::CalibrationProgress& progress = opened->progress;
  const auto now = CheckResumable(progress.header, bench::Host::System());
  if (!now) return tl::unexpected<Error>(now.error());
  if (static_cast<int>(progress.done.size()) < progress.experiments) {
    if (const auto free = CheckFree(path, kMeasured); !free) return free;
  }
  const bench::Checks changed = bench::ChangedChecks(progress.header.context.environment, now->checks);
  PrintConditions(*now, changed, IsForPeople(command));
  return CarryAndFinish(progress, opened->journal, changed, path, command, paths);
}

void AddOptions(CLI::App& command, CalibrateCommand& o) {
  command.add_option("--experiments", o.experiments, "complete small measurements of two copies of the baseline")
      ->capture_default_str();
  command.add_option("--runs", o.measured.runs, "of each: fresh processes")->capture_default_str();
  command.add_option("--rounds", o.measured.rounds, "per run")->capture_default_str();
  command.add_option("--ops", o.measured.ops, "operations per arm and round")->capture_default_str();
  command.add_option("--engine", o.measured.engine, "zstd build; see: firstbyte engines")->capture_default_str();
  command.add_option("--cpu", o.measured.cpu, "CPU to pin to (default: an isolated one, else the last allowed)");
  command.add_option("--seed", o.measured.seed, "of the placement of all experiments (default: drawn)");
  command.add_option("--out", o.out, "the calibration, for gate --calibration")
      ->type_name("FILE")
      ->capture_default_str();
}

}  // namespace

void AddCalibrateCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command =
      app.add_subcommand("calibrate", "Measure how often this machine shows a change where there is none.");
  command->footer(
      "Each experiment measures two copies of the same arm as `run` does and judges them as `gate` does; the share "
      "that "
      "is called different is the rate of false alarms. Takes some minutes on a quiet machine; each finished "
      "experiment "
      "is safe at once, and --resume goes on where it stopped. docs/calibrate.md says what gate makes of it.\n"
      "Example: firstbyte calibrate --out=calibration.json && firstbyte gate --calibration=calibration.json "
      "results.json");
  auto state = std::make_shared<CalibrateCommand>();
  AddOptions(*command, *state);
  CLI::Option* const resume =
      command->add_option("--resume", state->resume,
                          "go on with this calibration or its journal, as it was begun; only --format goes with it");
  resume->type_name("FILE");
  for (CLI::Option* const option : command->get_options()) {
    if (option != resume && !option->check_name("--help")) resume->excludes(option);
  }
  command->add_option("--format", state->format, "markdown or json")
      ->check(CLI::IsMember({"markdown", "json"}))
      ->capture_default_str();
  command->callback([state, &paths, &action] {
    action = [state, &paths] { return state->resume.empty() ? Begin(*state, paths) : Resume(*state, paths); };
  });
}

}  // namespace firstbyte::cli
