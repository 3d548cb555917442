// SPDX-License-Identifier: GPL-2.0-or-later
// An arm of the lab in one process: the request of `run`, and beside each request a dose of work that nobody has to
// estimate: iterations of a spin, or CPUIDs.
//
// All arms run the same code, the base and its copy with a dose of nothing, so that between arms nothing differs but
// the dose and the place in memory. Times are of a block of requests, nanoseconds.
#ifndef FIRSTBYTE_BENCH_LAB_RUNNER_H_
#define FIRSTBYTE_BENCH_LAB_RUNNER_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/error.h"
#include "bench/arm_runner.h"
#include "bench/buffers.h"
#include "engine/catalog.h"
#include "report/lab_recording.h"

namespace firstbyte::bench {

// Multiplications that wait for one another: CPU time that no memory and no predictor has a part in.
void Spin(std::int64_t iterations);

class LabRunner {
 public:
  LabRunner(ArmRunner runner, const report::LabArm& arm)
      : runner_(std::move(runner)), spin_iterations_(arm.spin_iterations), cpuids_(arm.cpuids) {}

  // As ArmRunner's.
  std::uint64_t RunBlock(std::int64_t operations);
  Result<void> CheckBlock(std::int64_t operations, std::uint64_t sum) const {
    return runner_.CheckBlock(operations, sum);
  }

 private:
  ArmRunner runner_;
  std::int64_t spin_iterations_;
  int cpuids_;
};

// What one process runs: its engine, pages, slots, and a runner for each of `arms`, each request run once and warmed
// up.
class LabSession {
 public:
  static Result<LabSession> Prepare(const report::LabHeader& header, const std::vector<int>& arms,
                                    const std::vector<int>& slots, const engine::Catalog& catalog,
                                    const std::vector<Bytes>& pages);

  // A round; `order` holds places in `arms`. Its blocks are added to `blocks`.
  Result<void> Measure(const std::vector<int>& order, report::LabBlocks& blocks);

 private:
  LabSession(engine::Engine engine, std::vector<int> arms, std::int64_t operations)
      : engine_(std::move(engine)), arms_(std::move(arms)), operations_(operations) {}
  Result<void> AddRunners(const report::LabHeader& header, const std::vector<int>& slots,
                          const std::vector<Bytes>& pages);

  engine::Engine engine_;
  std::vector<int> arms_;
  std::int64_t operations_;
  std::vector<Slot> slots_;
  std::vector<LabRunner> runners_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_LAB_RUNNER_H_
