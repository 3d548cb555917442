// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/arm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;

workspace::CaseInfo Case(const char* name) { return *workspace::FindCase(name); }

TEST(Arms, AreTheDesignsArms) {
  const auto arms =
      MakeArms({"e"}, {"A/A", "floor", "baseline", "both", "cached", "patched"}, {"compress"}, Case("linear"));
  ASSERT_TRUE(arms);
  std::string text;
  for (const report::Arm& arm : *arms) text += arm.name + "=" + arm.probe + "+" + arm.policy + " ";
  EXPECT_EQ(text,
            "baseline=live+eager patched=live+deferred cached=cached+eager both=cached+deferred floor=cached+reuse "
            "A/A=live+eager ");
}

TEST(Arms, ComeOperationByOperation) {
  const auto arms = MakeArms({"e"}, {"baseline", "patched"}, {"decompress", "compress"}, Case("linear"));
  ASSERT_EQ(arms->size(), 4u);
  EXPECT_EQ((*arms)[0].operation, "compress");
  EXPECT_EQ((*arms)[3].operation, "decompress");
}

// The first engine's arms are those that the others' are compared with.
TEST(Arms, OfSeveralEnginesComeEngineByEngineWithinAnOperation) {
  const auto arms = MakeArms({"f", "e"}, {"baseline", "patched"}, {"compress", "decompress"}, Case("linear"));
  ASSERT_TRUE(arms);
  std::string text;
  for (const report::Arm& arm : *arms) text += arm.operation[0] + (" " + arm.engine) + " " + arm.name + "; ";
  EXPECT_EQ(text,
            "c f baseline; c f patched; c e baseline; c e patched; "
            "d f baseline; d f patched; d e baseline; d e patched; ");
}

TEST(Arms, RefuseEnginesThatAreNoneOrNamedTwice) {
  EXPECT_THAT(MakeArms({}, {"baseline"}, {"compress"}, Case("linear")).error().message,
              HasSubstr("at least one engine"));
  EXPECT_THAT(MakeArms({"e", "f", "e"}, {"baseline"}, {"compress"}, Case("linear")).error().message,
              HasSubstr("Engine 'e' is named twice."));
}

TEST(Arms, RefuseWhatTheyDoNotKnow) {
  EXPECT_THAT(MakeArms({"e"}, {"baseline", "fast"}, {"compress"}, Case("linear")).error().message,
              HasSubstr("There is no arm 'fast'. Arms: baseline, patched, cached, both, floor, A/A."));
  EXPECT_THAT(MakeArms({"e"}, {"patched"}, {"compress"}, Case("linear")).error().message,
              HasSubstr("must have 'baseline'"));
  EXPECT_THAT(MakeArms({"e"}, {"baseline", "baseline"}, {"compress"}, Case("linear")).error().message,
              HasSubstr("named twice"));
  EXPECT_THAT(MakeArms({"e"}, {"baseline"}, {"copy"}, Case("linear")).error().message,
              HasSubstr("Operations: compress, decompress."));
  EXPECT_THAT(MakeArms({"e"}, {"baseline"}, {}, Case("linear")).error().message, HasSubstr("at least one operation"));
  EXPECT_THAT(MakeArms({"e"}, {"baseline"}, {"decompress"}, Case("zswap-store")).error().message,
              HasSubstr("Case zswap-store has no operation decompress."));
  for (const auto& names : {std::vector<std::string>{"fast"}, {"patched"}}) {
    EXPECT_EQ(MakeArms({"e"}, names, {"compress"}, Case("linear")).error().code, ExitCode::kUsage);
  }
}

TEST(Names, RoundTrip) {
  for (const auto policy :
       {workspace::InitPolicy::kEager, workspace::InitPolicy::kDeferred, workspace::InitPolicy::kReuse}) {
    EXPECT_EQ(PolicyByName(PolicyName(policy)).value(), policy);
  }
  for (const auto operation : {workspace::Operation::kCompress, workspace::Operation::kDecompress}) {
    EXPECT_EQ(OperationByName(OperationName(operation)).value(), operation);
  }
  EXPECT_FALSE(PolicyByName("lazy"));
}

}  // namespace
}  // namespace firstbyte::bench
