// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/calibration_measurement.h"

#include <fmt/core.h>

#include <string>
#include <utility>

#include "base/random.h"

namespace firstbyte::bench {
namespace {

// Labels of random streams; bench/schedule.cc has 1 and 2.
constexpr std::uint64_t kExperimentStream = 3;

// An experiment is judged when it is complete; its rounds need not outlive it.
class InMemory : public RoundSink {
 public:
  Result<void> Append(int, const report::Process&) override { return {}; }
  Result<void> Append(int, const report::Round&) override { return {}; }
};

Result<report::CalibrationExperiment> MeasureExperiment(const report::Results& header, int number,
                                                        const CalibrationTools& tools) {
  report::CalibrationExperiment experiment;
  experiment.experiment = number;
  experiment.started = tools.utc_now();
  experiment.changed_conditions = tools.changed_conditions;
  experiment.seed = SeedOfExperiment(header.protocol.seed, number);
  report::Results results = header;
  results.protocol.seed = experiment.seed;
  InMemory sink;
  for (int run = 0; run < results.protocol.runs; ++run) {
    results.runs.emplace_back().run = run;
    if (const auto carried = CarryRun(results, results.runs.back(), sink, tools, [] {}); !carried)
      return tl::unexpected<Error>(carried.error());
  }
  auto outcomes = report::JudgeExperiment(results);
  if (!outcomes) return tl::unexpected<Error>(outcomes.error());
  experiment.outcomes = *std::move(outcomes);
  return experiment;
}

// Says where it ended and how to go on.
Error Explain(const Error& error, const CalibrationProgress& progress, CalibrationJournal& journal) {
  const bool interrupted = error.code == ExitCode::kInterrupted;
  std::string what = error.message;
  while (!what.empty() && what.back() == '.') what.pop_back();
  if (progress.done.empty()) {
    (void)journal.Remove();
    return {error.code, interrupted ? "Interrupted in the first experiment; nothing was measured."
                                    : fmt::format("Nothing was measured: {}.", what)};
  }
  const std::string where = fmt::format("{} in experiment {} of {}{}", interrupted ? "Interrupted" : "Stopped",
                                        progress.done.size() + 1, progress.experiments, interrupted ? "" : ": " + what);
  if (!journal.IsThere())
    return {error.code,
            fmt::format("{}. {} was removed meanwhile, so that nothing is left to go on from.", where, journal.path())};
  return {error.code, fmt::format("{}. Every finished experiment is safe; continue with: {}", where,
                                  CalibrationResumeCommand(journal.path()))};
}

}  // namespace

std::uint64_t SeedOfExperiment(std::uint64_t seed, int experiment) {
  // Results hold seeds as numbers that every reader of JSON can hold: a double has 53 bits.
  constexpr int kDroppedBits = 11;
  return Stream(seed, kExperimentStream, static_cast<std::uint64_t>(experiment)).Next() >> kDroppedBits;
}

Result<std::vector<report::CalibrationExperiment>> MeasureCalibration(CalibrationProgress progress,
                                                                      CalibrationJournal& journal,
                                                                      const CalibrationTools& tools) {
  const int before = static_cast<int>(progress.done.size());
  for (int number = before; number < progress.experiments; ++number) {
    auto experiment = MeasureExperiment(progress.header, number, tools);
    Result<void> kept = experiment ? journal.Append(*experiment) : tl::unexpected<Error>(experiment.error());
    if (!kept) {
      tools.progress->Finish();
      return tl::unexpected<Error>(Explain(kept.error(), progress, journal));
    }
    progress.done.push_back(*std::move(experiment));
    tools.progress->OnRound(number + 1, progress.experiments, before);
  }
  tools.progress->Finish();
  return std::move(progress.done);
}

}  // namespace firstbyte::bench
