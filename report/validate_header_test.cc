// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/validate_header.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

std::string Refusal(const std::function<void(Results&)>& edit) {
  FixtureOptions options;
  options.runs = 1;
  options.arms = {"baseline", "patched"};
  Results results = MakeResults(options);
  results.runs.clear();
  edit(results);
  return CheckHeader(results).value_or("accepted");
}

TEST(CheckHeader, NeedsNoRuns) {
  EXPECT_EQ(Refusal([](Results&) {}), "accepted");
}

TEST(CheckHeader, RefusesImpossibleProtocols) {
  EXPECT_EQ(Refusal([](Results& r) { r.protocol.runs = 0; }), "protocol.runs is 0; it must lie between 1 and 1000");
  EXPECT_EQ(Refusal([](Results& r) { r.protocol.rounds = 2'000'000'000; }),
            "protocol.rounds is 2000000000; it must lie between 1 and 10000");
  EXPECT_EQ(Refusal([](Results& r) { r.protocol.operations = 0; }),
            "protocol.operations is 0; it must lie between 1 and 1000000000000");
  EXPECT_EQ(Refusal([](Results& r) { r.protocol.level = 23; }),
            "protocol.level is 23; it must lie between -131072 and 22");
  EXPECT_EQ(Refusal([](Results& r) { r.protocol.fragments = 0; }),
            "protocol.fragments is 0; it must lie between 1 and 1000000");
  EXPECT_EQ(Refusal([](Results& r) { r.protocol.corpus_pages = 0; }),
            "protocol.corpus_pages is 0; it must lie between 1 and 1099511627776");
  EXPECT_EQ(Refusal([](Results& r) { r.protocol.warmup_operations = -1; }),
            "protocol.warmup_operations is -1; it must lie between 0 and 1000000000000");
  EXPECT_EQ(Refusal([](Results& r) { r.protocol.clock = ""; }), "protocol.clock is empty");
  EXPECT_EQ(Refusal([](Results& r) { r.arms.clear(); }), "the number of arms is 0; it must lie between 1 and 200");
}

TEST(CheckHeader, RefusesNamesThatNoTableHasRoomFor) {
  const std::string longer(201, 'x');
  const std::string has = " has 201 characters; it may have 200 at most";
  EXPECT_EQ(Refusal([&](Results& r) { r.context.platform = longer; }), "context.platform" + has);
  EXPECT_EQ(Refusal([&](Results& r) { r.context.engines[0].name = longer; }), "context.engines[0].name" + has);
  EXPECT_EQ(Refusal([&](Results& r) { r.context.environment[1].name = longer; }), "context.environment[1].name" + has);
  EXPECT_EQ(Refusal([&](Results& r) { r.protocol.request_case = longer; }), "protocol.request_case" + has);
  EXPECT_EQ(Refusal([&](Results& r) { r.arms[1].name = longer; }), "arms[1].name" + has);
  EXPECT_EQ(Refusal([&](Results& r) { r.arms[1].name = longer.substr(1); }), "accepted");
}

TEST(CheckHeader, RefusesUnknownNames) {
  EXPECT_EQ(Refusal([](Results& r) { r.context.accel = "kvm\x1b[2J"; }),
            "context.accel is \"kvm?[2J\"; it must be one of hardware, tcg");
  EXPECT_EQ(Refusal([](Results& r) { r.context.environment[0].verdict = "bad"; }),
            "context.environment[0].verdict is \"bad\"; it must be one of ok, warning, not applicable");
  EXPECT_EQ(Refusal([](Results& r) { r.context.environment[2].reason = ""; }),
            "context.environment[2] is not ok and gives no reason");
  EXPECT_EQ(Refusal([](Results& r) { r.arms[0].operation = "copy"; }),
            "arms[0].operation is \"copy\"; it must be one of compress, decompress");
  EXPECT_EQ(Refusal([](Results& r) { r.arms[0].policy = "lazy"; }),
            "arms[0].policy is \"lazy\"; it must be one of eager, deferred, reuse");
  EXPECT_EQ(Refusal([](Results& r) { r.arms[1].engine = "linux-6.1"; }),
            "arms[1] uses the engine \"linux-6.1 live\", which context.engines does not list");
  EXPECT_EQ(Refusal([](Results& r) { r.context.machine_id = ""; }), "context.machine_id is empty");
}

}  // namespace
}  // namespace firstbyte::report
