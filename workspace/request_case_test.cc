// SPDX-License-Identifier: GPL-2.0-or-later
#include "workspace/request_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <numeric>
#include <string>

#include "workspace/testing.h"

namespace firstbyte::workspace {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(RequestCase, IsFoundByItsName) {
  for (const CaseInfo& info : Cases()) {
    const auto found = FindCase(info.name);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->request_case, info.request_case);
  }
}

TEST(RequestCase, AnUnknownNameIsAUsageErrorThatListsTheKnown) {
  const auto found = FindCase("zram");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ExitCode::kUsage);
  EXPECT_THAT(found.error().message, HasSubstr("linear, scattered, zswap-store, zswap-load, zswap-load-straddling"));
}

TEST(CompressBound, IsThatOfTheStockLibrary) {
  for (const std::size_t size : {0, 1, 255, 256, 4096, 131071, 131072, 131073, 262144}) {
    EXPECT_EQ(CompressBound(size), ZSTD_compressBound(size)) << size;
  }
}

TEST(Layout, LinearIsOneFragmentOnEachSide) {
  const Layout layout = LayoutFor(RequestCase::kLinear, Operation::kCompress, 4096, 4096, 5);
  EXPECT_THAT(layout.source, ElementsAre(4096));
  EXPECT_THAT(layout.destination, ElementsAre(8192));
  EXPECT_EQ(layout.destination_size, 8192u);
}

TEST(Layout, ScatteredSplitsBothSidesWithoutAnEmptyFragment) {
  const Layout layout = LayoutFor(RequestCase::kScattered, Operation::kDecompress, 10, 4096, 3);
  EXPECT_THAT(layout.source, ElementsAre(4, 3, 3));
  EXPECT_THAT(layout.destination, ElementsAre(1366, 1365, 1365));
  EXPECT_THAT(LayoutFor(RequestCase::kScattered, Operation::kDecompress, 2, 4096, 3).source, ElementsAre(1, 1));
}

TEST(Layout, ZswapStoresAPageIntoABufferOfOnePage) {
  const Layout layout = LayoutFor(RequestCase::kZswapStore, Operation::kCompress, 4096, 4096, 1);
  EXPECT_THAT(layout.source, ElementsAre(4096));
  EXPECT_THAT(layout.destination, ElementsAre(4096));
  EXPECT_EQ(layout.destination_size, 4096u);
}

TEST(Layout, AnObjectThatStraddlesHasTwoSourceFragments) {
  EXPECT_THAT(LayoutFor(RequestCase::kZswapLoad, Operation::kDecompress, 1001, 4096, 1).source, ElementsAre(1001));
  EXPECT_THAT(LayoutFor(RequestCase::kZswapLoadStraddling, Operation::kDecompress, 1001, 4096, 1).source,
              ElementsAre(501, 500));
}

// How often each zswap request sets its workspace up: what the mails' table is about.
int Inits(RequestCase request_case, Operation operation, InitPolicy policy) {
  OwnedWorkspace workspace(FakeEngine(), policy);
  FakeState() = FakeEngineState{};
  const std::size_t source_size = operation == Operation::kCompress ? 4096 : 1000;
  OwnedRequest owned(Bytes(source_size, 'x'), LayoutFor(request_case, operation, source_size, 4096, 1));
  Run(operation, workspace.workspace(), owned.request());
  int inits = 0;
  for (const std::string& line : FakeState().log) inits += line.rfind("init_", 0) == 0 ? 1 : 0;
  return inits;
}

TEST(ZswapCases, SetUpAsOftenAsInTheKernel) {
  EXPECT_EQ(Inits(RequestCase::kZswapStore, Operation::kCompress, InitPolicy::kEager), 2);
  EXPECT_EQ(Inits(RequestCase::kZswapStore, Operation::kCompress, InitPolicy::kDeferred), 1);
  EXPECT_EQ(Inits(RequestCase::kZswapStore, Operation::kCompress, InitPolicy::kReuse), 0);
  EXPECT_EQ(Inits(RequestCase::kZswapLoad, Operation::kDecompress, InitPolicy::kEager), 2);
  EXPECT_EQ(Inits(RequestCase::kZswapLoad, Operation::kDecompress, InitPolicy::kDeferred), 1);
  EXPECT_EQ(Inits(RequestCase::kZswapLoad, Operation::kDecompress, InitPolicy::kReuse), 0);
  // A straddling object streams, so that deferring saves nothing.
  EXPECT_EQ(Inits(RequestCase::kZswapLoadStraddling, Operation::kDecompress, InitPolicy::kEager), 1);
  EXPECT_EQ(Inits(RequestCase::kZswapLoadStraddling, Operation::kDecompress, InitPolicy::kDeferred), 1);
}

}  // namespace
}  // namespace firstbyte::workspace
