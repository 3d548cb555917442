// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/workload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <cerrno>

#include "bench/testing.h"

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;
using workspace::Operation;
using workspace::RequestCase;

WorkloadOptions Options(Operation operation, RequestCase request_case, std::size_t fragments = 1) {
  WorkloadOptions options;
  options.operation = operation;
  options.request_case = request_case;
  options.fragments = fragments;
  return options;
}

TEST(Workload, CompressesEachPageToAFrameOfTheExpectedSize) {
  const std::vector<Bytes> pages = {TextPage(1), TextPage(2)};
  const auto workload = Workload::Prepare(CachedEngine(), Options(Operation::kCompress, RequestCase::kLinear), pages);
  ASSERT_TRUE(workload) << workload.error().message;
  ASSERT_EQ(workload->items().size(), 2u);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const WorkItem& item = workload->items()[i];
    EXPECT_EQ(Bytes(item.source[0].data, item.source[0].data + item.source[0].size), pages[i]);
    EXPECT_EQ(item.expected_status, 0);
    EXPECT_GT(item.expected_produced, 0u);
    EXPECT_LT(item.expected_produced, 4096u);
  }
}

TEST(Workload, DecompressesFramesThatTheStockLibraryReads) {
  const std::vector<Bytes> pages = {TextPage(1)};
  const auto workload = Workload::Prepare(CachedEngine(), Options(Operation::kDecompress, RequestCase::kLinear), pages);
  ASSERT_TRUE(workload);
  const WorkItem& item = workload->items()[0];
  Bytes decoded(4096);
  EXPECT_EQ(ZSTD_decompress(decoded.data(), decoded.size(), item.source[0].data, item.source_size), 4096u);
  EXPECT_EQ(decoded, pages[0]);
  EXPECT_EQ(item.expected_produced, 4096u);
}

TEST(Workload, AStraddlingObjectLiesInTwoFragments) {
  const std::vector<Bytes> pages = {TextPage(1)};
  const auto workload =
      Workload::Prepare(CachedEngine(), Options(Operation::kDecompress, RequestCase::kZswapLoadStraddling), pages);
  ASSERT_TRUE(workload);
  const WorkItem& item = workload->items()[0];
  ASSERT_EQ(item.source.size(), 2u);
  EXPECT_NE(item.source[0].data + item.source[0].size, item.source[1].data);
  EXPECT_EQ(item.expected_produced, 4096u);
}

TEST(Workload, AStoreThatDoesNotShrinkIsAnExpectedEinval) {
  const std::vector<Bytes> pages = {RandomPage(1), TextPage(1)};
  const auto workload =
      Workload::Prepare(CachedEngine(), Options(Operation::kCompress, RequestCase::kZswapStore), pages);
  ASSERT_TRUE(workload);
  EXPECT_EQ(workload->items()[0].expected_status, -EINVAL);
  EXPECT_EQ(workload->items()[1].expected_status, 0);
}

TEST(Workload, ALoadLeavesOutWhatZswapStoredRaw) {
  const std::vector<Bytes> pages = {RandomPage(1), TextPage(1)};
  const auto workload =
      Workload::Prepare(CachedEngine(), Options(Operation::kDecompress, RequestCase::kZswapLoad), pages);
  ASSERT_TRUE(workload);
  EXPECT_EQ(workload->items().size(), 1u);
  EXPECT_EQ(workload->left_out(), 1u);
}

TEST(Workload, WithNothingToLoadIsAnError) {
  const std::vector<Bytes> pages = {RandomPage(1)};
  const auto workload =
      Workload::Prepare(CachedEngine(), Options(Operation::kDecompress, RequestCase::kZswapLoad), pages);
  ASSERT_FALSE(workload);
  EXPECT_THAT(workload.error().message, HasSubstr("No page of this corpus shrinks"));
}

TEST(Workload, ScatteredHasTheFragmentsThatWereAskedFor) {
  const std::vector<Bytes> pages = {TextPage(1)};
  const auto workload =
      Workload::Prepare(CachedEngine(), Options(Operation::kCompress, RequestCase::kScattered, 3), pages);
  ASSERT_TRUE(workload) << workload.error().message;
  EXPECT_EQ(workload->items()[0].source.size(), 3u);
  EXPECT_EQ(workload->most_destination_fragments(), 3u);
}

TEST(Workload, EachSourceFragmentBeginsAtAPage) {
  const std::vector<Bytes> pages = {TextPage(1), TextPage(2)};
  for (const Operation operation : {Operation::kCompress, Operation::kDecompress}) {
    const auto workload = Workload::Prepare(CachedEngine(), Options(operation, RequestCase::kScattered, 3), pages);
    ASSERT_TRUE(workload) << workload.error().message;
    for (const WorkItem& item : workload->items()) {
      for (const workspace::SourceFragment& fragment : item.source) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(fragment.data) % workspace::kPageBytes, 0u);
      }
    }
  }
}

TEST(HashBytes, SeesBytesAndTheirOrderAcrossFragments) {
  unsigned char a[] = {1, 2};
  unsigned char b[] = {3, 4};
  unsigned char whole[] = {1, 2, 3, 4};
  const std::vector<workspace::DestinationFragment> split = {{a, 2}, {b, 2}};
  const std::vector<workspace::DestinationFragment> one = {{whole, 4}};
  const std::vector<workspace::DestinationFragment> swapped = {{b, 2}, {a, 2}};
  EXPECT_EQ(HashBytes(split, 4), HashBytes(one, 4));
  EXPECT_EQ(HashBytes(split, 3), HashBytes(one, 3));
  EXPECT_NE(HashBytes(split, 3), HashBytes(one, 4));
  EXPECT_NE(HashBytes(split, 4), HashBytes(swapped, 4));
}

}  // namespace
}  // namespace firstbyte::bench
