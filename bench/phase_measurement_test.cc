// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/phase_measurement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/phase_contestants.h"
#include "bench/phase_pairs.h"
#include "bench/testing.h"
#include "engine/testing.h"

namespace firstbyte::bench {
namespace {

using report::PairKind;
using report::PairSeries;

// Each reading is ten ticks after the one before, so that each cell takes ten; five ticks are a nanosecond.
class SteadyClock : public CalibratedClock {
 public:
  std::uint64_t Ticks() override { return now_ += 10; }
  double TicksPerNs() override { return 5; }

 private:
  std::uint64_t now_ = 0;
};

std::vector<PhaseEngine> Engines() {
  auto engines = LoadPhaseEngines(*engine::Catalog::Open(engine::TestEngineDirectory()), "zstd-1.5.4", 3);
  if (!engines) {
    ADD_FAILURE() << engines.error().message;
    return {};
  }
  return *std::move(engines);
}

class PhaseMeasurement : public ::testing::Test {
 protected:
  Result<report::PhaseResults> Measure(bool per_parameter = false) {
    PhaseOptions options;
    options.repetitions = 3;
    options.blocks = 8;
    options.per_parameter = per_parameter;
    return MeasurePhases(engines_, options, {TextPage(1), RandomPage(2), TextPage(3)}, clock_,
                         [this](std::int64_t done, std::int64_t total) -> Result<void> {
                           progress_ = {done, total};
                           if (done == ends_at_)
                             return tl::unexpected<Error>(Error{ExitCode::kInterrupted, "Interrupted."});
                           return {};
                         });
  }

