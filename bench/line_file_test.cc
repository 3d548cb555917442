// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/line_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/files.h"

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;

std::string Fresh(const std::string& name) {
  const std::string path = ::testing::TempDir() + "/" + name;
  std::filesystem::remove(path);
  return path;
}

TEST(LineFile, GrowsByWholeLinesAndGoesOn) {
  const std::string path = Fresh("grows");
  {
    auto file = LineFile::Create(path).value();
    ASSERT_TRUE(file.Append("one"));
    EXPECT_EQ(ReadWholeFile(path).value(), "one\n");
  }
  auto file = LineFile::Open(path).value();
  ASSERT_TRUE(file.Append("two"));
  EXPECT_EQ(ReadWholeFile(path).value(), "one\ntwo\n");
}

TEST(LineFile, NeverOverwrites) {
  const std::string path = Fresh("taken");
  std::ofstream(path) << "mine";
  const auto file = LineFile::Create(path);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ExitCode::kUsage);
  EXPECT_THAT(file.error().message, HasSubstr("never overwritten"));
  EXPECT_EQ(ReadWholeFile(path).value(), "mine");
}

TEST(LineFile, OneWriterAtATime) {
  const std::string path = Fresh("locked");
  const auto first = LineFile::Create(path).value();
  EXPECT_THAT(LineFile::Open(path).error().message, HasSubstr("Another firstbyte is writing"));
}

TEST(LineFile, CutsATornLine) {
  const std::string path = Fresh("torn");
  std::ofstream(path) << "one\ntw";
  auto file = LineFile::Open(path).value();
  ASSERT_TRUE(file.CutAt(4));
  ASSERT_TRUE(file.Append("two"));
  EXPECT_EQ(ReadWholeFile(path).value(), "one\ntwo\n");
}

TEST(LineFile, SaysWhyNot) {
  EXPECT_THAT(LineFile::Open(Fresh("absent")).error().message, HasSubstr("No such file"));
  EXPECT_THAT(LineFile::Create(Fresh("no") + "/such/file").error().message, HasSubstr("No such file"));
}

TEST(LineFile, RemovesOnlyItself) {
  const std::string path = Fresh("removed");
  auto file = LineFile::Create(path).value();
  std::filesystem::remove(path);
  std::ofstream(path) << "another's";
  file.Remove();
  EXPECT_EQ(ReadWholeFile(path).value(), "another's");
}

}  // namespace
}  // namespace firstbyte::bench
