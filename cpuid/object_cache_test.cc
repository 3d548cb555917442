// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/object_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

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

TEST(ObjectCache, OfWhatIsNoElfFileIsNull) {
  const std::string text = ::testing::TempDir() + "/text";
  std::ofstream(text) << "no ELF";
  ObjectCache cache;
  EXPECT_EQ(cache.Get(getpid(), MappingOf(text)), nullptr);
}

}  // namespace
}  // namespace firstbyte::cpuid
