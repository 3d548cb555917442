// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>

#include "base/files.h"
#include "base/sha256.h"
#include "base/utc.h"
#include "bench/environment.h"
#include "bench/environment_change.h"
#include "bench/interrupt.h"
#include "bench/lab_recorder.h"
#include "bench/measuring_process.h"
#include "cli/command.h"
#include "cli/conditions.h"
#include "cli/lab_commands.h"
#include "cli/lab_options.h"
#include "report/results_file.h"

namespace firstbyte::cli {
namespace {

struct RecordCommand {
  LabOptions options;
  std::string out;
  std::string resume;
};

// Whether what is measured is still what the header says; asked again and again, as a recording may last for hours in
// which somebody builds.
Result<void> CheckUnchanged(const report::LabHeader& header, const engine::Catalog& catalog, const Paths& paths) {
  const auto program = Sha256File(paths.program);
  if (!program) return tl::unexpected<Error>(program.error());
  if (*program != header.context.program_sha256)
    return InvalidError("firstbyte was rebuilt since this recording was begun; its processes are of one program.");
  for (const engine::EngineFile& file : catalog.files()) {
    if (file.name != header.request.engine || file.probe != header.request.probe) continue;
    const auto digest = Sha256File(file.path);
    if (!digest) return tl::unexpected<Error>(digest.error());
    if (!header.context.engines.empty() && *digest == header.context.engines[0].object_sha256) return {};
  }
  return InvalidError(
      fmt::format("Engine {} was rebuilt since this recording was begun; start a new one.", header.request.engine));
}

// What the recording needs, alive for as long as it lasts.
class Recorder {
 public:
  explicit Recorder(const Paths& paths)
      : program_{{paths.program, "lab", "worker"}, interrupt_.fd()},
        shown_(
            stderr, [] { return std::chrono::steady_clock::now().time_since_epoch(); }, "process") {}

  bench::LabTools Tools(const report::LabHeader& header, const engine::Catalog& catalog, const Paths& paths) {
    bench::LabTools tools;
    tools.run = [this](const std::string& task, std::int64_t environment_bytes) -> Result<std::string> {
      const auto process = bench::MeasuringProcess::Start(program_, task, environment_bytes);
      if (!process) return tl::unexpected<Error>(process.error());
      return (*process)->NextLine();
    };
    tools.unchanged = [&header, &catalog, &paths] { return CheckUnchanged(header, catalog, paths); };
    tools.progress = isatty(STDERR_FILENO) != 0 ? static_cast<bench::Progress*>(&shown_) : &hidden_;
    return tools;
  }

