// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/line_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/files.h"

namespace firstbyte::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LineFileTest : public ::testing::Test {
 protected:
  LineFileTest() { std::filesystem::remove(path_); }

  Result<LineFile> Open() {
    lines_.clear();
    return LineFile::Open(path_, [this](std::string_view line, const std::string& place) -> Result<void> {
      if (line == "bad") return InvalidError(place + " is bad.");
      lines_.emplace_back(line);
      return {};
    });
  }

  void Add(const std::string& text) { std::ofstream(path_, std::ios::app) << text; }

  std::string path_ = ::testing::TempDir() + "lines";
  std::vector<std::string> lines_;
};

TEST_F(LineFileTest, GrowsByLinesAndIsOpenedAgain) {
  {
    auto file = LineFile::Create(path_, "first", "go on");
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE(file->Append("second"));
    EXPECT_TRUE(file->IsThere());
  }
  auto again = Open();
  ASSERT_TRUE(again);
  EXPECT_THAT(lines_, ElementsAre("first", "second"));
  ASSERT_TRUE(again->Append("third"));
  EXPECT_EQ(ReadWholeFile(path_).value(), "first\nsecond\nthird\n");
}

TEST_F(LineFileTest, CutsATornLastLineOff) {
  Add("first\nsec");
  {
    auto file = Open();
    ASSERT_TRUE(file);
    EXPECT_THAT(lines_, ElementsAre("first"));
    ASSERT_TRUE(file->Append("second"));
  }
  EXPECT_EQ(ReadWholeFile(path_).value(), "first\nsecond\n");
}

TEST_F(LineFileTest, LeavesWhatHoldsNoLineForWhoeverLooks) {
  Add("torn");
  ASSERT_TRUE(Open());
  EXPECT_TRUE(lines_.empty());
  EXPECT_EQ(ReadWholeFile(path_).value(), "torn");
}

TEST_F(LineFileTest, RefusesWhatIsThereAndSaysHowToGoOn) {
  Add("precious\n");
  const auto file = LineFile::Create(path_, "first", "do this");
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, HasSubstr("continue it with: do this, or remove it."));
  EXPECT_EQ(ReadWholeFile(path_).value(), "precious\n");
}

TEST_F(LineFileTest, BelongsToOneAtATime) {
  auto file = LineFile::Create(path_, "first", "go on");
  ASSERT_TRUE(file);
  EXPECT_THAT(Open().error().message, HasSubstr("Another firstbyte is writing"));
  EXPECT_THAT(LineFile::Create(path_, "first", "go on").error().message, HasSubstr("Another firstbyte is writing"));
}

TEST_F(LineFileTest, NamesTheLineThatIsRefused) {
  Add("first\nbad\n");
  EXPECT_EQ(Open().error().message, "Line 2 of " + path_ + " is bad.");
}

TEST_F(LineFileTest, RemovesOnlyItself) {
  auto file = LineFile::Create(path_, "first", "go on");
  std::filesystem::remove(path_);
  Add("another\n");
  EXPECT_FALSE(file->IsThere());
  EXPECT_FALSE(file->Remove());
  EXPECT_EQ(ReadWholeFile(path_).value(), "another\n");
}

}  // namespace
}  // namespace firstbyte::bench
