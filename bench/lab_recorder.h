// SPDX-License-Identifier: GPL-2.0-or-later
// Carries the plan of a recording out, process by process, from wherever its file stands.
#ifndef FIRSTBYTE_BENCH_LAB_RECORDER_H_
#define FIRSTBYTE_BENCH_LAB_RECORDER_H_

#include <cstdint>
#include <functional>
#include <string>

#include "base/error.h"
#include "bench/line_file.h"
#include "bench/progress.h"
#include "report/lab_recording.h"

namespace firstbyte::bench {

struct LabTools {
  // Runs the process of a task in a fresh process with an environment padded by so many bytes, and returns its line.
  std::function<Result<std::string>(const std::string& task, std::int64_t environment_bytes)> run;
  // Asked before each experiment: whether what is measured is still what the header says.
  std::function<Result<void>()> unchanged;
  std::vector<report::EnvironmentCheck> changed_conditions;  // since the recording was begun; goes into each process
  Progress* progress = nullptr;
};

// What the spins of all arms are made of: measured in several processes. A patch adds the same work wherever it runs,
// and so do the arms: one calibration per recording, kept in its header. Fills in the spins of the arms.
Result<void> CalibrateLab(report::LabHeader& header, const LabTools& tools);

// The command that goes on from the recording `path`, for messages.
std::string LabResumeCommand(const std::string& path);

// Measures what is missing behind the first `done` processes, and appends each when it has ended. After an error the
// file holds every process that did, and the message says how to go on.
Result<void> RecordLab(const report::LabHeader& header, std::int64_t done, LineFile& file, const LabTools& tools);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_LAB_RECORDER_H_
