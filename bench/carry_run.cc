// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/carry_run.h"

#include <utility>

#include "bench/schedule.h"
#include "report/validate.h"

namespace firstbyte::bench {
namespace {

WorkerTask TaskOf(const report::Results& results, const report::Run& run) {
  WorkerTask task;
  task.run = run.run;
  task.process = static_cast<int>(run.processes.size());
  task.first_round = static_cast<int>(run.rounds.size());
  task.header.context = results.context;
  task.header.protocol = results.protocol;
  task.header.arms = results.arms;
  task.header.not_measured = results.not_measured;
  return task;
}

}  // namespace

Result<void> CarryRun(const report::Results& results, report::Run& run, RoundSink& sink, const RunTools& tools,
                      const std::function<void()>& on_round) {
  const WorkerTask task = TaskOf(results, run);
  const ProcessDraw draw = DrawProcess(results.protocol.seed, task.run, task.process, results.arms.size());
  const auto source = tools.start(task, draw.environment_bytes);
  if (!source) return tl::unexpected<Error>(source.error());
  report::Process process{tools.utc_now(), (*source)->pid(), draw.environment_bytes, draw.slots,
                          tools.changed_conditions};
  const report::Run known{run.run, std::vector<report::Process>(run.processes.size() + 1), {}};
  bool recorded = false;
  while (static_cast<int>(run.rounds.size()) < results.protocol.rounds) {
    auto round = (*source)->NextRound();
    if (!round) return tl::unexpected<Error>(round.error());
    // A clock that stands still or goes back would only be noticed by the readers of the finished results.
    if (auto valid = report::ValidateRound(results, known, *round, "a measured round"); !valid) return valid;
    // A process that never finished a round leaves no trace: it measured nothing.
    if (!recorded) {
      if (auto appended = sink.Append(run.run, process); !appended) return appended;
      run.processes.push_back(process);
      recorded = true;
    }
    if (auto appended = sink.Append(run.run, *round); !appended) return appended;
    run.rounds.push_back(*std::move(round));
    on_round();
    if (auto acknowledged = (*source)->Acknowledge();
        !acknowledged && static_cast<int>(run.rounds.size()) < results.protocol.rounds) {
      return acknowledged;
    }
  }
  return {};
}

}  // namespace firstbyte::bench
