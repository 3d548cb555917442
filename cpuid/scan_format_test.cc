// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/scan_format.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace firstbyte::cpuid {
namespace {

ScanOutcome Found() {
  ScanResult scan;
  scan.path = "lib.so";
  scan.raw_matches = 3;
  scan.sites = {{0x10, 0x1010, 2, "ZSTD_createCCtx+0x4"}, {0x20, 0x1020, 3, "_ZN1a1bEv+0x1"}};
  scan.rejected = {{0x30, 0x1030, "f+0x2", "inside `mov eax, 0xA20F00`"}};
  return {scan.path, scan};
}

ScanOutcome Failed() { return {"text", InvalidError("text is no ELF file.")}; }

TEST(ScanText, ListsSitesWithTheirFunctionsAndWhatIsNone) {
  EXPECT_EQ(ScanText({Found()}),
            "lib.so: 2 CPUIDs, 1 other match of its bytes\n"
            "        0x10  ZSTD_createCCtx+0x4\n"
            "        0x20  a::b()+0x1\n"
            "        0x30  no CPUID: inside `mov eax, 0xA20F00`\n");
}

TEST(ScanText, LeavesFilesThatFailedToTheErrors) { EXPECT_EQ(ScanText({Failed()}), ""); }

TEST(ScanJson, IsWhatOthersBuildOn) {
  const auto json = nlohmann::json::parse(ScanJson({Found(), Failed()}));
  const auto& file = json.at("files").at(0);
  EXPECT_EQ(file.at("path"), "lib.so");
  EXPECT_EQ(file.at("raw_matches"), 3);
  EXPECT_EQ(file.at("sites").at(1),
            (nlohmann::json{{"offset", 0x20}, {"address", 0x1020}, {"symbol", "_ZN1a1bEv+0x1"}, {"length", 3}}));
  EXPECT_EQ(file.at("rejected").at(0).at("what"), "inside `mov eax, 0xA20F00`");
  EXPECT_EQ(json.at("files").at(1), (nlohmann::json{{"path", "text"}, {"error", "text is no ELF file."}}));
}

TEST(ScanJson, SurvivesNamesThatAreNotUtf8) {
  ScanOutcome odd = Found();
  odd.result->sites[0].symbol = "\xff\xfe";
  EXPECT_NO_THROW(nlohmann::json::parse(ScanJson({odd})));
}

}  // namespace
}  // namespace firstbyte::cpuid
