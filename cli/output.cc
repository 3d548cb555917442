// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/output.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/files.h"
#include "cli/command.h"
#include "cli/measurement_file.h"
#include "report/attribution.h"
#include "report/attribution_markdown.h"
#include "report/comparison.h"
#include "report/comparison_json.h"
#include "report/markdown.h"
#include "report/table.h"

namespace firstbyte::cli {
namespace {

constexpr char kMailArm[] = "patched";

bool AreOneFile(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  if (a.empty() || b.empty()) return false;
  std::error_code error;
  if (fs::exists(a, error) || fs::exists(b, error)) return fs::is_regular_file(a, error) && fs::equivalent(a, b, error);
  // Of a relative name without a directory, the canonical one would be relative, too.
  const auto whole = [&error](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(path, error), error);
  };
  return whole(a) == whole(b) && !error;
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

Result<void> CheckOutput(const std::string& path, std::string_view replaces) {
  if (path.empty()) return {};
  const auto measurement = MeasurementIn(path);
  if (measurement && *measurement != replaces)
    return UsageError(fmt::format("{} holds a measurement, which is never overwritten; name another file.", path));
  return CheckWritable(path);
}

Result<void> WriteOutput(const std::string& path, const std::string& text, std::string_view replaces) {
  if (const auto ok = CheckOutput(path, replaces); !ok) return ok;
  return WriteFileAtomically(path, text, Existing::kReplace);
}

Result<void> CheckApart(const std::vector<NamedOutput>& outputs, const std::vector<std::string>& inputs) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (const std::string& input : inputs) {
      if (AreOneFile(output->path, input))
        return UsageError(fmt::format("{} {} is read as well; name another file.", output->option, output->path));
    }
    for (auto other = outputs.begin(); other != output; ++other) {
      if (AreOneFile(output->path, other->path))
        return UsageError(
            fmt::format("{} and {} are one file, {}; name two.", other->option, output->option, output->path));
    }
  }
  return {};
}

}  // namespace firstbyte::cli
