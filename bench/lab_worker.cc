// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/lab_worker.h"

#include <fmt/core.h>

#include <ctime>
#include <new>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/median.h"
#include "bench/lab_runner.h"
#include "bench/pinning.h"
#include "bench/schedule.h"
#include "bench/session.h"
#include "bench/williams.h"
#include "engine/catalog.h"
#include "report/lab_plan.h"

namespace firstbyte::bench {
namespace {

constexpr std::string_view kProcess = "process ";
constexpr std::string_view kCalibration = "calibration ";

// Odd, for a median that was seen; enough that one disturbed block does not matter.
constexpr int kCalibrationRounds = 15;
// A tenth of a millisecond or so: long beside the readings of the clock.
constexpr std::int64_t kCalibrationSpins = 100'000;

struct LabTask {
  std::int64_t number = 0;
  report::LabHeader header;
};

Result<LabTask> TaskFromLine(const std::string& line) {
  std::istringstream words(line);
  LabTask task;
  std::string header;
  if (!(words >> task.number) || !std::getline(words >> std::ws, header))
    return InvalidError("A process of the lab was given no task; it is started by `firstbyte lab record` alone.");
  auto parsed = report::LabHeaderFromJson(header, "The task of a process of the lab");
  if (!parsed) return tl::unexpected<Error>(parsed.error());
  task.header = *std::move(parsed);
  if (task.number < kLabCalibration || task.number >= report::PlannedProcesses(task.header))
    return InvalidError(fmt::format("There is no process {} in the plan of this recording.", task.number));
  return task;
}

Result<LabSession> Prepare(const report::LabHeader& header, const std::vector<int>& arms, const std::vector<int>& slots,
                           const std::string& engine_directory, PageSource page_source) {
  if (auto pinned = PinTo(header.protocol.cpu); !pinned) return tl::unexpected<Error>(pinned.error());
  const auto catalog = engine::Catalog::Open(engine_directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  const auto pages = page_source(header.protocol);
  if (!pages) return tl::unexpected<Error>(pages.error());
  if (DigestPages(*pages) != header.protocol.corpus_sha256)
    return InvalidError("The pages have changed since this recording began; start a new one.");
  return LabSession::Prepare(header, arms, slots, *catalog, *pages);
}

Result<std::string> Measure(const LabTask& task, const std::string& engine_directory, PageSource page_source) {
  const report::LabHeader& header = task.header;
  const report::LabPlan plan = report::PlanLabProcess(header, task.number);
  // Drawn per process of the recording, each of which is another run as far as placement is concerned.
  const ProcessDraw draw = DrawProcess(header.protocol.seed, static_cast<int>(task.number), 0, plan.arms.size());
  auto session = Prepare(header, plan.arms, draw.slots, engine_directory, page_source);
  if (!session) return tl::unexpected<Error>(session.error());
  report::LabProcess process{
      task.number, plan.kind, plan.experiment, plan.run, draw.environment_bytes, plan.arms, draw.slots, {}, {}};
  const std::int64_t first = (std::int64_t{plan.experiment} * header.protocol.runs + plan.run) * plan.rounds;
  for (int round = 0; round < plan.rounds; ++round) {
    const std::vector<int> order = WilliamsRow(plan.arms.size(), static_cast<std::size_t>(first + round));
    if (const auto measured = session->Measure(order, process.blocks); !measured)
      return tl::unexpected<Error>(measured.error());
  }
  if (auto pinned = CheckPinnedTo(header.protocol.cpu); !pinned) return tl::unexpected<Error>(pinned.error());
  return std::string(kProcess) + report::LabProcessToJson(process);
}

Result<std::string> Calibrate(const LabTask& task, const std::string& engine_directory, PageSource page_source) {
  auto session = Prepare(task.header, {report::kLabBase}, {0}, engine_directory, page_source);
  if (!session) return tl::unexpected<Error>(session.error());
  std::vector<double> request;
  std::vector<double> spin;
  for (int round = 0; round < kCalibrationRounds; ++round) {
    report::LabBlocks block;
    if (const auto measured = session->Measure({0}, block); !measured) return tl::unexpected<Error>(measured.error());
    const std::int64_t start = ReadClockNs(CLOCK_THREAD_CPUTIME_ID);
    Spin(kCalibrationSpins);
    const std::int64_t ns = ReadClockNs(CLOCK_THREAD_CPUTIME_ID) - start;
    if (!block.cpu_ns[0] || ns <= 0) continue;
    request.push_back(static_cast<double>(*block.cpu_ns[0]) / static_cast<double>(task.header.protocol.operations));
    spin.push_back(static_cast<double>(ns) / static_cast<double>(kCalibrationSpins));
  }
  if (request.empty()) return InvalidError("The thread's CPU clock stands still, and spins are calibrated by it.");
  return fmt::format("{}{} {}", kCalibration, Median(request), Median(spin));
}

Result<std::string> Answer(const std::string& line, const std::string& program_sha256,
                           const std::string& engine_directory, PageSource page_source) {
  const auto task = TaskFromLine(line);
  if (!task) return tl::unexpected<Error>(task.error());
  if (task->header.context.program_sha256 != program_sha256)
    return InvalidError("firstbyte was rebuilt since this recording was begun; its processes are of one program.");
  try {
    return task->number == kLabCalibration ? Calibrate(*task, engine_directory, page_source)
                                           : Measure(*task, engine_directory, page_source);
  } catch (const std::bad_alloc&) {
    return InvalidError("There is not enough memory for the measuring process; choose fewer pages.");
  }
}

}  // namespace

std::string LabTaskToLine(const report::LabHeader& header, std::int64_t number) {
  return fmt::format("{} {}", number, report::LabHeaderToJson(header));
}

Result<LabCalibration> LabCalibrationFromLine(const std::string& line) {
  LabCalibration calibration;
  std::istringstream words(line);
  std::string kind;
  const bool read = static_cast<bool>(words >> kind >> calibration.request_ns >> calibration.spin_ns);
  if (read && kind + " " == kCalibration && calibration.request_ns > 0 && calibration.spin_ns > 0) return calibration;
  return InvalidError("the measuring process sent something that is no calibration");
}

Result<report::LabProcess> LabProcessFromLine(const std::string& line) {
  if (!line.starts_with(kProcess)) return InvalidError("the measuring process sent something that is no process");
  return report::LabProcessFromJson(std::string_view(line).substr(kProcess.size()), "A process of the lab");
}

Result<void> RunLabWorker(Channel& channel, const std::string& program_sha256, const std::string& engine_directory,
                          PageSource pages) {
  std::string line;
  const auto wake = channel.Receive(line);
  if (!wake) return tl::unexpected<Error>(wake.error());
  const std::string task = *wake == Channel::Wake::kLine ? line : std::string();
  const auto answer = Answer(task, program_sha256, engine_directory, pages);
  if (!answer) {
    (void)channel.Send(fmt::format("error {} {}", static_cast<int>(answer.error().code), answer.error().message));
    return tl::unexpected<Error>(answer.error());
  }
  return channel.Send(*answer);
}

}  // namespace firstbyte::bench
