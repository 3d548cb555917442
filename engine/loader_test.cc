// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <tuple>

#include "engine/testing.h"

namespace firstbyte::engine {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

// Every engine of the build, with each probe.
class EngineOfEachProbe : public ::testing::TestWithParam<std::tuple<std::string, const char*>> {
 protected:
  const KnownEngine& known_ = KnownEngineForTest(std::get<0>(GetParam()));
  Engine engine_ = LoadForTest(known_.name, std::get<1>(GetParam()));
};

TEST_P(EngineOfEachProbe, SaysWhatItIs) {
  EXPECT_EQ(engine_.name(), known_.name);
  EXPECT_EQ(engine_.probe(), std::get<1>(GetParam()));
  EXPECT_EQ(engine_.version(), known_.version);
  EXPECT_THAT(engine_.table().source, HasSubstr(".tar.xz"));
  EXPECT_THAT(engine_.table().source_sha256, MatchesRegex("[0-9a-f]+"));
  EXPECT_EQ(std::string(engine_.table().source_sha256).size(), 64u);
  EXPECT_THAT(engine_.table().compiler, HasSubstr("gcc"));
  EXPECT_THAT(engine_.table().flags, HasSubstr("-O2 -g"));
}

TEST_P(EngineOfEachProbe, HasTheSizesOfItsVersion) {
  EXPECT_EQ(engine_.table().sizeof_cctx, known_.cctx);
  EXPECT_EQ(engine_.table().sizeof_dctx, known_.dctx);
  EXPECT_EQ(engine_.table().zstd_dctx_workspace_bound(), known_.dctx);
}

TEST_P(EngineOfEachProbe, AnswersTheEmptyCall) { EXPECT_EQ(engine_.table().empty_call(42), 42u); }

INSTANTIATE_TEST_SUITE_P(Engines, EngineOfEachProbe,
                         ::testing::Combine(::testing::ValuesIn(TestEngineNames()),
                                            ::testing::Values("live", "cached")),
                         [](const auto& param_info) {
                           return TestName(std::get<0>(param_info.param)) + "_" + std::get<1>(param_info.param);
                         });

TEST(Loader, PinsTheSourceOfTheDefaultEngine) {
  EXPECT_EQ(LoadForTest("zstd-1.5.4", "live").table().source, std::string("libzstd_1.5.4+dfsg2.orig.tar.xz"));
}

TEST(Loader, LiveAndCachedProduceTheSameBytes) {
  for (const std::string& name : TestEngineNames()) {
    const auto same = CheckSameOutput(LoadForTest(name, "live").table(), LoadForTest(name, "cached").table());
    EXPECT_TRUE(same) << same.error().message;
  }
}

TEST(Loader, EnginesThatDifferInTheirOutputAreRefused) {
  const Engine live = LoadForTest("zstd-1.5.4", "live");
  const Engine cached = LoadForTest("zstd-1.5.4", "cached");
  firstbyte_engine other = cached.table();
  other.zstd_get_params = [](int, unsigned long long) {
    return LoadForTest("zstd-1.5.4", "live").table().zstd_get_params(19, 0);
  };
  const auto same = CheckSameOutput(live.table(), other);
  ASSERT_FALSE(same);
  EXPECT_THAT(same.error().message, HasSubstr("cannot be compared"));
}

class BrokenTable : public ::testing::Test {
 protected:
  const Engine engine_ = LoadForTest("zstd-1.5.4", "cached");
  firstbyte_engine table_ = engine_.table();
};

TEST_F(BrokenTable, OfAnotherAbiIsRefused) {
  table_.abi += 1;
  EXPECT_THAT(CheckTable(table_).error().message, HasSubstr("ABI 2"));
}

TEST_F(BrokenTable, OfAnotherSizeIsRefused) {
  table_.struct_size -= 8;
  EXPECT_FALSE(CheckTable(table_));
}

TEST_F(BrokenTable, WithAnEmptyEntryIsRefused) {
  table_.zstd_end_stream = nullptr;
  EXPECT_THAT(CheckTable(table_).error().message, HasSubstr("empty entry"));
}

TEST_F(BrokenTable, WhoseCodeIsOfAnotherVersionIsRefused) {
  table_.version_number = [] { return 10507u; };
  EXPECT_THAT(CheckTable(table_).error().message, HasSubstr("of version 10504, its code answers 10507"));
}

TEST_F(BrokenTable, ThatCannotRoundTripIsRefused) {
  table_.zstd_init_dctx = [](void*, size_t) -> void* { return nullptr; };
  EXPECT_THAT(CheckRoundTrip(table_).error().message, HasSubstr("zstd_init_dctx refused"));
}

TEST_F(BrokenTable, ThatChangesThePageIsRefused) {
  table_.zstd_decompress_dctx = [](void*, void* dst, size_t capacity, const void*, size_t) {
    static_cast<unsigned char*>(dst)[0] ^= 1;
    return capacity;
  };
  EXPECT_THAT(CheckRoundTrip(table_).error().message, HasSubstr("came back changed"));
}

TEST(Loader, AMissingFileIsNamed) {
  const auto engine = Engine::Load("/nonexistent/zstd-9.live.so");
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().code, ExitCode::kInvalid);
  EXPECT_EQ(engine.error().message,
            "Engine /nonexistent/zstd-9.live.so cannot be used: cannot open shared object file: No such file or "
            "directory.");
}

TEST(Loader, AFileThatIsNoSharedObjectIsRefused) {
  const std::string path = ::testing::TempDir() + "/text.live.so";
  std::ofstream(path) << "no shared object";
  const auto engine = Engine::Load(path);
  ASSERT_FALSE(engine);
  EXPECT_THAT(engine.error().message, HasSubstr("cannot be used"));
}

TEST(Loader, ASharedObjectThatIsNoEngineIsRefused) {
  const auto engine = Engine::Load("libm.so.6");
  ASSERT_FALSE(engine);
  EXPECT_THAT(engine.error().message, HasSubstr("has no symbol firstbyte_engine_get"));
}

}  // namespace
}  // namespace firstbyte::engine
