// SPDX-License-Identifier: GPL-2.0-or-later
// The measuring side of the lab: what each fresh process of a recording does.
//
// It receives one line, `NUMBER {header}`, and sends one: `process {...}` of report/lab_recording.h, or for the number
// kLabCalibration `calibration REQUEST_NS SPIN_NS`, or `error CODE SENTENCE`.
#ifndef FIRSTBYTE_BENCH_LAB_WORKER_H_
#define FIRSTBYTE_BENCH_LAB_WORKER_H_

#include <cstdint>
#include <string>

#include "base/error.h"
#include "bench/channel.h"
#include "bench/worker.h"
#include "report/lab_recording.h"

namespace firstbyte::bench {

inline constexpr std::int64_t kLabCalibration = -1;

// CPU time of a request of the base, and of an iteration of the spin, in the same process and the same minute.
struct LabCalibration {
  double request_ns = 0;
  double spin_ns = 0;
};

std::string LabTaskToLine(const report::LabHeader& header, std::int64_t number);
Result<LabCalibration> LabCalibrationFromLine(const std::string& line);
Result<report::LabProcess> LabProcessFromLine(const std::string& line);

// `program_sha256`: the digest of this program, which must be the one that the header of the task names. Errors are
// sent over the channel as well as returned.
Result<void> RunLabWorker(Channel& channel, const std::string& program_sha256, const std::string& engine_directory,
                          PageSource pages);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_LAB_WORKER_H_
