// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/testing.h"

namespace firstbyte::engine {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string EmptyDirectory(const std::string& name) {
  const std::string path = ::testing::TempDir() + "/" + name;
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

std::string FileOf(const std::string& path) { return std::filesystem::canonical(path).string(); }

TEST(Catalog, ListsByNameLiveFirstAndNothingElse) {
  const std::string directory = EmptyDirectory("many");
  for (const char* file : {"zstd-2.live.so", "zstd-1.cached.so", "zstd-1.live.so", ".live.so", "zstd-1.so", "README"}) {
    std::ofstream(directory + "/" + file) << "x";
  }
  const auto catalog = Catalog::Open(directory);
  ASSERT_TRUE(catalog);
  ASSERT_EQ(catalog->files().size(), 3u);
  EXPECT_EQ(catalog->files()[0].path, FileOf(directory + "/zstd-1.live.so"));
  EXPECT_EQ(catalog->files()[1].path, FileOf(directory + "/zstd-1.cached.so"));
  EXPECT_EQ(catalog->files()[2].path, FileOf(directory + "/zstd-2.live.so"));
  EXPECT_EQ(catalog->Names(), "zstd-1, zstd-2");
}

TEST(Catalog, WithoutADirectoryIsAnError) {
  EXPECT_THAT(Catalog::Open("/nonexistent").error().message, HasSubstr("Cannot list the engines in /nonexistent"));
}

TEST(Catalog, WithoutAnEngineIsAnError) {
  EXPECT_THAT(Catalog::Open(EmptyDirectory("none")).error().message, HasSubstr("There is no engine"));
}

TEST(Catalog, LoadsTheEnginesOfThisBuild) {
  const auto catalog = Catalog::Open(TestEngineDirectory());
  ASSERT_TRUE(catalog);
  EXPECT_THAT(catalog->Names(), HasSubstr("zstd-1.5.4"));
  EXPECT_TRUE(catalog->Load("zstd-1.5.4", "cached"));
}

TEST(Catalog, AnUnknownEngineIsAUsageErrorThatListsTheKnown) {
  const auto engine = Catalog::Open(TestEngineDirectory())->Load("zstd-0.1", "live");
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().code, ExitCode::kUsage);
  EXPECT_THAT(engine.error().message, HasSubstr("Engines of this build: "));
  EXPECT_THAT(engine.error().message, EndsWith("zstd-1.5.4."));
}

// As in the runfiles of a program; the maps of a process have the file's own name.
TEST(Catalog, LinksStandForTheirFiles) {
  const std::string files = EmptyDirectory("files");
  const std::string links = EmptyDirectory("links");
  for (const char* name : {"/zstd-1.live.so", "/of-an-earlier-build.live.so"}) std::ofstream(files + name) << "x";
  std::filesystem::create_symlink(files + "/zstd-1.live.so", links + "/zstd-1.live.so");
  const auto catalog = Catalog::Open(links);
  ASSERT_TRUE(catalog) << catalog.error().message;
  ASSERT_EQ(catalog->files().size(), 1u);
  EXPECT_EQ(catalog->files()[0].path, FileOf(files + "/zstd-1.live.so"));
}

TEST(Catalog, AKernelThatThisBuildDoesNotHaveComesWithWhatToBuild) {
  const std::string directory = EmptyDirectory("without-kernels");
  std::ofstream(directory + "/zstd-1.5.4.live.so") << "x";
  const auto engine = Catalog::Open(directory)->Load("linux-6.12", "live");
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().code, ExitCode::kUsage);
  EXPECT_THAT(engine.error().message, HasSubstr("There is no engine linux-6.12 with probe live."));
  EXPECT_THAT(engine.error().message, HasSubstr("./bazelw run --define=kernel_engines=on //:firstbyte"));
}

TEST(Catalog, ACandidateThatWasNotNamedComesWithHowToNameIt) {
  const auto catalog = Catalog::Open(TestEngineDirectory());
  const auto first = catalog->Load("candidate", "live");
  const auto second = catalog->Load("candidate2", "live");
  ASSERT_FALSE(first);
  ASSERT_FALSE(second);
  EXPECT_EQ(first.error().code, ExitCode::kUsage);
  EXPECT_THAT(first.error().message, HasSubstr("--repo_env=FIRSTBYTE_CANDIDATE=/path/to/tree //:firstbyte"));
  EXPECT_THAT(second.error().message, HasSubstr("--repo_env=FIRSTBYTE_CANDIDATE2=/path/to/tree //:firstbyte"));
}

TEST(Catalog, AnEngineUnderAForeignNameIsRefused) {
  const std::string directory = EmptyDirectory("foreign");
  std::filesystem::copy_file(TestEngineDirectory() + "/zstd-1.5.4.live.so", directory + "/zstd-1.4.9.live.so");
  EXPECT_THAT(Catalog::Open(directory)->Load("zstd-1.4.9", "live").error().message,
              HasSubstr("calls itself zstd-1.5.4"));
}

}  // namespace
}  // namespace firstbyte::engine
