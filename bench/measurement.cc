// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/measurement.h"

#include <fmt/core.h>

#include <utility>

#include "bench/stopped.h"

namespace firstbyte::bench {
namespace {

int FinishedRounds(const report::Results& results) {
  int rounds = 0;
  for (const report::Run& run : results.runs) rounds += static_cast<int>(run.rounds.size());
  return rounds;
}

class Measurement {
 public:
  Measurement(report::Results results, Journal& journal, const MeasurementTools& tools)
      : results_(std::move(results)), journal_(journal), tools_(tools), before_(FinishedRounds(results_)) {}

  Result<report::Results> Carry() {
    const int runs = results_.protocol.runs;
    for (int number = 0; number < runs; ++number) {
      if (number == static_cast<int>(results_.runs.size())) results_.runs.emplace_back().run = number;
      report::Run& run = results_.runs[static_cast<std::size_t>(number)];
      if (static_cast<int>(run.rounds.size()) == results_.protocol.rounds) continue;
      const auto carried = CarryRun(results_, run, journal_, tools_, [this] {
        tools_.progress->OnRound(FinishedRounds(results_), results_.protocol.runs * results_.protocol.rounds, before_);
      });
      tools_.progress->Finish();
      if (!carried && FinishedRounds(results_) == 0) return tl::unexpected<Error>(GiveUp(carried.error()));
      if (!carried) return tl::unexpected<Error>(Explain(carried.error(), run));
    }
    return std::move(results_);
  }

 private:
  // Nothing was measured, so there is nothing to go on from.
  Error GiveUp(const Error& error) {
    (void)journal_.Remove();
    return NothingMeasured(error, "round");
  }

  Error Explain(const Error& error, const report::Run& run) const {
    const std::string where = fmt::format("run {} of {}, round {} of {}", run.run + 1, results_.protocol.runs,
                                          run.rounds.size() + 1, results_.protocol.rounds);
    return Stopped(error, {where, "round", journal_.path(), journal_.IsThere(), ResumeCommand(journal_.path())});
  }

  report::Results results_;
  Journal& journal_;
  const MeasurementTools& tools_;
  int before_;
};

}  // namespace

Result<report::Results> Measure(report::Results results, Journal& journal, const MeasurementTools& tools) {
  return Measurement(std::move(results), journal, tools).Carry();
}

}  // namespace firstbyte::bench
