// SPDX-License-Identifier: GPL-2.0-or-later
// What `firstbyte phases` times, as contestants of balanced pairs (bench/balanced_pair.h): each phase of an engine, its
// whole inits, requests, and a call that does nothing.
//
// All contestants of one probe and repetition work in one workspace and one destination, so that in no pair the place
// in memory differs; each makes the state that it starts from before each block.
//
// Where two requests are compared, block number i works on page i of the workload, modulo its size, so that both cells
// of a block see the same page, warm. What is timed against nothing, to say how long it takes, takes another page each
// time as a measurement of `run` does, and went through the pages before each group of blocks: the same page again and
// again teaches the CPU's predictors that page, and a request takes half the time.
//
// What fails at once would be timed as fast. Requests and bodies are held against what they must produce each time,
// which is nothing beside them; parts of an init, which take a nanosecond or two, once before each block.
#ifndef FIRSTBYTE_BENCH_PHASE_CONTESTANTS_H_
#define FIRSTBYTE_BENCH_PHASE_CONTESTANTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/balanced_pair.h"
#include "bench/buffers.h"
#include "bench/workload.h"
#include "engine/phases_loader.h"
#include "workspace/request.h"
#include "workspace/shared_workspace.h"

namespace firstbyte::bench {

// Leaves 0 and 7, by which a live probe of zstd asks for BMI2; engine/phases_object_test.sh holds it.
inline constexpr int kCpuidsOfAProbe = 2;

// Which page the requests of a block are for.
enum class PageChoice {
  kOfBlock,  // that of the block, all of them
  kNext,     // the next one each time; warmed up over many, before each group of blocks
};

// Requests of one operation; checks that each ends as the workload expects.
class RequestContestant : public Contestant {
 public:
  // `extra_cpuids` are executed before each request. Everything referred to must outlive it.
  RequestContestant(workspace::SharedWorkspace& workspace, workspace::InitPolicy policy, const Workload& workload,
                    const Slot& slot, PageChoice pages, int extra_cpuids = 0);

  void Prepare(std::int64_t block) override;
  void Run(int times) override;
  std::int64_t failures() const override { return failures_; }

 private:
  workspace::SharedWorkspace& workspace_;
  workspace::RequestFunction run_;
  PageChoice pages_;
  int extra_cpuids_;
  std::vector<std::vector<workspace::DestinationFragment>> destinations_;
  std::vector<workspace::Request> requests_;
  std::vector<std::uint64_t> expected_;
  std::size_t current_ = 0;
  std::int64_t failures_ = 0;
};

// The ground that the contestants of one probe share in one repetition.
class PhaseGround {
 public:
  struct Workloads {
    std::shared_ptr<const Workload> compress;
    std::shared_ptr<const Workload> decompress;
  };

  // `measured` is the engine whose inits and requests are timed; `phases` are those of the same engine.
  static Result<std::unique_ptr<PhaseGround>> Make(const engine::Engine& measured, const engine::Phases& phases,
                                                   int level, Workloads workloads);

  // By name: "null", "cwksp_layout", "cctx_zeroing", "bmi2_probe", "reset", "pledge", "parameter_replay",
  // "parts_in_order" (those six, one after the other), "table_clear", "compress_body", "decompress_body",
  // "init_cstream", "init_cctx", "init_dstream", "init_dctx". Null for others.
  std::unique_ptr<Contestant> Phase(const std::string& name);

  // Of the ten parameters.
  std::unique_ptr<Contestant> Parameter(unsigned index);

  const Workload& WorkloadOf(workspace::Operation operation) const {
    return operation == workspace::Operation::kCompress ? *workloads_.compress : *workloads_.decompress;
  }

  std::unique_ptr<RequestContestant> Request(workspace::Operation operation, workspace::InitPolicy policy,
                                             PageChoice pages, int extra_cpuids = 0);

 private:
  PhaseGround(engine::Engine measured, engine::Phases phases, Workloads workloads, Slot slot,
              workspace::SharedWorkspace shared)
      : measured_(std::move(measured)),
        phases_(std::move(phases)),
        workloads_(std::move(workloads)),
        slot_(std::move(slot)),
        shared_(std::move(shared)) {}

  std::unique_ptr<Contestant> InitPhase(const std::string& name);
  std::unique_ptr<Contestant> PartsInOrder();
  std::unique_ptr<Contestant> ContextPhase(const std::string& name);
  std::unique_ptr<Contestant> WholeInit(const std::string& name);
  std::unique_ptr<Contestant> CompressBody();
  std::unique_ptr<Contestant> DecompressBody();
  // Whether they went well.
  bool SetUpCstream();
  bool CompressOnce(const WorkItem& item);
  std::function<bool(std::size_t)> IsNoError() const;
  unsigned char* destination() const;

  engine::Engine measured_;
  engine::Phases phases_;
  Workloads workloads_;
  Slot slot_;
  workspace::SharedWorkspace shared_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_PHASE_CONTESTANTS_H_
