// SPDX-License-Identifier: GPL-2.0-or-later
// Doses are counted, never timed.
#include "bench/lab_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/session.h"
#include "bench/testing.h"
#include "cpuid/execute.h"
#include "engine/testing.h"
#include "report/lab_testing.h"

namespace firstbyte::bench {
namespace {

using ::testing::ElementsAre;

report::LabHeader Header() {
  report::LabHeader header = report::MakeLabHeader();
  header.protocol.operations = 4;
  header.protocol.warmup_operations = 0;
  const auto catalog = engine::Catalog::Open(engine::TestEngineDirectory()).value();
  header.context.engines = {DescribeEngine(catalog.Load(header.request.engine, header.request.probe).value()).value()};
  return header;
}

LabSession Session(const report::LabHeader& header, const std::vector<int>& arms, const std::vector<int>& slots) {
  const auto catalog = engine::Catalog::Open(engine::TestEngineDirectory()).value();
  return LabSession::Prepare(header, arms, slots, catalog, {TextPage(1), TextPage(2)}).value();
}

TEST(LabRunner, ExecutesItsCpuidsBesideEachRequest) {
  if (!cpuid::kHaveCpuid) GTEST_SKIP() << "this architecture has no CPUID";
  LabSession session = Session(Header(), {0, 3}, {1, 0});
  report::LabBlocks blocks;
  const std::uint64_t before = cpuid::ExecutedCount();
  ASSERT_TRUE(session.Measure({0}, blocks));
  EXPECT_EQ(cpuid::ExecutedCount(), before) << "the base has no dose";
  ASSERT_TRUE(session.Measure({1}, blocks));
  EXPECT_EQ(cpuid::ExecutedCount(), before + 2 * 4);
}

TEST(LabRunner, RecordsEachBlockUnderItsArm) {
  LabSession session = Session(Header(), {0, 2}, {0, 1});
  report::LabBlocks blocks;
  ASSERT_TRUE(session.Measure({1, 0}, blocks));
  ASSERT_TRUE(session.Measure({0, 1}, blocks));
  EXPECT_THAT(blocks.order, ElementsAre(2, 0, 0, 2));
  EXPECT_EQ(blocks.wall_ns.size(), 4u);
  EXPECT_EQ(blocks.cpu_ns.size(), 4u);
  EXPECT_EQ(blocks.voluntary_switches.size(), 4u);
  EXPECT_EQ(blocks.involuntary_switches.size(), 4u);
  for (const std::int64_t ns : blocks.wall_ns) EXPECT_GT(ns, 0);
}

TEST(LabRunner, AnEngineThatIsNotThereIsAnError) {
  report::LabHeader header = Header();
  header.request.engine = "zstd-0.0.0";
  const auto catalog = engine::Catalog::Open(engine::TestEngineDirectory()).value();
  EXPECT_FALSE(LabSession::Prepare(header, {0}, {0}, catalog, {TextPage(1)}));
}

TEST(LabRunner, AnEngineThatWasRebuiltIsAnError) {
  report::LabHeader header = Header();
  header.context.engines[0].object_sha256[0] = 'x';
  const auto catalog = engine::Catalog::Open(engine::TestEngineDirectory()).value();
  const auto session = LabSession::Prepare(header, {0}, {0}, catalog, {TextPage(1)});
  ASSERT_FALSE(session);
  EXPECT_THAT(session.error().message, ::testing::HasSubstr("was rebuilt since this measurement began"));
}

}  // namespace
}  // namespace firstbyte::bench
