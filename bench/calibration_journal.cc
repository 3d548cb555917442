// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/calibration_journal.h"

#include <fmt/core.h>

#include <string_view>

#include "base/number.h"
#include "base/random.h"
#include "base/shell.h"
#include "report/results_json.h"
#include "report/validate.h"

namespace firstbyte::bench {
namespace {

constexpr std::string_view kHeader = "calibration";
constexpr std::string_view kExperiment = "experiment";

// Labels of random streams; bench/schedule.cc has 1 and 2.
constexpr std::uint64_t kExperimentStream = 3;

Result<void> TakeHeader(std::string_view line, const std::string& place, CalibrationProgress& progress) {
  if (TakeWord(line) != kHeader) return DamagedLine(place, "the journal of a calibration begins with its header");
  const auto experiments = ParseNumber<int>(TakeWord(line));
  if (!experiments || *experiments < 1) return DamagedLine(place, "it plans no experiments");
  auto header = report::HeaderFromJson(line, place);
  if (!header) return tl::unexpected<Error>(header.error());
  if (auto valid = report::ValidateHeader(*header, place); !valid) return valid;
  progress.header = *std::move(header);
  progress.header.runs.clear();
  progress.experiments = *experiments;
  return {};
}

Result<void> TakeExperiment(std::string_view line, const std::string& place, CalibrationProgress& progress) {
  if (TakeWord(line) != kExperiment) return DamagedLine(place, "it is no experiment");
  auto experiment = report::ExperimentFromJson(line, place, progress.header.protocol.runs);
  if (!experiment) return tl::unexpected<Error>(experiment.error());
  const int next = static_cast<int>(progress.done.size());
  if (experiment->experiment != next || next == progress.experiments)
    return DamagedLine(place, fmt::format("experiment {} is out of order", experiment->experiment));
  if (experiment->seed != SeedOfExperiment(progress.header.protocol.seed, next))
    return DamagedLine(place, fmt::format("experiment {} has another seed than is drawn for it", next));
  progress.done.push_back(*std::move(experiment));
  return {};
}

}  // namespace

std::uint64_t SeedOfExperiment(std::uint64_t seed, int experiment) {
  // Results hold seeds as numbers that every reader of JSON can hold: a double has 53 bits.
  constexpr int kDroppedBits = 11;
  return Stream(seed, kExperimentStream, static_cast<std::uint64_t>(experiment)).Next() >> kDroppedBits;
}

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
