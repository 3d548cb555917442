// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/balanced_pair.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace firstbyte::bench {
namespace {

// A clock that stands still unless a contestant moves it; a reading costs `reading` ticks.
class ScriptedClock : public TickClock {
 public:
  explicit ScriptedClock(std::uint64_t reading = 0) : reading_(reading) {}
  std::uint64_t Ticks() override { return now_ += reading_; }
  void Advance(std::uint64_t ticks) { now_ += ticks; }

 private:
  std::uint64_t reading_;
  std::uint64_t now_ = 1000;
};

using Log = std::vector<std::string>;

class Scripted : public Contestant {
 public:
  Scripted(std::string name, std::uint64_t ticks, ScriptedClock& clock, Log& log)
      : name_(std::move(name)), ticks_(ticks), clock_(clock), log_(log) {}
  void Prepare(std::int64_t block) override { log_.push_back(name_ + " block " + std::to_string(block)); }
  void Run(int times) override {
    log_.push_back(name_ + " x" + std::to_string(times));
    clock_.Advance(ticks_ * static_cast<std::uint64_t>(times));
  }

 private:
  std::string name_;
  std::uint64_t ticks_;
  ScriptedClock& clock_;
  Log& log_;
};

class BalancedPair : public ::testing::Test {
 protected:
  std::vector<std::vector<PairTicks>> Measure(int blocks, std::uint64_t seed = 1) {
    SplitMix64 random(seed);
    const std::vector<Pair> pairs = {{&a_, &b_, 8}, {&c_, &b_, 3}};
    return MeasurePairs(pairs, {&cpuid_, 2}, blocks, random, clock_, [this](std::int64_t done) { return Count(done); });
  }

  bool Count(std::int64_t done) {
    groups_ = done;
    return done != ends_after_;
  }

  ScriptedClock clock_;
  Log log_;
  std::int64_t groups_ = 0;
  std::int64_t ends_after_ = -1;
  Scripted a_{"a", 70, clock_, log_};
  Scripted b_{"b", 20, clock_, log_};
  Scripted c_{"c", 5, clock_, log_};
  Scripted cpuid_{"cpuid", 6000, clock_, log_};
};

TEST_F(BalancedPair, TimesCellsAloneWithoutWarmUpsAndPreparations) {
  const auto ticks = Measure(8);
  ASSERT_EQ(ticks.size(), 2u);
  ASSERT_EQ(ticks[0].size(), 8u);
  for (const PairTicks& block : ticks[0]) {
    EXPECT_EQ(block.first, 560);
    EXPECT_EQ(block.second, 160);
    EXPECT_EQ(block.calibration, 12000);
  }
  EXPECT_EQ(ticks[1][7].first, 15);
  EXPECT_EQ(groups_, 4);
}

TEST_F(BalancedPair, EndsWhereItIsToldTo) {
  ends_after_ = 3;
  const auto ticks = Measure(8);
  EXPECT_EQ(groups_, 3);
  EXPECT_EQ(ticks[0].size() + ticks[1].size(), 12u);
}

TEST_F(BalancedPair, TakesWhatTakesLongInEveryEighthGroup) {
  SplitMix64 random(1);
  const std::vector<Pair> pairs = {{&a_, &b_, 8}, {&c_, &b_, 3, 8}};
  const auto ticks =
      MeasurePairs(pairs, {&cpuid_, 2}, 36, random, clock_, [this](std::int64_t done) { return Count(done); });
  EXPECT_EQ(ticks[0].size(), 36u);
  EXPECT_EQ(ticks[1].size(), 8u) << "of the first and the ninth group";
  EXPECT_EQ(groups_, 18) << "progress counts all";
}

TEST_F(BalancedPair, PreparesAndWarmsUpBothInEachBlockAndCalibratesLast) {
  Measure(4);
  ASSERT_EQ(log_.size(), 2u * 4u * 8u);
  for (std::size_t block = 0; block < log_.size(); block += 8) {
    const std::string first = log_[block].substr(0, 1);
    const std::string times = first == "a" ? "8" : "3";
    EXPECT_EQ(log_[block].substr(1, 7), " block ");
    EXPECT_EQ(log_[block + 1].substr(0, 8), "b block ");
    EXPECT_EQ(std::multiset<std::string>({log_[block + 2], log_[block + 3]}),
              std::multiset<std::string>({first + " x1", "b x1"}));
    EXPECT_EQ(std::multiset<std::string>({log_[block + 4], log_[block + 5]}),
              std::multiset<std::string>({first + " x" + times, "b x" + times}));
    EXPECT_EQ(log_[block + 6], "cpuid x1");
    EXPECT_EQ(log_[block + 7], "cpuid x2");
  }
}

// Each of the four ways to begin comes once in each group of four blocks.
TEST_F(BalancedPair, BalancesTheOrdersOfWarmUpsAndCells) {
  Measure(40);
  std::map<std::string, int> ways;
  for (std::size_t block = 0; block < log_.size(); block += 8) {
    if (log_[block].starts_with("a")) ++ways[log_[block + 2].substr(0, 1) + log_[block + 4].substr(0, 1)];
  }
  EXPECT_EQ(ways, (std::map<std::string, int>{{"aa", 10}, {"ab", 10}, {"ba", 10}, {"bb", 10}}));
}

TEST_F(BalancedPair, SaysWhichCellRanFirst) {
  const auto ticks = Measure(4);
  std::size_t next = 0;
  for (std::size_t block = 0; block < log_.size(); block += 8) {
    if (!log_[block].starts_with("a")) continue;
    EXPECT_EQ(ticks[0][next++].first_ran_first, log_[block + 4].starts_with("a"));
  }
  EXPECT_EQ(next, 4u);
}

TEST_F(BalancedPair, InterleavesThePairsInADrawnOrder) {
  Measure(80);
  std::map<std::string, int> begins;
  for (std::size_t round = 0; round < log_.size(); round += 64) ++begins[log_[round].substr(0, 1)];
  EXPECT_EQ(begins["a"] + begins["c"], 20);
  EXPECT_GT(begins["a"], 2);
  EXPECT_GT(begins["c"], 2);
}

TEST_F(BalancedPair, IsDrawnAgainBySeed) {
  Measure(8, 5);
  const Log first = log_;
  log_.clear();
  Measure(8, 5);
  EXPECT_EQ(log_, first);
  log_.clear();
  Measure(8, 6);
  EXPECT_NE(log_, first);
}

TEST(ReadingTicks, IsWhatTwoReadingsAreApart) {
  ScriptedClock clock(25);
  EXPECT_DOUBLE_EQ(ReadingTicks(clock), 25);
}

}  // namespace
}  // namespace firstbyte::bench
