// SPDX-License-Identifier: GPL-2.0-or-later
// Holds docs/phases.md to the code: every key of the JSON document stands in it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/files.h"
#include "report/phase_json.h"
#include "report/phase_testing.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::json;

void CollectKeys(const Json& json, std::set<std::string>& keys) {
  if (!json.is_structured()) return;
  for (const auto& [key, value] : json.items()) {
    if (json.is_object()) keys.insert(key);
    CollectKeys(value, keys);
  }
}

TEST(PhasesPage, NamesEveryKeyOfTheDocument) {
  const PhaseResults results = RoundPhases();
  std::set<std::string> keys;
  CollectKeys(Json::parse(PhasesJson(results, Summarise(results))), keys);
  EXPECT_GT(keys.size(), 40u);
  // Tests run in the root of their data.
  const auto page = ReadWholeFile("docs/phases.md");
  ASSERT_TRUE(page);
  for (const std::string& key : keys) EXPECT_NE(page->find("`" + key + "`"), std::string::npos) << key;
}

}  // namespace
}  // namespace firstbyte::report
