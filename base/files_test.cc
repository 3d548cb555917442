// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/full_disk.h"

namespace firstbyte {
namespace {

using ::testing::HasSubstr;

std::string FreshDirectory(const std::string& name) {
  const std::string path = ::testing::TempDir() + "/" + name;
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

std::size_t Entries(const std::string& directory) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(directory), {}));
}

TEST(WriteFileAtomically, ThenReadWholeFileGivesItBack) {
  const std::string directory = FreshDirectory("round_trip");
  const std::string data("a\0b\n", 4);
  ASSERT_TRUE(WriteFileAtomically(directory + "/file", data, Existing::kRefuse));
  EXPECT_EQ(ReadWholeFile(directory + "/file").value(), data);
  EXPECT_EQ(Entries(directory), 1u) << "nothing is left beside it";
}

TEST(WriteFileAtomically, ReplacesOnlyWhenToldTo) {
  const std::string path = FreshDirectory("replace") + "/file";
  std::ofstream(path) << "old";
  const auto refused = WriteFileAtomically(path, "new", Existing::kRefuse);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("File exists"));
  EXPECT_EQ(ReadWholeFile(path).value(), "old");
  ASSERT_TRUE(WriteFileAtomically(path, "new", Existing::kReplace));
  EXPECT_EQ(ReadWholeFile(path).value(), "new");
}

class OnAFullDisk : public ::testing::TestWithParam<Existing> {};

TEST_P(OnAFullDisk, LeavesTheOldFileAndNoRest) {
  const std::string directory = FreshDirectory("full");
  const bool replace = GetParam() == Existing::kReplace;
  if (replace) std::ofstream(directory + "/file") << "old";
  Result<void> written;
  {
    const FullDisk full(1000);
    written = WriteFileAtomically(directory + "/file", std::string(5000, 'x'), GetParam());
  }
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("Cannot write " + directory + "/file: File too large"));
  EXPECT_EQ(written.error().code, ExitCode::kInvalid);
  EXPECT_EQ(Entries(directory), replace ? 1u : 0u);
  EXPECT_EQ(ReadWholeFile(directory + "/file").value_or("none"), replace ? "old" : "none");
}

INSTANTIATE_TEST_SUITE_P(Existing, OnAFullDisk, ::testing::Values(Existing::kReplace, Existing::kRefuse));

TEST(WriteFileAtomically, WritesToWhatIsNoFileAndThroughLinks) {
  const std::string directory = FreshDirectory("through");
  ASSERT_EQ(mkfifo((directory + "/fifo").c_str(), 0600), 0);
  const int reader = open((directory + "/fifo").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_TRUE(WriteFileAtomically(directory + "/fifo", "data", Existing::kReplace));
  char got[8] = {};
  EXPECT_EQ(read(reader, got, sizeof(got)), 4);
  close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(directory + "/fifo")) << "a device would be replaced as well";

  std::ofstream(directory + "/file") << "longer than what comes";
  std::filesystem::create_symlink("file", directory + "/link");
  ASSERT_TRUE(WriteFileAtomically(directory + "/link", "data", Existing::kReplace));
  EXPECT_TRUE(std::filesystem::is_symlink(directory + "/link"));
  EXPECT_EQ(ReadWholeFile(directory + "/file").value(), "data");
  EXPECT_EQ(Entries(directory), 3u);
}

TEST(WriteFileAtomically, DoesNotFollowALinkThatSomebodyLaidBeside) {
  const std::string directory = FreshDirectory("laid");
  std::ofstream(directory + "/precious") << "precious";
  std::filesystem::create_symlink("precious", directory + "/file.tmp." + std::to_string(getpid()));
  ASSERT_TRUE(WriteFileAtomically(directory + "/file", "data", Existing::kReplace));
  EXPECT_EQ(ReadWholeFile(directory + "/precious").value(), "precious");
  EXPECT_EQ(ReadWholeFile(directory + "/file").value(), "data");
  EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(directory + "/file")));
}

TEST(IsTaken, KnowsFilesDirectoriesAndLinksToNothing) {
  const std::string directory = FreshDirectory("taken");
  std::filesystem::create_symlink("nowhere", directory + "/dangling");
  EXPECT_TRUE(IsTaken(directory));
  EXPECT_TRUE(IsTaken(directory + "/dangling"));
  EXPECT_FALSE(IsTaken(directory + "/free"));
  EXPECT_FALSE(IsTaken(directory + "/" + std::string(300, 'x'))) << "and no exception";
}

TEST(WriteFileAtomically, WithoutADirectoryIsAnError) {
  EXPECT_THAT(WriteFileAtomically("/nonexistent/file", "x", Existing::kReplace).error().message,
              HasSubstr("No such file or directory"));
}

TEST(CheckWritable, SaysWhatWritingWouldSay) {
  const std::string directory = FreshDirectory("writable");
  std::ofstream(directory + "/file") << "kept";
  std::filesystem::create_symlink("/nonexistent/target", directory + "/dangling");
  for (const std::string& path : {std::string("/nonexistent/file"), directory, directory + "/file/below",
                                  directory + "/" + std::string(300, 'x')}) {
    const auto checked = CheckWritable(path);
    const auto written = WriteFileAtomically(path, "x", Existing::kReplace);
    ASSERT_FALSE(checked) << path;
    ASSERT_FALSE(written) << path;
    EXPECT_EQ(checked.error().message, written.error().message);
    EXPECT_EQ(checked.error().code, ExitCode::kInvalid);
  }
  EXPECT_TRUE(CheckWritable(directory + "/file"));
  EXPECT_TRUE(CheckWritable(directory + "/new"));
  EXPECT_TRUE(CheckWritable(directory + "/dangling"));
  EXPECT_TRUE(CheckWritable("/dev/null"));
  EXPECT_EQ(ReadWholeFile(directory + "/file").value(), "kept");
}

TEST(WriteAll, NamesTheSystemsReason) {
  const int full = open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  EXPECT_EQ(WriteAll(full, "x").error().message, "No space left on device");
  close(full);
}

TEST(ReadWholeFile, RefusesWhatIsNoReadableFileOfThatSize) {
  const std::string directory = FreshDirectory("read");
  std::ofstream(directory + "/ten") << "0123456789";
  EXPECT_EQ(ReadWholeFile(directory + "/ten", 10).value(), "0123456789");
  EXPECT_THAT(ReadWholeFile(directory + "/ten", 9).error().message, HasSubstr("larger than 9 bytes"));
  EXPECT_THAT(ReadWholeFile(directory).error().message, HasSubstr("it is a directory"));
  EXPECT_THAT(ReadWholeFile("/dev/null").error().message, HasSubstr("no regular file"));
  EXPECT_THAT(ReadWholeFile(directory + "/none").error().message, HasSubstr("/none: No such file or directory."));
  ASSERT_EQ(mkfifo((directory + "/fifo").c_str(), 0600), 0);
  EXPECT_FALSE(ReadWholeFile(directory + "/fifo")) << "and does not wait for a writer";
  EXPECT_EQ(ReadWholeFile(directory + "/none").error().code, ExitCode::kUsage);
}

}  // namespace
}  // namespace firstbyte
