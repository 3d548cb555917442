// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/results_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "report/mutator.h"
#include "report/results_json.h"
#include "report/testing.h"
#include "report/validate.h"

namespace firstbyte::report {
namespace {

FixtureOptions Tiny() {
  FixtureOptions options;
  options.runs = 2;
  options.rounds = 2;
  options.arms = {"baseline", "A/A"};
  options.operation_names = {"compress"};
  return options;
}

std::string Write(const std::string& name, const std::string& text) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(ReadResultsFile, ReadsWhatWasWritten) {
  const Results results = MakeResults();
  const auto read = ReadResultsFile(Write("good.json", ToJson(results)));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(ToJson(*read), ToJson(results));
}

TEST(ReadResultsFile, UnreadableFilesAreUsageErrors) {
  const auto missing = ReadResultsFile("/nonexistent/r.json");
  EXPECT_EQ(missing.error().code, ExitCode::kUsage);
  EXPECT_EQ(missing.error().message, "Cannot read /nonexistent/r.json: No such file or directory.");
  const std::string directory = std::getenv("TEST_TMPDIR");
  EXPECT_EQ(ReadResultsFile(directory).error().code, ExitCode::kUsage);
  EXPECT_EQ(ReadResultsFile(directory).error().message, "Cannot read " + directory + ": Is a directory.");
}

TEST(ReadResultsFile, InvalidContentIsNotAUsageError) {
  const std::string path = Write("cut.json", ToJson(MakeResults(Tiny())).substr(0, 1000));
  const auto cut = ReadResultsFile(path);
  EXPECT_EQ(cut.error().code, ExitCode::kInvalid);
  EXPECT_EQ(cut.error().message.find(path + " is cut off"), 0u) << cut.error().message;
}

TEST(ReadResultsFile, EndlessFilesEnd) {
  EXPECT_EQ(ReadResultsFile("/dev/zero").error().message, "/dev/zero has more than 33554432 bytes; that is not read.");
}

TEST(ReadResultsFile, AJournalIsNotAResult) {
  const std::string path = Write("r.json.journal", "{}");
  EXPECT_EQ(ReadResultsFile(path).error().message,
            path + " is the journal of an unfinished measurement; finish the measurement with --resume.");
}

TEST(ParseResults, AnyMutationIsRefusedOrValid) {
  const std::string text = ToJson(MakeResults(Tiny()));
  Mutator mutator(20261130);
  int accepted = 0;
  for (int i = 0; i < 6000; ++i) {
    const std::string mutated = mutator.Mutate(text);
    const auto results = ParseResults(mutated, "m.json");
    if (results) {
      ++accepted;
      ASSERT_TRUE(Validate(*results, "m.json"));
      const std::string written = ToJson(*results);
      const auto again = ParseResults(written, "m.json");
      ASSERT_TRUE(again) << again.error().message;
      ASSERT_EQ(ToJson(*again), written);
      continue;
    }
    ASSERT_EQ(results.error().code, ExitCode::kInvalid) << mutated;
    ASSERT_EQ(results.error().message.find("m.json"), 0u) << results.error().message;
    ASSERT_EQ(results.error().message.back(), '.') << results.error().message;
    ASSERT_EQ(results.error().message.find_first_of("\n\x1b"), std::string::npos) << results.error().message;
  }
  // Both branches were taken: an edit inside a text or of a digit leaves a valid file, most others do not.
  EXPECT_GT(accepted, 300);
  EXPECT_LT(accepted, 3000);
}

TEST(ParseResults, EveryTruncationIsRefused) {
  const std::string text = ToJson(MakeResults(Tiny()));
  for (std::size_t length = 0; length + 1 < text.size(); ++length) {
    ASSERT_FALSE(ParseResults(text.substr(0, length), "m.json")) << length;
  }
  EXPECT_TRUE(ParseResults(text.substr(0, text.size() - 1), "m.json")) << "only the last line break is dispensable";
}

}  // namespace
}  // namespace firstbyte::report
