// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <memory>
#include <set>
#include <thread>
#include <utility>

#include "bench/arm.h"
#include "bench/channel.h"
#include "bench/schedule.h"
#include "bench/testing.h"
#include "bench/worker.h"
#include "engine/testing.h"
#include "report/results_json.h"

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;

std::vector<Bytes> Pages() { return {TextPage(1), TextPage(2), RandomPage(3)}; }

int AnAllowedCpu() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) return cpu;
  }
  return 0;
}

engine::Catalog Engines() { return engine::Catalog::Open(engine::TestEngineDirectory()).value(); }

// A header over the engines of this build, small enough to measure in a moment.
constexpr char kProgram[] = "digest of the program";

report::Results SmallHeader(const char* request_case = "linear") {
  const workspace::CaseInfo info = workspace::FindCase(request_case).value();
  std::vector<std::string> operations;
  if (info.compress) operations.emplace_back("compress");
  if (info.decompress) operations.emplace_back("decompress");
  report::Results header;
  header.arms =
      MakeArms({"zstd-1.5.4"}, {"baseline", "patched", "cached", "both", "floor", "A/A"}, operations, info).value();
  for (const char* probe : {"live", "cached"}) {
    header.context.engines.push_back(DescribeEngine(Engines().Load("zstd-1.5.4", probe).value()).value());
  }
  header.protocol.runs = 2;
  header.protocol.rounds = 3;
  header.protocol.operations = 5;
  header.context.program_sha256 = kProgram;
  header.protocol.seed = 1;
  header.protocol.corpus_seed = 1;
  header.protocol.cpu = AnAllowedCpu();
  header.protocol.level = 3;
  header.protocol.request_bytes = 4096;
  header.protocol.request_case = request_case;
  header.protocol.fragments = 2;
  header.protocol.corpus_sha256 = DigestPages(Pages());
  header.protocol.warmup_operations = 2;
  return header;
}

std::vector<int> Slots(const report::Results& header) { return DrawProcess(1, 0, 0, header.arms.size()).slots; }

TEST(PagesNote, SaysWhatZswapDoesWithPagesThatDoNotShrink) {
  const auto note = [](const char* request_case) {
    return PagesNote(SmallHeader(request_case), Engines(), Pages()).value();
  };
  EXPECT_EQ(note("linear"), "");
  EXPECT_EQ(note("zswap-store"), "; 1 of 3 do not shrink and end in EINVAL");
  EXPECT_EQ(note("zswap-load"), "; 1 of 3 do not shrink and are left out of decompress");
}

class SessionOfEachCase : public ::testing::TestWithParam<const char*> {};

TEST_P(SessionOfEachCase, MeasuresEveryArmInTheDesignsOrder) {
  const report::Results header = SmallHeader(GetParam());
  auto session = Session::Prepare(header, Engines(), Pages(), Slots(header));
  ASSERT_TRUE(session) << session.error().message;
  FakeMeter meter(10);
  for (std::int64_t round = 0; round < 3; ++round) {
    const auto measured = session->Measure(round, meter);
    ASSERT_TRUE(measured) << measured.error().message;
    std::vector<int> order;
    for (const report::Sample& sample : measured->samples) order.push_back(sample.arm);
    EXPECT_EQ(order, RoundOrder(header.arms, round));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, SessionOfEachCase,
                         ::testing::Values("linear", "scattered", "zswap-store", "zswap-load",
                                           "zswap-load-straddling"));

TEST(Session, RefusesAnEngineThatWasRebuilt) {
  report::Results header = SmallHeader();
  header.context.engines[0].object_sha256[0] = 'x';
  const auto session = Session::Prepare(header, Engines(), Pages(), Slots(header));
  ASSERT_FALSE(session);
  EXPECT_THAT(session.error().message, HasSubstr("was rebuilt since this measurement began"));
}

TEST(Session, RefusesOtherPages) {
  const report::Results header = SmallHeader();
  const auto session = Session::Prepare(header, Engines(), {TextPage(1)}, Slots(header));
  ASSERT_FALSE(session);
  EXPECT_THAT(session.error().message, HasSubstr("pages have changed"));
}

TEST(Session, RefusesAnEngineThatTheHeaderDoesNotList) {
  report::Results header = SmallHeader();
  header.context.engines.pop_back();
  EXPECT_THAT(Session::Prepare(header, Engines(), Pages(), Slots(header)).error().message,
              HasSubstr("does not list engine zstd-1.5.4"));
}

TEST(DigestPages, SeesPagesAndTheirOrder) {
  EXPECT_NE(DigestPages({TextPage(1), TextPage(2)}), DigestPages({TextPage(2), TextPage(1)}));
  EXPECT_NE(DigestPages({TextPage(1)}), DigestPages({TextPage(1), TextPage(1)}));
  EXPECT_EQ(DigestPages(Pages()), DigestPages(Pages()));
}

TEST(DescribeEngine, SaysWhatWasMeasured) {
  const report::EngineRecord record = SmallHeader().context.engines[1];
  EXPECT_EQ(record.name, "zstd-1.5.4");
  EXPECT_EQ(record.probe, "cached");
  EXPECT_EQ(record.version, "1.5.4");
  EXPECT_EQ(record.object_sha256.size(), 64u);
  EXPECT_EQ(record.text_sha256.value_or("").size(), 64u);
  EXPECT_EQ(record.data_sha256.value_or("").size(), 64u);
  EXPECT_THAT(record.flags, HasSubstr("-O2"));
}

TEST(WorkerTask, SurvivesTheLine) {
  WorkerTask task{1, 2, 3, SmallHeader()};
  for (const char* field : {"cycles", "instructions", "branches", "branch_misses", "counters_permille"})
    task.header.not_measured[field] = "no hardware PMU (ENOENT), as in many virtual machines";
  const auto parsed = TaskFromLine(TaskToLine(task));
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->run, 1);
  EXPECT_EQ(parsed->process, 2);
  EXPECT_EQ(parsed->first_round, 3);
  EXPECT_EQ(report::HeaderToJson(parsed->header), report::HeaderToJson(task.header));
  for (const char* line : {"", "1", "1 2 3", "a b c {}", "1 2 3 {}"}) EXPECT_FALSE(TaskFromLine(line)) << line;
}

