// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/measurement_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace firstbyte::cli {
namespace {

std::string File(const std::string& text) {
  const std::string path = ::testing::TempDir() + "measurement_file";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string Held(const std::string& text) { return MeasurementIn(File(text)).value_or("nothing"); }

TEST(MeasurementIn, EveryKindSaysWhatItIs) {
  for (const char* const schema : {"firstbyte/1", "firstbyte-phases/1", "firstbyte-calibration/1", "firstbyte-lab/1",
                                   "firstbyte-profile/1", "firstbyte-counts/1"}) {
    EXPECT_EQ(Held(std::string("{\n \"schema\": \"") + schema + "\",\n \"x\": 1}"), schema);
    EXPECT_EQ(Held(std::string("{\"schema\":\"") + schema + "\"}"), schema);
  }
  EXPECT_EQ(Held("header {\"schema\":\"firstbyte/1\",\"context\":{"), "firstbyte/1") << "a journal";
}

// As jq -S leaves results: the key behind all runs, wherever the end of a block falls.
TEST(MeasurementIn, TheSchemaMayStandBehindEverythingElse) {
  for (const std::size_t size : {65'000u, 65'500u, 65'530u, 65'536u, 131'060u, 131'072u, 1'000'000u}) {
    for (std::size_t more = 0; more < 40; ++more) {
      EXPECT_EQ(Held("{\"runs\": \"" + std::string(size + more, 'x') + "\",\n  \"schema\" : \"firstbyte/1\"\n}\n"),
                "firstbyte/1")
          << size + more;
    }
  }
  EXPECT_EQ(Held("[" + std::string(100, ' ') + "{\"schema\": \"firstbyte-profile/1\"}]"), "firstbyte-profile/1");
  EXPECT_EQ(Held("\xef\xbb\xbf\n" + std::string(100, ' ') + "{\"schema\": \"firstbyte/1\"}"), "firstbyte/1");
}

TEST(MeasurementIn, WhatWasMadeOfAMeasurementIsNone) {
  EXPECT_EQ(Held("{\"schema\": \"firstbyte-gate/1\", \"rows\": []}"), "nothing");
  EXPECT_EQ(Held("{\"schema\": \"firstbyte-comparison/1\"}"), "nothing");
  EXPECT_EQ(Held("{\"schema\": \"firstbyte/10\"}"), "nothing");
  EXPECT_EQ(Held("{\"other\":" + std::string(100, ' ') + "\"firstbyte/1\"}"), "nothing");
  EXPECT_EQ(Held("<html>" + std::string(100, ' ') + "{\"schema\": \"firstbyte/1\"}"), "nothing");
  EXPECT_EQ(Held("{\"schema\"" + std::string(100, ' ')), "nothing");
  EXPECT_EQ(Held(""), "nothing");
}

TEST(MeasurementIn, WhatIsNoFileHoldsNothing) {
  EXPECT_FALSE(MeasurementIn(::testing::TempDir() + "not_there"));
  EXPECT_FALSE(MeasurementIn(::testing::TempDir()));
  EXPECT_FALSE(MeasurementIn("/dev/null"));
}

}  // namespace
}  // namespace firstbyte::cli
