// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/calibration_journal.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "base/number.h"
#include "base/shell.h"
#include "report/results_json.h"
#include "report/validate.h"

namespace firstbyte::bench {
namespace {

constexpr std::string_view kHeader = "calibration";
constexpr std::string_view kExperiment = "experiment";

tl::unexpected<Error> Damaged(const std::string& place, const std::string& why) {
  return InvalidError(fmt::format("{} is damaged: {}.", place, why));
}

// Takes the first word off a line.
std::string_view TakeWord(std::string_view& line) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, space);
  line.remove_prefix(std::min(space + 1, line.size()));
  return word;
}

Result<void> TakeHeader(std::string_view line, const std::string& place, CalibrationProgress& progress) {
  if (TakeWord(line) != kHeader) return Damaged(place, "the journal of a calibration begins with its header");
  const auto experiments = ParseNumber<int>(TakeWord(line));
  if (!experiments || *experiments < 1) return Damaged(place, "it plans no experiments");
  auto header = report::HeaderFromJson(line, place);
  if (!header) return tl::unexpected<Error>(header.error());
  if (auto valid = report::ValidateHeader(*header, place); !valid) return valid;
  progress.header = *std::move(header);
  progress.header.runs.clear();
  progress.experiments = *experiments;
  return {};
}

Result<void> TakeExperiment(std::string_view line, const std::string& place, CalibrationProgress& progress) {
  if (TakeWord(line) != kExperiment) return Damaged(place, "it is no experiment");
  auto experiment = report::ExperimentFromJson(line, place, progress.header.protocol.runs);
  if (!experiment) return tl::unexpected<Error>(experiment.error());
  const int next = static_cast<int>(progress.done.size());
  if (experiment->experiment != next || next == progress.experiments)
    return Damaged(place, fmt::format("experiment {} is out of order", experiment->experiment));
  progress.done.push_back(*std::move(experiment));
  return {};
}

}  // namespace

std::string CalibrationResumeCommand(const std::string& path) {
  return "firstbyte calibrate --resume " + ShellWord(path);
}

Result<CalibrationJournal> CalibrationJournal::Create(const std::string& path, const report::Results& header,
                                                      int experiments) {
  auto lines = LineFile::Create(path, fmt::format("{} {} {}", kHeader, experiments, report::HeaderToJson(header)),
                                CalibrationResumeCommand(path));
  if (!lines) return tl::unexpected<Error>(lines.error());
  return CalibrationJournal(*std::move(lines));
}

Result<CalibrationJournal::Opened> CalibrationJournal::Open(const std::string& path) {
  CalibrationProgress progress;
  auto lines = LineFile::Open(path, [&](std::string_view line, const std::string& place) {
    return progress.experiments == 0 ? TakeHeader(line, place, progress) : TakeExperiment(line, place, progress);
  });
  if (!lines) return tl::unexpected<Error>(lines.error());
  if (progress.experiments == 0)
    return InvalidError(fmt::format("{} holds no calibration yet; remove it and start again.", path));
  return Opened{CalibrationJournal(*std::move(lines)), std::move(progress)};
}

Result<void> CalibrationJournal::Append(const report::CalibrationExperiment& experiment) {
  return lines_.Append(fmt::format("{} {}", kExperiment, report::ExperimentToJson(experiment)));
}

}  // namespace firstbyte::bench
