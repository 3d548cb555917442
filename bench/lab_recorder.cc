// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/lab_recorder.h"

#include <fmt/core.h>

#include <cmath>
#include <vector>

#include "base/median.h"
#include "base/shell.h"
#include "bench/lab_worker.h"
#include "bench/schedule.h"
#include "bench/stopped.h"
#include "report/lab_plan.h"

namespace firstbyte::bench {
namespace {

// Odd, for a median that was seen.
constexpr int kCalibrations = 5;

Result<report::LabProcess> Measure(const report::LabHeader& header, std::int64_t number, const LabTools& tools) {
  const report::LabPlan plan = report::PlanLabProcess(header, number);
  const ProcessDraw draw = DrawProcess(header.protocol.seed, static_cast<int>(number), 0, plan.arms.size());
  const auto line = tools.run(LabTaskToLine(header, number), draw.environment_bytes);
  if (!line) return tl::unexpected<Error>(line.error());
  auto process = LabProcessFromLine(*line);
  if (!process) return process;
  process->changed_conditions = tools.changed_conditions;
  const auto valid = report::ValidateLabProcess(header, *process, "what a process sent");
  if (!valid) return tl::unexpected<Error>(valid.error());
  return process;
}

Error Explain(const Error& error, const report::LabHeader& header, std::int64_t number, const LineFile& file) {
  const std::int64_t experiment = number / report::ProcessesPerExperiment(header) + 1;
  const std::string where = fmt::format("experiment {} of {}", experiment, header.experiments);
  return Stopped(error, {where, "process", file.path(), file.IsThere(), LabResumeCommand(file.path())});
}

}  // namespace

Result<void> CalibrateLab(report::LabHeader& header, const LabTools& tools) {
  std::vector<double> request;
  std::vector<double> spin;
  for (int i = 0; i < kCalibrations; ++i) {
    const auto line = tools.run(LabTaskToLine(header, kLabCalibration), 0);
    if (!line) return tl::unexpected<Error>(line.error());
    const auto calibration = LabCalibrationFromLine(*line);
    if (!calibration) return tl::unexpected<Error>(calibration.error());
    request.push_back(calibration->request_ns);
    spin.push_back(calibration->spin_ns);
  }
  header.request_ns = Median(request);
  header.spin_ns = Median(spin);
  for (report::LabArm& arm : header.arms) {
    if (!arm.target_percent) continue;
    arm.spin_iterations = std::llround(*arm.target_percent / 100 * header.request_ns / header.spin_ns);
    if (arm.spin_iterations < 1)
      return UsageError(fmt::format("--effects: {} is less than one turn of the spin; name a larger one.", arm.name));
  }
  return {};
}

std::string LabResumeCommand(const std::string& path) { return "firstbyte lab record --resume " + ShellWord(path); }

Result<void> RecordLab(const report::LabHeader& header, std::int64_t done, LineFile& file, const LabTools& tools) {
  const std::int64_t total = report::PlannedProcesses(header);
  for (std::int64_t number = done; number < total; ++number) {
    const auto fail = [&](const Error& error) {
      tools.progress->Finish();
      return tl::unexpected<Error>(Explain(error, header, number, file));
    };
    if (number == done || number % report::ProcessesPerExperiment(header) == 0) {
      if (const auto unchanged = tools.unchanged(); !unchanged) return fail(unchanged.error());
    }
    const auto process = Measure(header, number, tools);
    if (!process) return fail(process.error());
    if (const auto appended = file.Append(report::LabProcessToJson(*process)); !appended) return fail(appended.error());
    tools.progress->OnRound(static_cast<int>(number + 1), static_cast<int>(total), static_cast<int>(done));
  }
  tools.progress->Finish();
  return {};
}

}  // namespace firstbyte::bench