  const std::vector<PhaseEngine> engines_ = Engines();
  SteadyClock clock_;
  std::pair<std::int64_t, std::int64_t> progress_;
  std::int64_t ends_at_ = -1;
};

TEST_F(PhaseMeasurement, LoadsBothProbesWithWhatTheyClear) {
  ASSERT_EQ(engines_.size(), 2u);
  EXPECT_EQ(engines_[0].measured.probe(), "live");
  EXPECT_EQ(engines_[1].measured.probe(), "cached");
  for (const PhaseEngine& engine : engines_) {
    EXPECT_EQ(engine.cctx_bytes, 5216);
    EXPECT_EQ(engine.table_bytes, 49152);
  }
}

TEST_F(PhaseMeasurement, RefusesAnEngineThatIsNotThere) {
  const auto engines = LoadPhaseEngines(*engine::Catalog::Open(engine::TestEngineDirectory()), "zstd-9", 3);
  ASSERT_FALSE(engines);
  EXPECT_EQ(engines.error().code, ExitCode::kUsage);
}

// All cells take the same, and the price of a CPUID is that of two cells' readings less themselves: nothing.
TEST_F(PhaseMeasurement, TakesEachPairInEachRepetitionAndFindsNoDifferenceWhereTheClockShowsNone) {
  const auto results = Measure();
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_EQ(results->series.size(), 2u * (10 + 3 + 6) + 4);
  for (const PairSeries& series : results->series) {
    ASSERT_EQ(series.repetitions.size(), 3u) << series.name;
    EXPECT_DOUBLE_EQ(series.repetitions[0].ns, 0) << series.name;
    EXPECT_DOUBLE_EQ(series.repetitions[2].cpuid_ns, 0) << series.name;
  }
  EXPECT_DOUBLE_EQ(results->ticks_per_ns, 5);
  EXPECT_EQ(progress_, (std::pair<std::int64_t, std::int64_t>(3 * 42 * 2, 3 * 42 * 2)));
}

TEST_F(PhaseMeasurement, EndsAtOnceWhereProgressSaysSo) {
  ends_at_ = 42 * 2 + 3;
  const auto results = Measure();
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().code, ExitCode::kInterrupted);
  EXPECT_EQ(progress_.first, ends_at_) << "nothing was measured behind it";
}

TEST_F(PhaseMeasurement, KnowsHowManyCpuidsEachPairDiffersBy) {
  const auto results = Measure();
  ASSERT_TRUE(results) << results.error().message;
  std::map<std::tuple<std::string, PairKind, std::string>, int> cpuids;
  std::multiset<int> doses;
  for (const PairSeries& series : results->series) {
    if (series.kind == PairKind::kDose) doses.insert(series.cpuids);
    if (series.kind == PairKind::kDose || series.cpuids == 0) continue;
    cpuids[{series.probe, series.kind, series.name}] = series.cpuids;
  }
  EXPECT_EQ(cpuids, (std::map<std::tuple<std::string, PairKind, std::string>, int>{
                        {{"live", PairKind::kPhase, "bmi2_probe"}, 2},
                        {{"live", PairKind::kPhase, "parts_in_order"}, 2},
                        {{"live", PairKind::kWhole, "init_cstream"}, 2},
                        {{"live", PairKind::kWhole, "init_cctx"}, 2},
                        {{"live", PairKind::kWhole, "init_dstream"}, 2},
                        {{"live", PairKind::kWhole, "compress"}, 4},
                        {{"live", PairKind::kWhole, "decompress"}, 4},
                        {{"live", PairKind::kSaving, "compress"}, 2},
                        {{"live", PairKind::kSaving, "decompress"}, 2}}));
  EXPECT_EQ(doses, (std::multiset<int>{0, 1, 2, 4}));
}

TEST_F(PhaseMeasurement, SaysWhatIsCleared) {
  const auto results = Measure();
  ASSERT_TRUE(results) << results.error().message;
  std::map<std::string, std::int64_t> bytes;
  for (const PairSeries& series : results->series) {
    if (series.bytes) bytes[series.probe + " " + series.name] = *series.bytes;
  }
  EXPECT_EQ(bytes, (std::map<std::string, std::int64_t>{{"live cctx_zeroing", 5216},
                                                        {"live table_clear", 49152},
                                                        {"cached cctx_zeroing", 5216},
                                                        {"cached table_clear", 49152}}));
}

TEST_F(PhaseMeasurement, TakesEachParameterOnDemand) {
  const auto results = Measure(true);
  ASSERT_TRUE(results) << results.error().message;
  std::vector<std::string> names;
  for (const PairSeries& series : results->series) {
    if (series.probe == "live" && series.name.starts_with("c_")) names.push_back(series.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"c_windowLog", "c_hashLog", "c_chainLog", "c_searchLog", "c_minMatch",
                                             "c_targetLength", "c_strategy", "c_contentSizeFlag", "c_checksumFlag",
                                             "c_dictIDFlag"}));
}

// As many as the tables say (report/attribution.h).
TEST_F(PhaseMeasurement, TimesOverAllPagesInEveryEighthGroupOfBlocks) {
  PhaseOptions options;
  const auto workloads = MakePhaseWorkloads(engines_[0].measured.table(), 3, {TextPage(1)});
  ASSERT_TRUE(workloads);
  auto pairs = PhasePairs::Make(engines_, options, *workloads);
  ASSERT_TRUE(pairs);
  constexpr int kBlocks = 36;
  SplitMix64 random(1);
  const auto ticks =
      MeasurePairs(pairs->pairs(), {&pairs->probe(), 1}, kBlocks, random, clock_, [](std::int64_t) { return true; });
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const PairSeries& series = pairs->series()[i];
    const bool all_pages =
        series.name.ends_with("_body") || (series.kind == PairKind::kWhole && !series.name.starts_with("init_"));
    const auto blocks = static_cast<std::size_t>(all_pages ? report::BlocksOfAllPages(kBlocks) : kBlocks);
    EXPECT_EQ(ticks[i].size(), blocks) << series.name;
  }
  EXPECT_EQ(report::BlocksOfAllPages(kBlocks), 8);
}

TEST_F(PhaseMeasurement, NeedsALiveProbe) {
  PhaseOptions options;
  options.repetitions = 3;
  options.blocks = 8;
  const auto results = MeasurePhases({engines_[1]}, options, {TextPage(1)}, clock_,
                                     [](std::int64_t, std::int64_t) { return Result<void>(); });
  ASSERT_FALSE(results);
  EXPECT_THAT(results.error().message, ::testing::HasSubstr("no engine with a live probe"));
}

