// SPDX-License-Identifier: GPL-2.0-or-later
#include "count/counted_requests.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/arm.h"
#include "count/counted_pages.h"
#include "workspace/request_case.h"

namespace firstbyte::count {
namespace {

using Json = nlohmann::json;

// What is said of the work, natively: nobody counts here.
std::vector<Json> SaidOf(Control control, const std::vector<std::string>& arms, bool phases) {
  std::vector<Json> said;
  const Say say = [&said](const std::string& line) { said.push_back(Json::parse(line)); };
  const auto catalog = engine::Catalog::Open("engine");
  CountedWork work;
  work.engines = {"zstd-1.5.4"};
  work.arms = *bench::MakeArms(work.engines, arms, {"compress", "decompress"}, *workspace::FindCase("linear"));
  work.control = control;
  const auto pages = CountedPages("text");
  const std::vector<bench::Bytes> few(pages->pages.begin(), pages->pages.begin() + 4);
  const auto counted = phases ? CountPhases(*catalog, work, few, say) : CountRequests(*catalog, work, few, say);
  EXPECT_TRUE(counted) << counted.error().message;
  return said;
}

TEST(CountedRequests, EachArmIsPrecededByWhatAWindowAroundNothingCounts) {
  for (const Control control : {Control::kNone, Control::kCpuid, Control::kParameter, Control::kClear}) {
    const auto said = SaidOf(control, {"baseline", "floor"}, false);
    ASSERT_EQ(said.size(), 12u);
    for (std::size_t i = 0; i < said.size(); i += 3) {
      EXPECT_EQ(said[i]["line"], "warm_up");
      EXPECT_EQ(said[i + 1]["arm"], "");
      EXPECT_EQ(said[i + 1]["operation"], said[i + 2]["operation"]);
    }
    EXPECT_EQ(said[2],
              Json({{"line", "requests"}, {"engine", "zstd-1.5.4"}, {"arm", "baseline"}, {"operation", "compress"}}));
    EXPECT_EQ(said[5]["arm"], "floor");
    EXPECT_EQ(said[8]["operation"], "decompress");
  }
}

TEST(CountedRequests, PhasesRunOnceAndTwiceAsOften) {
  const auto said = SaidOf(Control::kNone, {"baseline"}, true);
  ASSERT_EQ(said.size() % 4, 0u);
  EXPECT_EQ(said[0]["phase"], "null");
  for (std::size_t i = 0; i < said.size(); i += 2) {
    EXPECT_EQ(said[i]["phase"], said[i + 1]["phase"]);
    EXPECT_EQ(said[i]["times"], 4);
    EXPECT_EQ(said[i + 1]["times"], 8);
  }
  EXPECT_EQ(said.front()["probe"], "live");
  EXPECT_EQ(said.back()["probe"], "cached");
}

TEST(CountedRequests, AnUnknownEngineHasNoPhasesAndSaysWhy) {
  const auto catalog = engine::Catalog::Open("engine");
  CountedWork work;
  work.engines = {"zstd-9"};
  std::vector<Json> said;
  ASSERT_TRUE(CountPhases(*catalog, work, {}, [&](const std::string& line) { said.push_back(Json::parse(line)); }));
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0]["line"], "no_phases");
  EXPECT_NE(said[0]["reason"].get<std::string>().find("zstd-9"), std::string::npos);
}

}  // namespace
}  // namespace firstbyte::count
