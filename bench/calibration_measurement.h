// SPDX-License-Identifier: GPL-2.0-or-later
// Carries a calibration out, experiment by experiment, from wherever its journal stands. Each experiment is a complete
// measurement of two copies of the baseline, made by the code that `run` measures with (bench/carry_run.h), placed anew
// by a seed of its own.
#ifndef FIRSTBYTE_BENCH_CALIBRATION_MEASUREMENT_H_
#define FIRSTBYTE_BENCH_CALIBRATION_MEASUREMENT_H_

#include <vector>

#include "base/error.h"
#include "bench/calibration_journal.h"
#include "bench/carry_run.h"
#include "bench/progress.h"
#include "report/calibration_experiment.h"

namespace firstbyte::bench {

struct CalibrationTools : RunTools {
  Progress* progress = nullptr;
};

// Measures the experiments that `progress` still lacks; each is in the journal before the next is begun. Returns them
// all. After an error the journal holds every finished one, and the message says how to go on.
Result<std::vector<report::CalibrationExperiment>> MeasureCalibration(CalibrationProgress progress,
                                                                      CalibrationJournal& journal,
                                                                      const CalibrationTools& tools);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CALIBRATION_MEASUREMENT_H_
