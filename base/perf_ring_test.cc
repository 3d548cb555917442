// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/perf_ring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/fake_perf_ring.h"

namespace firstbyte {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

using Records = std::vector<std::pair<std::uint32_t, std::vector<std::uint64_t>>>;

struct Drained {
  bool whole = false;
  Records records;
};

Drained Drain(FakePerfRing& ring) {
  Drained drained;
  drained.whole = DrainPerfRing(ring.page(), [&](const perf_event_header& header, std::span<const std::uint8_t> body) {
    std::vector<std::uint64_t> words(body.size() / sizeof(std::uint64_t));
    std::copy_n(body.begin(), words.size() * sizeof(std::uint64_t), reinterpret_cast<std::uint8_t*>(words.data()));
    drained.records.emplace_back(header.type, words);
  });
  EXPECT_EQ(ring.page().data_tail, ring.page().data_head) << "room that was not given back";
  return drained;
}

TEST(DrainPerfRing, TakesEachRecordOnce) {
  FakePerfRing ring(128);
  ring.Write(PERF_RECORD_SAMPLE, {5, 7});
  ring.Write(PERF_RECORD_LOST, {});
  const Drained drained = Drain(ring);
  EXPECT_TRUE(drained.whole);
  EXPECT_THAT(drained.records,
              ElementsAre(Pair(PERF_RECORD_SAMPLE, ElementsAre(5, 7)), Pair(PERF_RECORD_LOST, IsEmpty())));
  EXPECT_THAT(Drain(ring).records, IsEmpty());
}

// From every place of the ring, so that its end is once inside each field, and of records as large as the ring.
TEST(DrainPerfRing, PutsTogetherWhatTheEndCuts) {
  const std::vector<std::uint64_t> large = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  for (std::uint64_t at = 0; at < 256; at += 8) {
    FakePerfRing ring(128);
    ring.StartAt(at);
    ring.Write(PERF_RECORD_SAMPLE, large);
    const Drained drained = Drain(ring);
    EXPECT_TRUE(drained.whole);
    EXPECT_THAT(drained.records, ElementsAre(Pair(PERF_RECORD_SAMPLE, large))) << at;
  }
}

// The counters of a ring only ever grow, past the end of their type.
TEST(DrainPerfRing, GoesOnWhereTheHeadOverflows) {
  FakePerfRing ring(128);
  ring.StartAt(~std::uint64_t{0} - 7);
  ring.Write(PERF_RECORD_SAMPLE, {5, 7});
  EXPECT_THAT(Drain(ring).records, ElementsAre(Pair(PERF_RECORD_SAMPLE, ElementsAre(5, 7))));
}

TEST(DrainPerfRing, GivesUpASizeThatCannotBe) {
  for (const int size : {1, 7, 32, 65535}) {
    FakePerfRing ring(128);
    ring.Write(PERF_RECORD_SAMPLE, {1});
    ring.Write(PERF_RECORD_SAMPLE, {2}, static_cast<std::uint16_t>(size));
    const Drained drained = Drain(ring);
    EXPECT_FALSE(drained.whole) << size;
    EXPECT_THAT(drained.records, ElementsAre(Pair(PERF_RECORD_SAMPLE, ElementsAre(1))));
  }
}

TEST(DrainPerfRing, GivesUpAHeadThatCannotBe) {
  FakePerfRing ring(128);
  ring.page().data_head = 136;
  EXPECT_FALSE(Drain(ring).whole);
  ring.page().data_head += 4;
  EXPECT_FALSE(Drain(ring).whole);
}

TEST(DrainPerfRing, HasNothingWithoutData) {
  FakePerfRing ring(0);
  const Drained drained = Drain(ring);
  EXPECT_TRUE(drained.whole);
  EXPECT_THAT(drained.records, IsEmpty());
}

}  // namespace
}  // namespace firstbyte
