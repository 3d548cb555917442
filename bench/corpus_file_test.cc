// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace firstbyte::bench {
namespace {

std::string PathOf(const std::string& name) { return std::string(std::getenv("TEST_TMPDIR")) + "/" + name; }

std::string Written(const std::string& name, const std::string& content) {
  std::ofstream(PathOf(name), std::ios::binary) << content;
  return PathOf(name);
}

void ExpectUsageError(const std::string& path, const std::string& message, std::size_t max_bytes = 1000) {
  const auto content = ReadCorpusFile(path, max_bytes);
  ASSERT_FALSE(content) << path;
  EXPECT_EQ(content.error().code, ExitCode::kUsage);
  EXPECT_EQ(content.error().message, message);
}

TEST(ReadCorpusFile, GivesTheBytesAsTheyAre) {
  const auto content = ReadCorpusFile(Written("bytes", std::string("a\0\xff\n", 4)), 1000);
  ASSERT_TRUE(content);
  EXPECT_EQ(*content, (PageAlignedBytes{'a', 0, 0xff, '\n'}));
}

TEST(ReadCorpusFile, ReadsMoreThanOneChunk) {
  const auto content = ReadCorpusFile(Written("large", std::string(2500000, 'x')), 2500000);
  ASSERT_TRUE(content);
  EXPECT_EQ(content->size(), 2500000U);
}

TEST(ReadCorpusFile, FilesOfProcAreReadToTheirEnd) {
  const auto content = ReadCorpusFile("/proc/self/status", 1000000);
  ASSERT_TRUE(content);
  EXPECT_FALSE(content->empty());
}

TEST(ReadCorpusFile, WhatIsNoDataIsAUsageErrorThatSaysWhy) {
  ExpectUsageError(PathOf("missing"), "Cannot read " + PathOf("missing") + ": No such file or directory.");
  const std::string file = Written("file", "x");
  ExpectUsageError(file + "/below", "Cannot read " + file + "/below: Not a directory.");
  ExpectUsageError(Written("empty", ""), PathOf("empty") + " is empty; data takes at least one byte.");
  ASSERT_EQ(mkdir(PathOf("directory").c_str(), 0700), 0);
  ExpectUsageError(PathOf("directory"), PathOf("directory") + " is a directory; name a file in it.");
  ASSERT_EQ(mkfifo(PathOf("fifo").c_str(), 0600), 0);
  ExpectUsageError(PathOf("fifo"), PathOf("fifo") + " is not a regular file; copy its data to one.");
}

TEST(ReadCorpusFile, TheLimitIsExact) {
  EXPECT_TRUE(ReadCorpusFile(Written("at_limit", std::string(1000, 'x')), 1000));
  ExpectUsageError(Written("above", std::string(1001, 'x')),
                   PathOf("above") + " is larger than 1000 bytes, the most that is taken as data; cut it.");
}

TEST(ReadCorpusFile, ALargeFileIsRefusedBeforeItIsRead) {
  const std::string path = Written("sparse", "x");
  ASSERT_EQ(truncate(path.c_str(), off_t{1} << 40), 0);
  ExpectUsageError(path, path + " is larger than 1073741824 bytes, the most that is taken as data; cut it.",
                   std::size_t{1} << 30);
}

TEST(ReadCorpusFile, AFileThatHidesItsSizeIsStillLimited) {
  ExpectUsageError("/proc/self/status",
                   "/proc/self/status is larger than 10 bytes, the most that is taken as data; cut it.", 10);
}

}  // namespace
}  // namespace firstbyte::bench
