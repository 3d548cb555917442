// SPDX-License-Identifier: GPL-2.0-or-later
// The journal of a calibration in progress: what `calibrate --resume` goes on from. It grows by one line, synchronised
// to the disk, with every finished experiment, so that whatever ends it costs the experiment that was running.
//
// Lines: `calibration EXPERIMENTS {header}`, then for each experiment `experiment {...}`
// (report/calibration_experiment.h). A torn last line is cut off when the journal is opened again.
#ifndef FIRSTBYTE_BENCH_CALIBRATION_JOURNAL_H_
#define FIRSTBYTE_BENCH_CALIBRATION_JOURNAL_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "bench/line_file.h"
#include "report/calibration_experiment.h"
#include "report/results.h"

namespace firstbyte::bench {

// A calibration that was begun.
struct CalibrationProgress {
  report::Results header;  // no runs; the protocol of an experiment, but for its seed
  int experiments = 0;     // in all
  std::vector<report::CalibrationExperiment> done;
};

// Of an experiment, drawn from the seed of the calibration.
std::uint64_t SeedOfExperiment(std::uint64_t seed, int experiment);

// The command that goes on from the journal `path`, for messages.
std::string CalibrationResumeCommand(const std::string& path);

class CalibrationJournal {
 public:
  static Result<CalibrationJournal> Create(const std::string& path, const report::Results& header, int experiments);

  struct Opened;
  // Damaged lines, experiments out of order or of another seed, and another process that has it open are errors.
  static Result<Opened> Open(const std::string& path);

  // Returns once the line is on the disk.
  Result<void> Append(const report::CalibrationExperiment& experiment);

  bool IsThere() const { return lines_.IsThere(); }
  Result<void> Remove() { return lines_.Remove(); }
  const std::string& path() const { return lines_.path(); }

 private:
  explicit CalibrationJournal(LineFile lines) : lines_(std::move(lines)) {}

  LineFile lines_;
};

struct CalibrationJournal::Opened {
  CalibrationJournal journal;
  CalibrationProgress progress;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CALIBRATION_JOURNAL_H_
