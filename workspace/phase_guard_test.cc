// SPDX-License-Identifier: GPL-2.0-or-later
#include "workspace/phase_guard.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "engine/phases_loader.h"
#include "engine/testing.h"
#include "workspace/shared_workspace.h"

namespace firstbyte::workspace {
namespace {

using ::testing::HasSubstr;

engine::Phases PhasesForTest(const engine::Engine& engine) {
  auto phases = engine::Phases::LoadFor(engine);
  if (!phases) {
    ADD_FAILURE() << phases.error().message;
    std::abort();
  }
  return *std::move(phases);
}

// Of every engine of the build, with each probe.
class PhaseGuard : public ::testing::TestWithParam<std::tuple<std::string, const char*>> {
 protected:
  Result<ClearedBytes> Check(const firstbyte_phases& phases, int level = kDefaultLevel) {
    std::vector<std::max_align_t> memory(
        MemoryFor(engine_.table(), level, InitPolicy::kEager) / sizeof(std::max_align_t) + 1);
    return CheckPhases(phases, engine_.table(), level, std::as_writable_bytes(std::span(memory)));
  }

  const engine::KnownEngine& known_ = engine::KnownEngineForTest(std::get<0>(GetParam()));
  const engine::Engine engine_ = engine::LoadForTest(known_.name, std::get<1>(GetParam()));
  const engine::Phases phases_ = PhasesForTest(engine_);
  firstbyte_phases table_ = phases_.table();
};

TEST_P(PhaseGuard, FindsThatThePhasesLeaveTheBytesOfTheRealInits) {
  const auto cleared = Check(table_);
  ASSERT_TRUE(cleared) << cleared.error().message;
  EXPECT_EQ(cleared->cctx, known_.cctx);
  EXPECT_EQ(cleared->tables, known_.tables);
}

TEST_P(PhaseGuard, HoldsAtEveryLevel) {
  for (int level = 1; level <= 19; ++level) {
    const auto cleared = Check(table_, level);
    EXPECT_TRUE(cleared) << level << ": " << cleared.error().message;
  }
}

TEST_P(PhaseGuard, CatchesAProbeThatIsLeftOut) {
  table_.bmi2_probe = [](void*) {};
  // On a CPU without BMI2 the probe leaves the 0 that was there.
  const auto cleared = Check(table_);
  if (cleared) GTEST_SKIP() << "this CPU has no BMI2";
  EXPECT_THAT(cleared.error().message, HasSubstr("zstd_init_cctx leave 0x00"));
}

TEST_P(PhaseGuard, CatchesALayoutThatLeavesNothing) {
  table_.cwksp_layout = [](void* workspace, size_t) { return workspace; };
  EXPECT_THAT(Check(table_).error().message, HasSubstr("cannot be timed in its place"));
}

TEST_P(PhaseGuard, CatchesAZeroingThatIsTooShort) {
  table_.cctx_zeroing = [](void* workspace) { std::memset(workspace, 0, 3000); };
  EXPECT_EQ(Check(table_).error().message,
            fmt::format("The phase cctx_zeroing clears 3000 bytes; the context has {}.", known_.cctx));
}

TEST_P(PhaseGuard, CatchesAReplayThatSetsNothing) {
  table_.parameter_replay = [](void*, const firstbyte_parameters*) { return size_t{0}; };
  EXPECT_THAT(Check(table_).error().message, HasSubstr("zstd_init_cstream leave"));
}

TEST_P(PhaseGuard, CatchesAParameterThatIsLeftOut) {
  table_.set_parameter = [](void*, unsigned, const firstbyte_parameters*) { return size_t{0}; };
  EXPECT_THAT(Check(table_).error().message, HasSubstr("parameter by parameter"));
}

TEST_P(PhaseGuard, CatchesAResetThatIsRefused) {
  table_.reset = [](void*) { return static_cast<size_t>(-1); };
  EXPECT_THAT(Check(table_).error().message, HasSubstr("refuses the kernel's parameters"));
}

TEST_P(PhaseGuard, CatchesTablesThatAreNotCleared) {
  table_.table_clear = [](void*) {};
  EXPECT_THAT(Check(table_).error().message, HasSubstr(fmt::format("exactly the {} bytes", known_.tables)));
}

TEST_P(PhaseGuard, CatchesAWrongSizeOfTables) {
  table_.table_bytes = [](void*) { return size_t{200000}; };
  EXPECT_THAT(Check(table_).error().message, HasSubstr("does not clear the 200000 bytes"));
  table_.table_bytes = [](void*) { return size_t{0}; };
  EXPECT_THAT(Check(table_).error().message, HasSubstr("said to have 0 bytes"));
}

TEST_P(PhaseGuard, WantsAWholeWorkspace) {
  std::vector<std::max_align_t> memory(16);
  EXPECT_FALSE(CheckPhases(table_, engine_.table(), kDefaultLevel, std::as_writable_bytes(std::span(memory))));
}

INSTANTIATE_TEST_SUITE_P(Engines, PhaseGuard,
                         ::testing::Combine(::testing::ValuesIn(engine::TestEngineNames()),
                                            ::testing::Values("live", "cached")),
                         [](const auto& param_info) {
                           return engine::TestName(std::get<0>(param_info.param)) + "_" + std::get<1>(param_info.param);
                         });

}  // namespace
}  // namespace firstbyte::workspace
