// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files.h"
#include "cli/command.h"
#include "cli/compare_py.h"
#include "cli/lab_commands.h"
#include "cli/output.h"
#include "report/lab_export.h"
#include "report/lab_render.h"
#include "report/lab_scores.h"
#include "report/lab_subset.h"
#include "report/lab_windows.h"

namespace firstbyte::cli {
namespace {

struct ReplayCommand {
  std::string file;
  std::string clock = "cpu";
  std::string format = "markdown";
  std::string windows;
  std::string compare_py;
  std::optional<int> runs;
};

Result<void> WriteWindows(const std::string& directory, const std::vector<report::LabFilePair>& pairs) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return UsageError(fmt::format("Cannot make the directory {}: {}.", directory, error.message()));
  // Windows of another recording beside these would be scored with them.
  if (!std::filesystem::is_empty(directory, error) || error)
    return UsageError(fmt::format("{} is not empty; name a new directory with --windows.", directory));
  for (const report::LabFilePair& pair : pairs) {
    const std::string stem = directory + "/" + pair.stem;
    const std::pair<std::string, const std::string*> files[] = {{stem + ".old.json", &pair.google_old},
                                                                {stem + ".new.json", &pair.google_new},
                                                                {stem + ".old.txt", &pair.go_old},
                                                                {stem + ".new.txt", &pair.go_new}};
    for (const auto& [path, text] : files) {
      if (const auto written = WriteFileAtomically(path, *text, Existing::kReplace); !written) return written;
    }
  }
  return {};
}

Result<void> Replay(const ReplayCommand& command) {
  auto recording = report::ReadLabRecording(command.file);
  if (recording && command.runs) recording = report::FirstRuns(*recording, *command.runs);
  if (!recording) return tl::unexpected<Error>(recording.error());
  const report::Clock clock = ClockOf(command.clock);
  const auto windows = report::CutLabWindows(*recording, clock);
  if (!windows) return tl::unexpected<Error>(windows.error());
  report::LabOutside compare_py;
  compare_py.not_measured = "it was not asked; name its file with --compare-py";
  if (!command.windows.empty() || !command.compare_py.empty()) {
    const auto pairs = report::ExportLabWindows(*recording);
    if (!pairs) return tl::unexpected<Error>(pairs.error());
    if (!command.windows.empty()) {
      if (const auto written = WriteWindows(command.windows, *pairs); !written) return written;
    }
    if (!command.compare_py.empty()) compare_py = AskComparePy(command.compare_py, *pairs, *windows, clock);
  }
  const auto scores = report::ScoreLab(*recording, *windows, clock, compare_py);
  if (!scores) return tl::unexpected<Error>(scores.error());
  Print(command.format == "json" ? report::RenderLabJson(*recording, *scores) : report::RenderLab(*recording, *scores));
  return {};
}

}  // namespace

void AddLabReplayCommand(CLI::App& lab, Action& action) {
  CLI::App* const command =
      lab.add_subcommand("replay", "Ask every rule about a recording: false-positive rates and powers.");
  command->footer(
      "Cuts the recording into windows that share no block, and prints for each rule how often it found something "
      "where nothing was, and how often it found what was there, with intervals. A recording that goes on can be "
      "replayed as far as it is.\n"
      "Example: firstbyte lab replay --compare-py=/usr/share/benchmark/compare.py raw.jsonl");
  auto state = std::make_shared<ReplayCommand>();
  command->add_option("file", state->file, "the recording")->required()->type_name("FILE");
  command->add_option("--clock", state->clock, "cpu: the thread's CPU time, quieter on a shared machine; or wall")
      ->check(CLI::IsMember({"wall", "cpu"}))
      ->capture_default_str();
  command->add_option("--runs", state->runs,
                      "so many processes per experiment and arm, the first ones, as if no more had been planned");
  command->add_option("--format", state->format, "markdown, or json: for programs")
      ->check(CLI::IsMember({"markdown", "json"}))
      ->capture_default_str();
  command
      ->add_option("--windows", state->windows,
                   "write the windows into this new directory, for compare.py and benchstat")
      ->type_name("DIR");
  command
      ->add_option("--compare-py", state->compare_py,
                   fmt::format("ask this compare.py, too; Debian's is {}", kDebianComparePy))
      ->type_name("FILE");
  command->callback([state, &action] { action = [state] { return Replay(*state); }; });
}

}  // namespace firstbyte::cli
