// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/worker.h"

#include <fmt/core.h>

#include <new>
#include <sstream>
#include <utility>
#include <vector>

#include "bench/meter.h"
#include "bench/pinning.h"
#include "bench/schedule.h"
#include "bench/session.h"
#include "engine/catalog.h"
#include "report/results_json.h"

namespace firstbyte::bench {
namespace {

Result<void> MeasureRounds(Channel& channel, const WorkerTask& task, Session& session) {
  SystemMeter meter(task.header.protocol.cpu);
  const int rounds = task.header.protocol.rounds;
  for (int number = task.first_round; number < rounds; ++number) {
    auto round = session.Measure(std::int64_t{task.run} * rounds + number, meter);
    if (!round) return tl::unexpected<Error>(round.error());
    if (auto pinned = CheckPinnedTo(task.header.protocol.cpu); !pinned) return pinned;
    round->round = number;
    round->process = task.process;
    if (auto sent = channel.Send("round " + report::RoundToJson(*round)); !sent) return sent;
    std::string answer;
    const auto wake = channel.Receive(answer);
    if (!wake) return tl::unexpected<Error>(wake.error());
    if (*wake != Channel::Wake::kLine || answer != "ok")
      return InvalidError("The process that keeps the journal is gone.");
  }
  return {};
}

Result<void> RunTask(Channel& channel, const WorkerTask& task, const std::string& engine_directory,
                     PageSource page_source) {
  if (auto pinned = PinTo(task.header.protocol.cpu); !pinned) return pinned;
  const auto catalog = engine::Catalog::Open(engine_directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  const auto pages = page_source(task.header.protocol);
  if (!pages) return tl::unexpected<Error>(pages.error());
  const ProcessDraw draw = DrawProcess(task.header.protocol.seed, task.run, task.process, task.header.arms.size());
  auto session = Session::Prepare(task.header, *catalog, *pages, draw.slots);
  if (!session) return tl::unexpected<Error>(session.error());
  return MeasureRounds(channel, task, *session);
}

// Memory for the pages of a large file is allocated by the standard library, whose way to refuse is an exception.
Result<void> RunTaskInMemory(Channel& channel, const WorkerTask& task, const std::string& engine_directory,
                             PageSource page_source) {
  try {
    return RunTask(channel, task, engine_directory, page_source);
  } catch (const std::bad_alloc&) {
    return InvalidError("There is not enough memory for the measuring process; choose fewer pages.");
  }
}

Result<void> RunTaskOfProgram(Channel& channel, const WorkerTask& task, const std::string& program_sha256,
                              const std::string& engine_directory, PageSource page_source) {
  if (task.header.context.program_sha256 != program_sha256)
    return InvalidError("firstbyte was rebuilt since this measurement was begun; its runs are of one program.");
  return RunTaskInMemory(channel, task, engine_directory, page_source);
}

}  // namespace

std::string TaskToLine(const WorkerTask& task) {
  return fmt::format("{} {} {} {}", task.run, task.process, task.first_round, report::HeaderToJson(task.header));
}

Result<WorkerTask> TaskFromLine(const std::string& line) {
  std::istringstream words(line);
  WorkerTask task;
  std::string header;
  if (!(words >> task.run >> task.process >> task.first_round) || !std::getline(words >> std::ws, header)) {
    return InvalidError("A measuring process was given no task; it is started by `firstbyte run` alone.");
  }
  auto parsed = report::HeaderFromJson(header, "the task of a measuring process");
  if (!parsed) return tl::unexpected<Error>(parsed.error());
  task.header = *std::move(parsed);
  return task;
}

Result<void> RunWorker(Channel& channel, const std::string& program_sha256, const std::string& engine_directory,
                       PageSource pages) {
  std::string line;
  const auto wake = channel.Receive(line);
  if (!wake) return tl::unexpected<Error>(wake.error());
  if (*wake != Channel::Wake::kLine) return InvalidError("A measuring process is started by `firstbyte run` alone.");
  const auto task = TaskFromLine(line);
  const auto done = task ? RunTaskOfProgram(channel, *task, program_sha256, engine_directory, pages)
                         : Result<void>(tl::unexpected<Error>(task.error()));
  if (!done) (void)channel.Send(fmt::format("error {} {}", static_cast<int>(done.error().code), done.error().message));
  return done;
}

}  // namespace firstbyte::bench
