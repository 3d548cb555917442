// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/object_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace firstbyte::cpuid {
namespace {

// A mapping of a file, as /proc/PID/maps would show it.
Mapping MappingOf(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
  Mapping mapping;
  mapping.start = 0x10000;
  mapping.end = 0x11000;
  mapping.executable = true;
  mapping.device = status.st_dev;
  mapping.inode = status.st_ino;
  mapping.path = std::filesystem::absolute(path);
  return mapping;
}

TEST(ObjectCache, ScansAFileOnce) {
  ObjectCache cache;
  const Mapping mapping = MappingOf("cpuid/testdata/sites.so");
  const auto object = cache.Get(getpid(), mapping);
  ASSERT_NE(object, nullptr);
  EXPECT_EQ(object->path, mapping.path);
  EXPECT_EQ(object->scan.sites.size(), 6U);
  EXPECT_EQ(cache.Get(getpid(), mapping), object);
}

// An upgrade replaces a library that is still mapped: the file of that name is not the code that runs.
TEST(ObjectCache, DoesNotTakeTheFileThatCameInPlaceOfTheMappedOne) {
  ObjectCache cache;
  Mapping mapping = MappingOf("cpuid/testdata/sites.so");
  mapping.inode += 1;
  EXPECT_EQ(cache.Get(getpid(), mapping), nullptr);
}

// `cp` onto a file keeps its inode.
TEST(ObjectCache, TakesAFileThatWasRewrittenInPlaceForAnother) {
  const std::string path = ::testing::TempDir() + "/rewritten.so";
  std::ofstream(path, std::ios::binary) << std::ifstream("cpuid/testdata/sites.so", std::ios::binary).rdbuf();
  ObjectCache cache;
  const auto before = cache.Get(getpid(), MappingOf(path));
  ASSERT_NE(before, nullptr);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << "no ELF";
  EXPECT_EQ(cache.Get(getpid(), MappingOf(path)), nullptr);
  // What was read of the old file is still there: a mapping of it would end behind the new one's only page.
  EXPECT_EQ(before->scan.sites.size(), 6U);
  EXPECT_EQ(SymbolName(before->image, before->scan.sites[0].address), "plain+0x5");
  EXPECT_EQ(Scan(before->image).sites.size(), 6U);
}

TEST(ObjectCache, KnowsAFileThatWasRemovedSince) {
  const std::string path = ::testing::TempDir() + "/removed.so";
  std::ofstream(path, std::ios::binary) << std::ifstream("cpuid/testdata/sites.so", std::ios::binary).rdbuf();
  ObjectCache cache;
  Mapping mapping = MappingOf(path);
  const auto before = cache.Get(getpid(), mapping);
  ASSERT_NE(before, nullptr);
  std::filesystem::remove(path);
  mapping.path += " (deleted)";
  EXPECT_EQ(cache.Get(getpid(), mapping), before);
}

TEST(ObjectCache, KeepsNoDescriptor) {
  const auto count = [] {
    const std::filesystem::directory_iterator open("/proc/self/fd");
    return std::distance(begin(open), end(open));
  };
  ObjectCache cache;
  const auto before = count();
  EXPECT_NE(cache.Get(getpid(), MappingOf("cpuid/testdata/sites.so")), nullptr);
  EXPECT_EQ(count(), before);
}

TEST(ObjectCache, OfWhatIsNoElfFileIsNull) {
  const std::string text = ::testing::TempDir() + "/text";
  std::ofstream(text) << "no ELF";
  ObjectCache cache;
  EXPECT_EQ(cache.Get(getpid(), MappingOf(text)), nullptr);
}

}  // namespace
}  // namespace firstbyte::cpuid
