// SPDX-License-Identifier: GPL-2.0-or-later
#include "workspace/shared_workspace.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "engine/testing.h"
#include "workspace/testing.h"

namespace firstbyte::workspace {
namespace {

using ::testing::HasSubstr;

const firstbyte_engine& Zstd154() {
  static const engine::Engine engine = engine::LoadForTest("zstd-1.5.4", "cached");
  return engine.table();
}

// zstd lays red zones into its workspaces where AddressSanitizer watches.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kRedZones = true;
#else
constexpr bool kRedZones = false;
#endif

TEST(WorkspaceSizes, AreThoseOfCryptoZstd) {
  if (kRedZones) GTEST_SKIP() << "zstd's workspaces are larger under AddressSanitizer";
  for (const std::string& name : engine::TestEngineNames()) {
    const engine::KnownEngine& known = engine::KnownEngineForTest(name);
    const engine::Engine engine = engine::LoadForTest(name, "cached");
    const WorkspaceSizes sizes = SizesFor(engine.table(), kDefaultLevel);
    EXPECT_EQ(sizes.cstream, known.cstream_bound) << name;
    EXPECT_EQ(sizes.dstream, known.dstream_bound) << name;
    EXPECT_EQ(sizes.shared, known.cstream_bound) << name;
    EXPECT_EQ(sizes.cctx, known.cctx_bound) << name;
    EXPECT_EQ(sizes.dctx, known.dctx) << name;
  }
}

TEST(WorkspaceParameters, AreThoseOfCryptoZstd) {
  OwnedWorkspace owned(Zstd154(), InitPolicy::kEager);
  const firstbyte_parameters& p = owned.workspace().parameters();
  EXPECT_EQ(p.window_log, 18);
  EXPECT_EQ(p.chain_log, 16);
  EXPECT_EQ(p.hash_log, 16);
  EXPECT_EQ(p.search_log, 1);
  EXPECT_EQ(p.min_match, 4);
  EXPECT_EQ(p.target_length, 0);
  EXPECT_EQ(p.strategy, 2);  // ZSTD_dfast
  EXPECT_EQ(p.content_size_flag, 1);
  EXPECT_EQ(p.checksum_flag, 0);
  EXPECT_EQ(p.no_dict_id_flag, 0);
}

TEST(SharedWorkspace, OnlyReuseMakesContextsAhead) {
  for (const InitPolicy policy : {InitPolicy::kEager, InitPolicy::kDeferred}) {
    OwnedWorkspace owned(Zstd154(), policy);
    EXPECT_EQ(owned.workspace().reused_cctx(), nullptr);
    EXPECT_EQ(owned.workspace().reused_dctx(), nullptr);
  }
  OwnedWorkspace reused(Zstd154(), InitPolicy::kReuse);
  EXPECT_NE(reused.workspace().reused_cctx(), nullptr);
  EXPECT_NE(reused.workspace().reused_dctx(), nullptr);
}

TEST(SharedWorkspace, TooLittleMemoryIsAnErrorWithItsErrno) {
  std::vector<std::max_align_t> memory(100);
  const auto workspace =
      SharedWorkspace::Create(Zstd154(), kDefaultLevel, InitPolicy::kEager, std::as_writable_bytes(std::span(memory)));
  ASSERT_FALSE(workspace);
  EXPECT_THAT(workspace.error().message,
              HasSubstr(fmt::format("needs {} bytes", SizesFor(Zstd154(), kDefaultLevel).shared)));
  EXPECT_THAT(workspace.error().message, HasSubstr("ENOMEM"));
}

TEST(SharedWorkspace, AnEngineWithoutASizeIsAnErrorWithItsErrno) {
  firstbyte_engine engine = FakeEngine();
  engine.zstd_cstream_workspace_bound = [](const firstbyte_parameters*) { return std::size_t{0}; };
  engine.zstd_dstream_workspace_bound = [](std::size_t) { return std::size_t{0}; };
  std::vector<std::max_align_t> memory(100);
  const auto workspace =
      SharedWorkspace::Create(engine, kDefaultLevel, InitPolicy::kEager, std::as_writable_bytes(std::span(memory)));
  ASSERT_FALSE(workspace);
  EXPECT_THAT(workspace.error().message, HasSubstr("EINVAL"));
}

TEST(SharedWorkspace, AnEngineThatRefusesItsOwnBoundIsAnError) {
  const firstbyte_engine& engine = FakeEngine();
  FakeState().refuse_dstream = true;
  std::vector<std::max_align_t> memory(1000);
  EXPECT_FALSE(
      SharedWorkspace::Create(engine, kDefaultLevel, InitPolicy::kReuse, std::as_writable_bytes(std::span(memory))));
}

}  // namespace
}  // namespace firstbyte::workspace