// A worker on its own thread: RunWorker() pins the thread that it runs on.
struct Conversation {
  std::vector<std::string> received;
  Result<void> result;
};

Conversation Talk(const std::string& first_line, PageSource pages, int acknowledged) {
  auto ends = Channel::Pair().value();
  Conversation talk;
  std::thread worker([channel = std::make_shared<Channel>(std::move(ends.second)), pages, &talk]() mutable {
    talk.result = RunWorker(*channel, kProgram, engine::TestEngineDirectory(), pages);
    channel.reset();
  });
  EXPECT_TRUE(ends.first.Send(first_line));
  std::string line;
  while (ends.first.Receive(line).value() == Channel::Wake::kLine) {
    talk.received.push_back(line);
    if (acknowledged-- <= 0) {
      const Channel closed = std::move(ends.first);
      break;
    }
    (void)ends.first.Send("ok");
  }
  worker.join();
  return talk;
}

TEST(Worker, SendsTheRestOfItsRunRoundByRound) {
  const Conversation talk = Talk(
      TaskToLine({1, 1, 1, SmallHeader()}), [](const report::Protocol&) { return Result<std::vector<Bytes>>(Pages()); },
      100);
  ASSERT_TRUE(talk.result) << talk.result.error().message;
  ASSERT_EQ(talk.received.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    const std::string& line = talk.received[static_cast<std::size_t>(i)];
    ASSERT_EQ(line.rfind("round ", 0), 0u) << line;
    const auto round = report::RoundFromJson(line.substr(6), "line");
    ASSERT_TRUE(round);
    EXPECT_EQ(round->round, i + 1);
    EXPECT_EQ(round->process, 1);
    EXPECT_EQ(round->samples.size(), 12u);
    for (const report::Sample& sample : round->samples) EXPECT_GT(sample.wall_ns, 0);
  }
}

TEST(Worker, StopsWhenNobodyKeepsTheJournal) {
  const Conversation talk = Talk(
      TaskToLine({0, 0, 0, SmallHeader()}), [](const report::Protocol&) { return Result<std::vector<Bytes>>(Pages()); },
      0);
  ASSERT_FALSE(talk.result);
  EXPECT_EQ(talk.received.size(), 1u);
}

TEST(Worker, TellsWhatWentWrong) {
  const Conversation talk = Talk(
      TaskToLine({0, 0, 0, SmallHeader()}),
      [](const report::Protocol&) { return Result<std::vector<Bytes>>(UsageError("Cannot read pages.")); }, 9);
  EXPECT_THAT(talk.received, ::testing::ElementsAre("error 2 Cannot read pages."));
  EXPECT_THAT(Talk("nonsense", nullptr, 9).received,
              ::testing::ElementsAre(HasSubstr("error 4 A measuring process was given no task")));
}

TEST(Worker, RefusesACpuThatItMayNotUse) {
  report::Results header = SmallHeader();
  header.protocol.cpu = 8000;
  const Conversation talk = Talk(
      TaskToLine({0, 0, 0, header}), [](const report::Protocol&) { return Result<std::vector<Bytes>>(Pages()); }, 9);
  EXPECT_THAT(talk.received, ::testing::ElementsAre(HasSubstr("Cannot pin to CPU 8000")));
}

}  // namespace
}  // namespace firstbyte::bench
