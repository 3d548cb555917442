// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/output.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/files.h"
#include "cli/command.h"
#include "report/attribution.h"
#include "report/attribution_markdown.h"
#include "report/calibration_json.h"
#include "report/comparison.h"
#include "report/comparison_json.h"
#include "report/lab_recording.h"
#include "report/markdown.h"
#include "report/phase_json.h"
#include "report/results_file.h"
#include "report/table.h"

namespace firstbyte::cli {
namespace {

constexpr char kMailArm[] = "patched";

bool HoldsMeasurement(const std::string& path) {
  constexpr std::size_t kEnough = 64;
  std::string start(kEnough, '\0');
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  return report::DeclaresSchema(start, report::kSchema) || report::DeclaresSchema(start, report::kPhasesSchema) ||
         report::DeclaresSchema(start, report::kCalibrationSchema) || report::DeclaresSchema(start, report::kLabSchema);
}

}  // namespace

report::Clock ClockOf(const std::string& clock) {
  return clock == "cpu" ? report::Clock::kThreadCpu : report::Clock::kWall;
}

void AddClockOption(CLI::App& command, std::string& clock) {
  command.add_option("--clock", clock, "wall, or cpu: the thread's CPU time, quieter on a shared machine")
      ->check(CLI::IsMember({"wall", "cpu"}))
      ->capture_default_str();
}

void AddOutputOptions(CLI::App& command, OutputOptions& options, const std::vector<Format>& more_formats) {
  std::vector<Format> formats = {{"markdown", "all arms"}, {"mail", "as in a cover letter"}, {"json", "for programs"}};
  formats.insert(formats.end(), more_formats.begin(), more_formats.end());
  std::vector<std::string> names;
  std::vector<std::string> meanings;
  for (const Format& format : formats) {
    names.push_back(format.name);
    meanings.push_back(fmt::format("{} ({})", format.name, format.meaning));
  }
  command.add_option("--format", options.format, fmt::format("{}", fmt::join(meanings, ", ")))
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  AddClockOption(command, options.clock);
}

bool IsForPeople(const OutputOptions& options) { return options.format != "json"; }

Result<void> CheckShowable(const report::Results& header, const OutputOptions& options) {
  const bool has_patched =
      std::any_of(header.arms.begin(), header.arms.end(), [](const report::Arm& arm) { return arm.name == kMailArm; });
  if (options.format != "mail" || has_patched) return {};
  return UsageError(fmt::format(
      "The mails' table shows the arm {}, which is not among those measured; choose another --format.", kMailArm));
}

Result<std::string> RenderResults(const report::Results& results, const OutputOptions& options,
                                  const report::PhaseAttribution* attribution) {
  const auto comparison = report::Compare(results, ClockOf(options.clock));
  if (!comparison) return tl::unexpected<Error>(comparison.error());
  if (options.format == "json") return report::RenderJson(results, *comparison, attribution);
  if (options.format == "mail") return report::RenderMailTable(results, *comparison, kMailArm);
  std::string text = report::RenderMarkdown(results, *comparison);
  if (attribution != nullptr) text += "\n" + report::RenderAttribution(*attribution);
  return text;
}

Result<void> ShowResults(const report::Results& results, const OutputOptions& options) {
  const auto text = RenderResults(results, options);
  if (!text) return tl::unexpected<Error>(text.error());
  Print(*text);
  return {};
}

Result<void> CheckOutput(const std::string& path) {
  if (path.empty()) return {};
  if (HoldsMeasurement(path))
    return UsageError(
        fmt::format("--out {} holds a measurement, which is never overwritten; name another file.", path));
  return CheckWritable(path);
}

Result<void> WriteOutput(const std::string& path, const std::string& text) {
  if (const auto ok = CheckOutput(path); !ok) return ok;
  return WriteFileAtomically(path, text, Existing::kReplace);
}

}  // namespace firstbyte::cli
