// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/shared_object.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "engine/testing.h"

namespace firstbyte::engine {
namespace {

std::string Refusal(const std::string& path) {
  const auto checked = CheckSharedObject(path);
  return checked ? "" : checked.error().message;
}

// Cut off at any length, an engine either is refused or can be loaded; the dynamic loader would die of most of these.
TEST(SharedObject, ThatIsCutOffIsRefused) {
  const std::string whole = LoadForTest("zstd-1.5.4", "live").path();
  const std::string cut = ::testing::TempDir() + "/cut.live.so";
  EXPECT_EQ(Refusal(whole), "");
  std::filesystem::copy_file(whole, cut, std::filesystem::copy_options::overwrite_existing);
  std::filesystem::permissions(cut, std::filesystem::perms::owner_all);
  int refused = 0;
  for (std::uintmax_t length = 300'000; length > 64; length = length * 2 / 3) {
    std::filesystem::resize_file(cut, length);
    if (Refusal(cut) == "the file is cut off; build it again") ++refused;
    EXPECT_FALSE(Engine::Load(cut)) << length;
  }
  EXPECT_GT(refused, 15);
}

TEST(SharedObject, ThatIsNoFileIsRefused) {
  const std::string fifo = ::testing::TempDir() + "/fifo.live.so";
  std::filesystem::remove(fifo);
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(Refusal(fifo), "it is no regular file");
  EXPECT_EQ(Refusal(::testing::TempDir()), "it is no regular file");
  EXPECT_FALSE(Engine::Load(fifo)) << "and does not wait";
}

TEST(SharedObject, ThatIsNoElfFileIsLeftToTheLoader) {
  const std::string text = ::testing::TempDir() + "/no_elf.live.so";
  std::ofstream(text) << std::string(200, 'x');
  EXPECT_EQ(Refusal(text), "");
  EXPECT_EQ(Refusal("/nonexistent/zstd-9.live.so"), "");
}

}  // namespace
}  // namespace firstbyte::engine
