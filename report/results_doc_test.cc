// SPDX-License-Identifier: GPL-2.0-or-later
// Holds docs/results.md to the code: its lists of fields to what is written, its example to what is read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "report/comparison_json.h"
#include "report/results_file.h"
#include "report/results_json.h"
#include "report/strict_json.h"
#include "report/testing.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

// Tests run in the root of their data.
std::string Page() { return ReadTextFile("docs/results.md", 1 << 20).value(); }

// The part of the page that describes a schema.
std::string Part(const std::string& schema) {
  const std::string page = Page();
  const std::size_t start = page.find("schema `" + schema + "`");
  EXPECT_NE(start, std::string::npos) << schema;
  return page.substr(start, page.find("\n# ", start) - start);
}

// The rows "| `path` | type | meaning |" of a part.
std::vector<FieldDescription> DocumentedFields(const std::string& part) {
  std::vector<FieldDescription> fields;
  std::istringstream lines(part);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    const std::size_t path_end = line.find("` | ");
    const std::size_t type = path_end + 4;
    fields.push_back({line.substr(3, path_end - 3), line.substr(type, line.find(" | ", type) - type)});
  }
  return fields;
}

TEST(ResultsDoc, ListsEveryFieldWithItsTypeInOrder) {
  const auto documented = DocumentedFields(Part("firstbyte/1"));
  const auto written = ListFields();
  ASSERT_EQ(documented.size(), written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    EXPECT_EQ(documented[i].path, written[i].path);
    EXPECT_EQ(documented[i].type, written[i].type) << written[i].path;
  }
}

TEST(ResultsDoc, ExampleIsAValidFile) {
  const std::string part = Part("firstbyte/1");
  const std::string fence = "```json\n";
  const std::size_t start = part.find(fence);
  ASSERT_NE(start, std::string::npos);
  const std::string example =
      part.substr(start + fence.size(), part.find("```", start + fence.size()) - start - fence.size());
  const auto results = ParseResults(example, "docs/results.md");
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_EQ(ToJson(*results), example) << "the example is laid out as files are";
}

std::string TypeName(const Json& json) { return json.type_name(); }

// The fields of JSON as written, with the types seen; "context" and "protocol" are described elsewhere.
void Collect(const Json& json, const std::string& prefix, std::vector<std::string>& paths,
             std::map<std::string, std::set<std::string>>& types) {
  for (const auto& [key, value] : json.items()) {
    const std::string path = prefix + key;
    if (types.count(path) == 0) paths.push_back(path);
    types[path].insert(TypeName(value));
    if (key == "context" || key == "protocol" || key == "null_reasons") continue;
    if (value.is_object()) Collect(value, path + ".", paths, types);
    if (!value.is_array()) continue;
    for (const Json& element : value) {
      if (element.is_object()) Collect(element, path + "[].", paths, types);
    }
  }
}

TEST(ResultsDoc, ListsEveryFieldOfAComparison) {
  std::vector<std::string> paths;
  std::map<std::string, std::set<std::string>> types;
  FixtureOptions uncontrolled;
  uncontrolled.arms = {"baseline", "patched"};
  FixtureOptions counted;
  counted.counters = true;
  for (const Results& results : {MakeResults(), MakeResults(counted), MakeResults(uncontrolled)}) {
    Collect(ParseStrictJson(RenderJson(results, Compare(results).value()), "comparison").value(), "", paths, types);
  }
  std::vector<std::string> documented;
  for (const FieldDescription& field : DocumentedFields(Part("firstbyte-comparison/1"))) {
    documented.push_back(field.path);
    for (const std::string& type : types[field.path]) EXPECT_THAT(field.type, ::testing::HasSubstr(type)) << field.path;
    const bool nullable = field.type.find("or null") != std::string::npos;
    EXPECT_EQ(types[field.path].count("null") == 1, nullable) << field.path;
  }
  // Warnings appear only in the second file, so they come last in both lists.
  EXPECT_EQ(documented, paths);
}

}  // namespace
}  // namespace firstbyte::report
