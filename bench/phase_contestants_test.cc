// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/phase_contestants.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/phase_measurement.h"
#include "bench/testing.h"
#include "bench/workload.h"
#include "engine/catalog.h"
#include "engine/testing.h"

namespace firstbyte::bench {
namespace {

constexpr char kPhases[][20] = {"null",      "cwksp_layout",     "cctx_zeroing",   "bmi2_probe",  "reset",
                                "pledge",    "parameter_replay", "parts_in_order", "table_clear", "compress_body",
                                "init_cctx", "decompress_body",  "init_cstream",   "init_dctx",   "init_dstream"};
constexpr int kTimes = 5;

// On the cached engine, with three pages.
class PhaseContestants : public ::testing::Test {
 protected:
  PhaseContestants()
      : engines_(*LoadPhaseEngines(*engine::Catalog::Open(engine::TestEngineDirectory()), "zstd-1.5.4", 3)) {}

  PhaseGround::Workloads Workloads() const {
    return *MakePhaseWorkloads(engines_[1].measured.table(), 3, {TextPage(1), RandomPage(2), TextPage(3)});
  }
  std::unique_ptr<PhaseGround> Ground(PhaseGround::Workloads workloads) const {
    return *PhaseGround::Make(engines_[1].measured, engines_[1].phases, 3, std::move(workloads));
  }

  // Block 1 begins no group, so that there is no warm-up.
  static std::int64_t FailuresOf(Contestant& contestant) {
    contestant.Prepare(1);
    contestant.Run(kTimes);
    return contestant.failures();
  }

  const std::vector<PhaseEngine> engines_;
};

TEST_F(PhaseContestants, OfAnEngineThatWorksDoNotFail) {
  const auto ground = Ground(Workloads());
  for (const char* const phase : kPhases) {
    const auto contestant = ground->Phase(phase);
    ASSERT_NE(contestant, nullptr) << phase;
    EXPECT_EQ(FailuresOf(*contestant), 0) << phase;
  }
  for (unsigned i = 0; i < FIRSTBYTE_PHASES_PARAMETERS; ++i) EXPECT_EQ(FailuresOf(*ground->Parameter(i)), 0) << i;
}

// Pages are no frames, and frames no pages: a decompression that fails at once, and compressions that end otherwise.
TEST_F(PhaseContestants, BodiesThatEndOtherwiseThanTheyShouldAreFailures) {
  auto workloads = Workloads();
  std::swap(workloads.compress, workloads.decompress);
  const auto ground = Ground(std::move(workloads));
  EXPECT_EQ(FailuresOf(*ground->Phase("decompress_body")), kTimes);
  EXPECT_EQ(FailuresOf(*ground->Phase("compress_body")), 1 + kTimes) << "the one that sets up, too";
  EXPECT_EQ(FailuresOf(*ground->Phase("table_clear")), 1) << "clears what no compression left";
}

TEST_F(PhaseContestants, CallsThatGiveAnErrorAreAFailurePerBlock) {
  const auto ground = Ground(Workloads());
  const auto none = ground->Parameter(FIRSTBYTE_PHASES_PARAMETERS);
  EXPECT_EQ(FailuresOf(*none), 1);
  EXPECT_EQ(FailuresOf(*none), 2);
}

}  // namespace
}  // namespace firstbyte::bench
