// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/measurement.h"

#include <fmt/core.h>

#include <memory>
#include <utility>
#include <vector>

#include "bench/schedule.h"
#include "report/validate.h"

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
      const auto carried = CarryRun(run);
      tools_.progress->Finish();
      if (!carried && FinishedRounds(results_) == 0) return tl::unexpected<Error>(GiveUp(carried.error()));
      if (!carried) return tl::unexpected<Error>(Explain(carried.error(), run));
    }
    return std::move(results_);
  }

 private:
  Result<void> CarryRun(report::Run& run) {
    WorkerTask task;
    task.run = run.run;
    task.process = static_cast<int>(run.processes.size());
    task.first_round = static_cast<int>(run.rounds.size());
    task.header = Header();
    const ProcessDraw draw = DrawProcess(results_.protocol.seed, task.run, task.process, results_.arms.size());
    const auto source = tools_.start(task, draw.environment_bytes);
    if (!source) return tl::unexpected<Error>(source.error());
    report::Process process{tools_.utc_now(), (*source)->pid(), draw.environment_bytes, draw.slots,
                            tools_.changed_conditions};
    const report::Run known{run.run, std::vector<report::Process>(run.processes.size() + 1), {}};
    bool recorded = false;
    while (static_cast<int>(run.rounds.size()) < results_.protocol.rounds) {
      auto round = (*source)->NextRound();
      if (!round) return tl::unexpected<Error>(round.error());
      // A clock that stands still or goes back would only be noticed by the readers of the finished results.
      if (auto valid = report::ValidateRound(results_, known, *round, "a measured round"); !valid) return valid;
      // A process that never finished a round leaves no trace: it measured nothing.
      if (!recorded) {
        if (auto appended = journal_.Append(run.run, process); !appended) return appended;
        run.processes.push_back(process);
        recorded = true;
      }
      if (auto appended = journal_.Append(run.run, *round); !appended) return appended;
      run.rounds.push_back(*std::move(round));
      tools_.progress->OnRound(FinishedRounds(results_), results_.protocol.runs * results_.protocol.rounds, before_);
      if (auto acknowledged = (*source)->Acknowledge();
          !acknowledged && static_cast<int>(run.rounds.size()) < results_.protocol.rounds) {
        return acknowledged;
      }
    }
    return {};
  }

  report::Results Header() const {
    report::Results header = results_;
    header.runs.clear();
    return header;
  }

  // Nothing was measured, so there is nothing to go on from.
  Error GiveUp(const Error& error) {
    (void)journal_.Remove();
    if (error.code != ExitCode::kInterrupted)
      return {error.code, fmt::format("Nothing was measured: {}", error.message)};
    return {error.code, "Interrupted before the first round was finished; nothing was measured."};
  }

  // Says where it ended and how to go on.
  Error Explain(const Error& error, const report::Run& run) const {
    const std::string resume = ResumeCommand(journal_.path());
    const std::string where = fmt::format("run {} of {}, round {} of {}", run.run + 1, results_.protocol.runs,
                                          run.rounds.size() + 1, results_.protocol.rounds);
    std::string what = error.message;
    while (!what.empty() && what.back() == '.') what.pop_back();
    if (!journal_.IsThere()) {
      return {error.code,
              fmt::format("Stopped in {}: {}. {} was removed meanwhile, so that nothing is left to go on from.", where,
                          what, journal_.path())};
    }
    if (error.code == ExitCode::kInterrupted) {
      return {error.code,
              fmt::format("Interrupted in {}. Every finished round is safe; continue with: {}", where, resume)};
    }
    return {error.code,
            fmt::format("Stopped in {}: {}. Every finished round is safe; continue with: {}", where, what, resume)};
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