 private:
  bench::InterruptGuard interrupt_;
  bench::WorkerProgram program_;
  bench::TerminalProgress shown_;
  bench::NoProgress hidden_;
};

Result<void> Finish(const std::string& path) {
  Print(fmt::format("Recording: {}\n", path));
  return {};
}

Result<void> Begin(const RecordCommand& command, const Paths& paths) {
  if (command.out.empty()) return UsageError("Name the file of the recording with --out.");
  if (IsTaken(command.out))
    return UsageError(
        fmt::format("{} exists already, and measurements are never overwritten; name another file with "
                    "--out, or go on with it: --resume.",
                    command.out));
  const auto catalog = engine::Catalog::Open(paths.engine_directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  auto header = MakeLabHeader(command.options, bench::Host::System(), *catalog, UtcNow());
  if (!header) return tl::unexpected<Error>(header.error());
  PrintConditions({header->context.platform, header->context.accel, header->context.environment}, {}, false);
  Recorder recorder(paths);
  const bench::LabTools tools = recorder.Tools(*header, *catalog, paths);
  if (const auto calibrated = bench::CalibrateLab(*header, tools); !calibrated)
    return tl::unexpected<Error>(
        Error{calibrated.error().code, fmt::format("Nothing was recorded: {}", calibrated.error().message)});
  auto file =
      bench::LineFile::Create(command.out, report::LabHeaderToJson(*header), bench::LabResumeCommand(command.out));
  if (!file) return tl::unexpected<Error>(file.error());
  if (const auto done = bench::RecordLab(*header, 0, *file, tools); !done) return done;
  return Finish(command.out);
}

Result<void> Resume(const RecordCommand& command, const Paths& paths) {
  const std::string& path = command.resume;
  std::string text;
  auto file = bench::LineFile::Open(path, [&](std::string_view line, const std::string& place) -> Result<void> {
    // Before anything is cut off a file that is somebody's text.
    if (text.empty() && !report::DeclaresSchema(line, report::kLabSchema))
      return InvalidError(fmt::format("{} does not begin a recording of `firstbyte lab record`.", place));
    text.append(line).push_back('\n');
    return {};
  });
  if (!file) return tl::unexpected<Error>(file.error());
  const auto recording = report::ParseLabRecording(text, path, nullptr);
  if (!recording) return tl::unexpected<Error>(recording.error());
  const auto catalog = engine::Catalog::Open(paths.engine_directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  report::Results begun;
  begun.context = recording->header.context;
  begun.protocol = recording->header.protocol;
  const auto now = CheckResumable(begun, bench::Host::System());
  if (!now) return tl::unexpected<Error>(now.error());
  const bench::Checks changed = bench::ChangedChecks(begun.context.environment, now->checks);
  PrintConditions(*now, changed, false);
  Recorder recorder(paths);
  const auto done = static_cast<std::int64_t>(recording->processes.size());
  bench::LabTools tools = recorder.Tools(recording->header, *catalog, paths);
  tools.changed_conditions = changed;
  auto recorded = bench::RecordLab(recording->header, done, *file, tools);
  if (!recorded) return recorded;
  return Finish(path);
}

void AddOptions(CLI::App& command, LabOptions& o) {
  command.add_option("--experiments", o.experiments, "how many")->capture_default_str();
  command.add_option("--runs", o.run.runs, "fresh processes per experiment and arm")->capture_default_str();
  command.add_option("--rounds", o.run.rounds, "rounds per process")->capture_default_str();
  command.add_option("--ops", o.run.ops, "requests per arm and round; a multiple of --pages")->capture_default_str();
  command.add_option("--effects", o.effects, "what is added to requests: shares of their CPU time, or CPUIDs")
      ->capture_default_str();
  command
      .add_option("--alone", o.alone,
                  "of those, which also run in processes of their own, for the rules that want "
                  "it so")
      ->capture_default_str();
  command.add_option("--engine", o.run.engine, "zstd build; see: firstbyte engines")->capture_default_str();
  command.add_option("--operation", o.run.operations, "compress or decompress")->capture_default_str();
  command.add_option("--pages", o.run.pages, "how many built-in pages are cycled")->capture_default_str();
  command.add_option("--cpu", o.run.cpu, "CPU to pin to (default: an isolated one, else the last allowed)");
  command.add_option("--seed", o.run.seed, "of the placement in memory (default: drawn)");
}

}  // namespace

void AddLabRecordCommand(CLI::App& lab, const Paths& paths, Action& action) {
  CLI::App* const command =
      lab.add_subcommand("record", "Measure experiments in which nothing or a known effect differs.");
  command->footer(
      "Each experiment has fresh processes of its own: some run all arms in every round, some one arm alone, in turns "
      "and one after the other. Each finished process is in the file at once: after a kill or Ctrl-C, --resume goes on "
      "where it stopped. 200 experiments take about ten minutes.\n"
      "Example: firstbyte lab record --experiments=200 --out=raw.jsonl");
  auto state = std::make_shared<RecordCommand>();
  AddOptions(*command, state->options);
  command->add_option("--out", state->out, "the recording, a line of JSON per process")->type_name("FILE");
  CLI::Option* const resume = command->add_option("--resume", state->resume, "go on with this recording, and its plan");
  resume->type_name("FILE");
  for (CLI::Option* const option : command->get_options()) {
    if (option != resume && !option->check_name("--help")) resume->excludes(option);
  }
  command->callback([state, &paths, &action] {
    action = [state, &paths] { return state->resume.empty() ? Begin(*state, paths) : Resume(*state, paths); };
  });
}

}  // namespace firstbyte::cli