// By what the destination holds after a request.
TEST(RequestContestant, TakesThePageOfItsBlockOrTheNextOne) {
  WorkloadOptions options;
  const std::vector<Bytes> pages = {TextPage(1), RandomPage(2), TextPage(3)};
  const auto workload = Workload::Prepare(CachedEngine(), options, pages);
  ASSERT_TRUE(workload);
  const auto slot = Slot::Make(workspace::MemoryFor(CachedEngine(), 3, workspace::InitPolicy::kEager),
                               workload->largest_destination(), workload->most_destination_fragments());
  auto shared = workspace::SharedWorkspace::Create(CachedEngine(), 3, workspace::InitPolicy::kEager, slot->workspace());
  ASSERT_TRUE(slot && shared);
  constexpr std::size_t kWhole[] = {1};
  const unsigned char* const output = slot->Destination(kWhole)[0].data;
  const auto after = [&](RequestContestant& contestant, int times) {
    contestant.Run(times);
    return std::vector<unsigned char>(output, output + 64);
  };
  RequestContestant same(*shared, workspace::InitPolicy::kEager, *workload, *slot, PageChoice::kOfBlock);
  std::vector<std::vector<unsigned char>> outputs;
  for (int block = 0; block < 3; ++block) {
    same.Prepare(block);
    outputs.push_back(after(same, 2));
  }
  EXPECT_NE(outputs[0], outputs[2]);
  same.Prepare(3);
  EXPECT_EQ(after(same, 1), outputs[0]) << "round and round";
  RequestContestant next(*shared, workspace::InitPolicy::kEager, *workload, *slot, PageChoice::kNext);
  next.Prepare(1);  // begins no group: without a warm-up
  EXPECT_EQ(after(next, 1), outputs[0]);
  EXPECT_EQ(after(next, 1), outputs[1]);
  next.Prepare(2);
  EXPECT_EQ(after(next, 2), outputs[0]) << "goes on where it was";
  next.Prepare(4);  // begins a group: 64 requests, of which the last is for page 1 again
  EXPECT_EQ(after(next, 1), outputs[(1 + 64) % 3]);
}

// A context that is refused is one way to end otherwise.
TEST(RequestContestant, CountsRequestsThatEndOtherwiseThanExpected) {
  WorkloadOptions options;
  const std::vector<Bytes> pages = {TextPage(1), RandomPage(2)};
  const auto workload = Workload::Prepare(CachedEngine(), options, pages);
  ASSERT_TRUE(workload);
  const auto slot = Slot::Make(workspace::MemoryFor(CachedEngine(), 3, workspace::InitPolicy::kEager),
                               workload->largest_destination(), workload->most_destination_fragments());
  ASSERT_TRUE(slot);
  firstbyte_engine broken = CachedEngine();
  auto shared = workspace::SharedWorkspace::Create(CachedEngine(), 3, workspace::InitPolicy::kEager, slot->workspace());
  ASSERT_TRUE(shared);
  RequestContestant good(*shared, workspace::InitPolicy::kEager, *workload, *slot, PageChoice::kOfBlock);
  good.Prepare(0);
  good.Run(2);
  good.Prepare(1);
  good.Run(2);
  EXPECT_EQ(good.failures(), 0);
  broken.zstd_init_cctx = [](void*, size_t) -> void* { return nullptr; };
  auto refused = workspace::SharedWorkspace::Create(broken, 3, workspace::InitPolicy::kEager, slot->workspace());
  ASSERT_TRUE(refused);
  RequestContestant bad(*refused, workspace::InitPolicy::kEager, *workload, *slot, PageChoice::kOfBlock);
  bad.Prepare(5);
  bad.Run(3);
  EXPECT_EQ(bad.failures(), 3);
}

}  // namespace
}  // namespace firstbyte::bench
