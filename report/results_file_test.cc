// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/results_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

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

// A seeded mutation of a text: what bad disks, mailers and editors do.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::string Mutate(std::string text) {
    const std::size_t edits = 1 + Below(3);
    for (std::size_t i = 0; i < edits && !text.empty(); ++i) Edit(text);
    return text;
  }

 private:
  std::size_t Below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

  void Edit(std::string& text) {
    const std::size_t at = Below(text.size());
    switch (Below(8)) {
      case 0:
        text[at] = static_cast<char>(text[at] ^ (1 << Below(8)));
        break;
      case 1:
        text.resize(at);
        break;
      case 2:
        text.erase(at, 1 + Below(40));
        break;
      case 3:
        text.insert(at, text.substr(Below(text.size()), 1 + Below(40)));
        break;
      case 4:
        EditDigit(text, at);
        break;
      case 5:
        SwapKeys(text, at);
        break;
      case 6:
        text.insert(at, Pick(tokens_));
        break;
      default:
        ReplaceNumber(text, at);
        break;
    }
  }

  void EditDigit(std::string& text, std::size_t from) {
    const std::size_t at = text.find_first_of("0123456789", from);
    if (at != std::string::npos) text[at] = static_cast<char>('0' + Below(10));
  }

  void ReplaceNumber(std::string& text, std::size_t from) {
    const std::size_t at = text.find_first_of("0123456789", from);
    if (at == std::string::npos) return;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    text.replace(at, end - at, Pick(numbers_));
  }

  void SwapKeys(std::string& text, std::size_t from) {
    const auto key_at = [&](std::size_t start) {
      const std::size_t colon = text.find("\":", start);
      if (colon == std::string::npos || colon == 0) return std::pair<std::size_t, std::size_t>(0, 0);
      const std::size_t quote = text.rfind('"', colon - 1);
      if (quote == std::string::npos) return std::pair<std::size_t, std::size_t>(0, 0);
      return std::pair<std::size_t, std::size_t>(quote, colon + 1 - quote);
    };
    const auto first = key_at(from);
    const auto second = key_at(first.first + first.second);
    if (first.second == 0 || second.second == 0 || second.first < first.first + first.second) return;
    const std::string a = text.substr(first.first, first.second);
    const std::string b = text.substr(second.first, second.second);
    text.replace(second.first, second.second, a);
    text.replace(first.first, first.second, b);
  }

  std::string Pick(const std::vector<std::string>& choices) { return choices[Below(choices.size())]; }

  const std::vector<std::string> tokens_ = {"null",
                                            "{",
                                            "}",
                                            "[",
                                            "]",
                                            ",",
                                            ":",
                                            "\"",
                                            "\\",
                                            "NaN",
                                            "1e400",
                                            "\\u0000",
                                            std::string(1, '\0'),
                                            "{\"a\":1,\"a\":2}",
                                            "\xff",
                                            "\xed\xa0\x80",
                                            "[[[[[["};
  const std::vector<std::string> numbers_ = {"-1",
                                             "0",
                                             "1.5",
                                             "1e400",
                                             "1e3",
                                             "-0",
                                             "null",
                                             "\"1\"",
                                             "true",
                                             "9223372036854775807",
                                             "9223372036854775808",
                                             "18446744073709551616",
                                             "99999999999999999999999999",
                                             "2147483648",
                                             "{}",
                                             "[1]",
                                             "007"};
  std::mt19937_64 random_;
};

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
