// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/cpuids_per_request.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

TEST(CpuidsPerRequest, OfTheMailsArms) {
  const Results results = MakeResults();
  const std::map<std::string, int> expected = {{"baseline", 4}, {"patched", 2}, {"cached", 0},
                                               {"both", 0},     {"floor", 0},   {"A/A", 4}};
  for (const Arm& arm : results.arms) EXPECT_EQ(CpuidsPerRequest(results, arm).value(), expected.at(arm.name));
}

std::string Refusal(const Results& results, const Arm& arm) {
  const auto cpuids = CpuidsPerRequest(results, arm);
  if (cpuids) return "accepted";
  EXPECT_EQ(cpuids.error().code, ExitCode::kInvalid);
  return cpuids.error().message;
}

TEST(CpuidsPerRequest, IsNotGuessed) {
  Results results = MakeResults();
  const Arm live = results.arms[0];
  Arm other = live;
  other.engine = "candidate";
  EXPECT_EQ(Refusal(results, other), "How many CPUIDs a context of the engine \"candidate\" executes is not known.");
  other.probe = "cached";
  EXPECT_EQ(Refusal(results, other), "accepted") << "whatever a context asks, it is answered from memory";
  for (const char* flags : {"-O0 -g", "-Os", "-O2 -march=x86-64-v3", "-O2 -mbmi2", ""}) {
    results.context.engines[0].flags = flags;
    EXPECT_NE(Refusal(results, live), "accepted") << flags;
  }
  results = MakeResults();
  results.protocol.request_case = "hibernation";
  EXPECT_EQ(Refusal(results, live), "Whether requests of the case \"hibernation\" stream is not known.");
}

}  // namespace
}  // namespace firstbyte::report
