// SPDX-License-Identifier: GPL-2.0-or-later
// One arm in one process: its workspace in its slot, and the loop that is timed.
#ifndef FIRSTBYTE_BENCH_ARM_RUNNER_H_
#define FIRSTBYTE_BENCH_ARM_RUNNER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.h"
#include "bench/buffers.h"
#include "bench/workload.h"
#include "engine/engine_abi.h"
#include "workspace/request.h"

namespace firstbyte::bench {

class ArmRunner {
 public:
  // Sets the workspace up and runs each request of the workload once, which also warms up: every output must have
  // the size and the hash that the workload expects.
  static Result<ArmRunner> Create(const firstbyte_engine& engine, workspace::InitPolicy policy,
                                  std::shared_ptr<const Workload> workload, const Slot& slot);

  // The same loop around another function, whose outcomes are not checked: for measuring what the loop itself costs.
  static Result<ArmRunner> CreateAround(const firstbyte_engine& engine, workspace::InitPolicy policy,
                                        workspace::RequestFunction function, std::shared_ptr<const Workload> workload,
                                        const Slot& slot);

  // Runs so many requests, going round the workload from where the last block ended, and returns the sum of their
  // outcomes. This is what is timed: it reads no clock and checks nothing; CheckBlock() does that afterwards.
  std::uint64_t RunBlock(std::int64_t operations);

  // Whether the last block's sum is the one that the workload expects.
  Result<void> CheckBlock(std::int64_t operations, std::uint64_t sum) const;

 private:
  ArmRunner(workspace::SharedWorkspace workspace, workspace::RequestFunction run,
            std::shared_ptr<const Workload> workload)
      : workspace_(std::move(workspace)), run_(run), workload_(std::move(workload)) {}

  Result<void> VerifyEachOnce();

  workspace::SharedWorkspace workspace_;
  workspace::RequestFunction run_;
  std::shared_ptr<const Workload> workload_;
  std::vector<std::vector<workspace::DestinationFragment>> destinations_;
  std::vector<workspace::Request> requests_;
  std::vector<std::uint64_t>
      expected_before_;  // sum of the expected outcomes of the first i requests; one more entry than requests
  std::size_t next_ = 0;
};

// A request's contribution to a block's sum: the bytes produced, or an error as a number that no sum of bytes reaches
// by accident.
inline std::uint64_t Outcome(int status, std::size_t produced) {
  return status == 0 ? produced : static_cast<std::uint64_t>(-static_cast<std::int64_t>(status)) << 40;
}

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ARM_RUNNER_H_
