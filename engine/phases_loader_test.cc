// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/phases_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "engine/testing.h"

namespace firstbyte::engine {
namespace {

using ::testing::HasSubstr;

TEST(PhasesPath, IsBesideTheEngines) {
  EXPECT_EQ(PhasesPath("x/zstd-1.5.4.live.so"), "x/zstd-1.5.4.live.phases.so");
  EXPECT_EQ(PhasesPath("x/zstd-1.5.4.cached.so"), "x/zstd-1.5.4.cached.phases.so");
}

// Of every engine of the build.
class PhasesOfEachProbe : public ::testing::TestWithParam<std::tuple<std::string, const char*>> {
 protected:
  Result<Phases> phases_ = Phases::LoadFor(LoadForTest(std::get<0>(GetParam()), std::get<1>(GetParam())));
};

TEST_P(PhasesOfEachProbe, AreBuiltFromTheEnginesOwnSource) {
  ASSERT_TRUE(phases_) << phases_.error().message;
  EXPECT_EQ(phases_->engine().name(), std::get<0>(GetParam()));
  EXPECT_EQ(phases_->engine().probe(), std::get<1>(GetParam()));
  EXPECT_THAT(phases_->engine().path(), HasSubstr(".phases.so"));
}

// zstd_cctx_init of the kernel.
TEST_P(PhasesOfEachProbe, NameTheTenParametersInTheKernelsOrder) {
  ASSERT_TRUE(phases_) << phases_.error().message;
  const auto& names = phases_->table().parameter_names;
  EXPECT_EQ(std::vector<std::string>(std::begin(names), std::end(names)),
            (std::vector<std::string>{"ZSTD_c_windowLog", "ZSTD_c_hashLog", "ZSTD_c_chainLog", "ZSTD_c_searchLog",
                                      "ZSTD_c_minMatch", "ZSTD_c_targetLength", "ZSTD_c_strategy",
                                      "ZSTD_c_contentSizeFlag", "ZSTD_c_checksumFlag", "ZSTD_c_dictIDFlag"}));
}

INSTANTIATE_TEST_SUITE_P(Engines, PhasesOfEachProbe,
                         ::testing::Combine(::testing::ValuesIn(TestEngineNames()),
                                            ::testing::Values("live", "cached")),
                         [](const auto& param_info) {
                           return TestName(std::get<0>(param_info.param)) + "_" + std::get<1>(param_info.param);
                         });

class BrokenPhases : public ::testing::Test {
 protected:
  const Engine engine_ = LoadForTest("zstd-1.5.4", "cached");
  const Result<Phases> phases_ = Phases::LoadFor(engine_);
  firstbyte_phases table_ = phases_->table();
};

TEST_F(BrokenPhases, OfAnotherAbiAreRefused) {
  table_.abi += 1;
  EXPECT_THAT(CheckPhasesTable(table_).error().message, HasSubstr("phases ABI 2"));
}

TEST_F(BrokenPhases, OfAVersionWhoseInsidesAreNotKnownAreRefusedWithTheReason) {
  firstbyte_phases unknown{};
  unknown.abi = FIRSTBYTE_PHASES_ABI;
  unknown.struct_size = sizeof(firstbyte_phases);
  unknown.why_not = "the insides of zstd 1.6.0 are not known; known are those of 1.5.7";
  EXPECT_EQ(CheckPhasesTable(unknown).error().message, unknown.why_not);
}

TEST_F(BrokenPhases, WithAnEmptyEntryAreRefused) {
  table_.table_clear = nullptr;
  EXPECT_THAT(CheckPhasesTable(table_).error().message, HasSubstr("empty entry"));
  table_ = phases_->table();
  table_.parameter_names[9] = nullptr;
  EXPECT_THAT(CheckPhasesTable(table_).error().message, HasSubstr("empty entry"));
}

TEST_F(BrokenPhases, ThatAreNotThereAreNamed) {
  const std::string alone = ::testing::TempDir() + "/zstd-1.5.4.cached.so";
  std::filesystem::copy_file(engine_.path(), alone, std::filesystem::copy_options::overwrite_existing);
  const auto engine = Engine::Load(alone);
  ASSERT_TRUE(engine) << engine.error().message;
  const auto phases = Phases::LoadFor(*engine);
  ASSERT_FALSE(phases);
  EXPECT_EQ(phases.error().code, ExitCode::kInvalid);
  EXPECT_THAT(phases.error().message, HasSubstr("this build has no "));
}

TEST_F(BrokenPhases, OfAnotherProbeAreRefused) {
  const std::string directory = ::testing::TempDir() + "/mixed";
  std::filesystem::create_directories(directory);
  const auto replace = std::filesystem::copy_options::overwrite_existing;
  std::filesystem::copy_file(engine_.path(), directory + "/zstd-1.5.4.live.so", replace);
  std::filesystem::copy_file(PhasesPath(LoadForTest("zstd-1.5.4", "live").path()),
                             directory + "/zstd-1.5.4.live.phases.so", replace);
  const auto engine = Engine::Load(directory + "/zstd-1.5.4.live.so");
  ASSERT_TRUE(engine) << engine.error().message;
  const auto phases = Phases::LoadFor(*engine);
  ASSERT_FALSE(phases);
  EXPECT_THAT(phases.error().message, HasSubstr("are of another build than the engine"));
}

}  // namespace
}  // namespace firstbyte::engine
