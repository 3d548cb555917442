// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/worker_process.h"

#include <string_view>

#include "report/results_json.h"

namespace firstbyte::bench {
namespace {

constexpr std::string_view kRound = "round ";

}  // namespace

Result<std::unique_ptr<RunSource>> WorkerProcess::Start(const WorkerProgram& program, const WorkerTask& task,
                                                        std::int64_t environment_bytes) {
  auto process = MeasuringProcess::Start(program, TaskToLine(task), environment_bytes);
  if (!process) return tl::unexpected<Error>(process.error());
  return std::unique_ptr<RunSource>(new WorkerProcess(*std::move(process)));
}

Result<report::Round> WorkerProcess::NextRound() {
  const auto line = process_->NextLine();
  if (!line) return tl::unexpected<Error>(line.error());
  if (line->rfind(kRound, 0) != 0) return InvalidError("the measuring process sent something that is no round");
  return report::RoundFromJson(std::string_view(*line).substr(kRound.size()), "a round");
}

Result<void> WorkerProcess::Acknowledge() { return process_->Send("ok"); }

}  // namespace firstbyte::bench
