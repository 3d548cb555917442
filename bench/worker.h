// SPDX-License-Identifier: GPL-2.0-or-later
// The measuring side of a run: what the fresh process does.
//
// It is told its task on the channel, measures round after round, sends each and waits for the answer. The first line
// it receives is `RUN PROCESS FIRST_ROUND {header}`; it sends `round {...}` or `error CODE SENTENCE`, and receives `ok`
// after each round.
#ifndef FIRSTBYTE_BENCH_WORKER_H_
#define FIRSTBYTE_BENCH_WORKER_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "bench/channel.h"
#include "bench/workload.h"
#include "report/results.h"

namespace firstbyte::bench {

struct WorkerTask {
  int run = 0;
  int process = 0;
  int first_round = 0;
  report::Results header;
};

std::string TaskToLine(const WorkerTask& task);
Result<WorkerTask> TaskFromLine(const std::string& line);

// The pages of a protocol, made or read again.
using PageSource = Result<std::vector<Bytes>> (*)(const report::Protocol&);

// Runs the task that comes over the channel, to the end of its run, if this program is the one that the measurement was
// begun with: a rebuild in between would make one measurement of two programs. Errors are sent over the channel as well
// as returned.
Result<void> RunWorker(Channel& channel, const std::string& program_sha256, const std::string& engine_directory,
                       PageSource pages);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_WORKER_H_
