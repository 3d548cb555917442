// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/strict_json.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>

namespace firstbyte::report {
namespace {

std::string Refusal(const std::string& text, const JsonLimits& limits = {}) {
  const auto json = ParseStrictJson(text, "f.json", limits);
  if (json) return "accepted";
  EXPECT_EQ(json.error().code, ExitCode::kInvalid);
  return json.error().message;
}

TEST(StrictJson, BuildsTheDocumentInOrder) {
  const auto json = ParseStrictJson(R"({"b":[1,-2,3.5,"x",null,true,{}],"a":{"c":[]}})", "f.json");
  ASSERT_TRUE(json) << json.error().message;
  EXPECT_EQ(json->dump(), R"({"b":[1,-2,3.5,"x",null,true,{}],"a":{"c":[]}})");
  EXPECT_TRUE((*json)["b"][0].is_number_unsigned());
  EXPECT_TRUE((*json)["b"][2].is_number_float());
}

TEST(StrictJson, AcceptsAScalarAsTheWholeDocument) { EXPECT_EQ(ParseStrictJson(" 5 ", "f.json")->dump(), "5"); }

TEST(StrictJson, SaysWhereItIsNotJson) {
  EXPECT_EQ(Refusal("# Results\n"), "f.json is not valid JSON (line 1, column 1).");
  EXPECT_EQ(Refusal("{\"a\":1,\n \"b\":x}"), "f.json is not valid JSON (line 2, column 6).");
  EXPECT_EQ(Refusal("{} {}"), "f.json is not valid JSON (line 1, column 4).");
  EXPECT_EQ(Refusal("{\"a\":NaN}"), "f.json is not valid JSON (line 1, column 6).");
  EXPECT_EQ(Refusal("{\"a\":-Infinity}"), "f.json is not valid JSON (line 1, column 7).");
  EXPECT_EQ(Refusal("\"\xff\""), "f.json is not valid JSON (line 1, column 2).");
}

TEST(StrictJson, TellsATruncatedFileFromABrokenOne) {
  const std::string whole = "{\"a\":[1,{\"b\":\"text\"}],\n\"c\":true}";
  for (std::size_t length = 1; length < whole.size(); ++length) {
    EXPECT_NE(Refusal(whole.substr(0, length)).find("is cut off"), std::string::npos) << whole.substr(0, length);
  }
  EXPECT_EQ(Refusal("{\"a\":1,\n"), "f.json is cut off: the JSON does not end (line 2, column 1).");
  EXPECT_EQ(Refusal("{\"a\":1]"), "f.json is not valid JSON (line 1, column 7).");
}

TEST(StrictJson, RefusesZeroFilledFiles) {
  EXPECT_EQ(Refusal(std::string("{}\n\0\0\0", 6)), "f.json is not valid JSON: it contains a NUL byte.");
  EXPECT_EQ(Refusal(std::string(3, '\0')), "f.json is not valid JSON: it contains a NUL byte.");
}

TEST(StrictJson, RefusesNothing) {
  EXPECT_EQ(Refusal(""), "f.json is empty.");
  EXPECT_EQ(Refusal(" \n"), "f.json is empty.");
}

TEST(StrictJson, RefusesDuplicateKeysAndNamesThePlace) {
  EXPECT_EQ(Refusal(R"({"a":1,"a":2})"), "f.json has the key \"a\" twice in one object (top level).");
  EXPECT_EQ(Refusal(R"({"runs":[{"x":0},{"rounds":[{"w":1,"w":1}]}]})"),
            "f.json has the key \"w\" twice in one object (runs[1].rounds[0]).");
  EXPECT_EQ(Refusal(R"({"a":{"b":1},"c":{"b":1}})"), "accepted");
}

TEST(StrictJson, KeysCannotActOnTheTerminal) {
  const std::string refusal = Refusal("{\"\\u001b[31m\":1,\"\\u001b[31m\":2}");
  EXPECT_EQ(refusal, "f.json has the key \"?[31m\" twice in one object (top level).");
}

TEST(StrictJson, RefusesNumbersThatNoDoubleHolds) {
  EXPECT_EQ(Refusal("[1e400]"), "f.json holds a number that is too large (line 1, column 6).");
  EXPECT_EQ(Refusal("[-1e400]"), "f.json holds a number that is too large (line 1, column 7).");
}

TEST(StrictJson, RefusesDeepNestingWithoutFollowingIt) {
  const std::string deep = std::string(5'000'000, '[');
  EXPECT_EQ(Refusal(deep), "f.json is nested more than 32 levels deep.");
  EXPECT_EQ(Refusal(std::string(32, '[') + std::string(32, ']')), "accepted");
  EXPECT_EQ(Refusal(std::string(33, '[') + std::string(33, ']')), "f.json is nested more than 32 levels deep.");
}

TEST(StrictJson, RefusesAbsurdSizes) {
  JsonLimits limits;
  limits.bytes = 10;
  EXPECT_EQ(Refusal("[1,2,3,4,5]", limits), "f.json has 11 bytes; more than 10 are not read.");
  limits = {};
  limits.values = 3;
  EXPECT_EQ(Refusal("[1,2]", limits), "accepted");
  EXPECT_EQ(Refusal("[1,2,3]", limits), "f.json holds more than 3 values.");
  EXPECT_EQ(Refusal("[[],[],[]]", limits), "f.json holds more than 3 values.");
  limits = {};
  limits.keys = 2;
  EXPECT_EQ(Refusal(R"({"x":{"a":1,"b":2,"c":3}})", limits), "f.json has an object with more than 2 keys (x).");
}

}  // namespace
}  // namespace firstbyte::report
