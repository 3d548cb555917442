// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/calibration_measurement.h"

#include <fmt/core.h>

#include <string>
#include <utility>

#include "bench/stopped.h"

namespace firstbyte::bench {
namespace {

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

Error Explain(const Error& error, const CalibrationProgress& progress, CalibrationJournal& journal) {
  if (progress.done.empty()) {
    (void)journal.Remove();
    return NothingMeasured(error, "experiment");
  }
  return Stopped(error, {fmt::format("experiment {} of {}", progress.done.size() + 1, progress.experiments),
                         "experiment", journal.path(), journal.IsThere(), CalibrationResumeCommand(journal.path())});
}

}  // namespace

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
