// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/vega_attribution.h"

#include <gtest/gtest.h>

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

TEST(AttributionSpec, StacksPartsFromLeftToRight) {
  const BarChart chart{"compress",
                       {{"baseline", {{"CPUID", "2 x", 10}, {"body", "b", 20}, {"unattributed", "u", -5}}, 25}}};
  const Json spec = AttributionSpec(chart);
  const Json pieces = spec["layer"][0]["data"]["values"];
  ASSERT_EQ(pieces.size(), 2u) << "less than nothing is not drawn";
  EXPECT_EQ(pieces[1]["from"], 10.0);
  EXPECT_EQ(pieces[1]["to"], 30.0);
  EXPECT_EQ(spec["layer"][1]["data"]["values"][0]["to"], 25.0);
  EXPECT_EQ(spec["layer"][0]["encoding"]["color"]["scale"]["domain"], Json({"CPUID", "body"}));
}

}  // namespace
}  // namespace firstbyte::report
