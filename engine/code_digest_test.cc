// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/code_digest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <functional>
#include <string>

#include "base/files.h"
#include "engine/loader.h"
#include "engine/testing.h"

namespace firstbyte::engine {
namespace {

using ::testing::HasSubstr;

std::string PathOf(const std::string& probe) { return LoadForTest("zstd-1.5.4", probe).path(); }

// The live engine after `edit`.
Result<CodeDigest> DigestEdited(const std::function<void(std::string&)>& edit) {
  std::string file = ReadWholeFile(PathOf("live")).value();
  edit(file);
  const std::string path = ::testing::TempDir() + "/edited.so";
  std::ofstream(path, std::ios::binary) << file;
  return DigestCode(path);
}

// Changes one character of a text that is there once at least.
std::function<void(std::string&)> Misspell(const std::string& text) {
  return [text](std::string& file) {
    const std::size_t at = file.find(text);
    ASSERT_NE(at, std::string::npos) << text;
    file[at] = static_cast<char>(file[at] ^ 1);
  };
}

TEST(DigestCode, IsOfTheFilesContent) {
  const CodeDigest live = DigestCode(PathOf("live")).value();
  EXPECT_EQ(live.text_sha256.size(), 64u);
  EXPECT_EQ(live.data_sha256.size(), 64u);
  const CodeDigest again = DigestEdited([](std::string&) {}).value();
  EXPECT_EQ(again.text_sha256, live.text_sha256);
  EXPECT_EQ(again.data_sha256, live.data_sha256);
}

TEST(DigestCode, ProbesAreOtherCode) {
  EXPECT_NE(DigestCode(PathOf("live")).value().text_sha256, DigestCode(PathOf("cached")).value().text_sha256);
}

TEST(DigestCode, AnotherNameIsTheSameCode) {
  const CodeDigest live = DigestCode(PathOf("live")).value();
  const CodeDigest renamed = DigestEdited(Misspell(std::string("zstd-1.5.4\0", 11))).value();
  EXPECT_EQ(renamed.text_sha256, live.text_sha256);
  EXPECT_EQ(renamed.data_sha256, live.data_sha256);
}

TEST(DigestCode, AnotherInstructionIsAnotherText) {
  const CodeDigest live = DigestCode(PathOf("live")).value();
  const CodeDigest edited = DigestEdited(Misspell("\x0f\xa2")).value();  // CPUID
  EXPECT_NE(edited.text_sha256, live.text_sha256);
  EXPECT_EQ(edited.data_sha256, live.data_sha256);
}

TEST(DigestCode, AnotherConstantIsOtherData) {
  const CodeDigest live = DigestCode(PathOf("live")).value();
  const CodeDigest edited = DigestEdited(Misspell("Allocation error : not enough memory")).value();
  EXPECT_EQ(edited.text_sha256, live.text_sha256);
  EXPECT_NE(edited.data_sha256, live.data_sha256);
}

TEST(DigestCode, FilesThatHoldNoCodeAreErrors) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, std::size_t{64}, std::size_t{500'000}}) {
    const auto digest = DigestEdited([size](std::string& file) { file.resize(size); });
    ASSERT_FALSE(digest) << size;
    EXPECT_THAT(digest.error().message, HasSubstr("cannot be read; build it again")) << size;
  }
  EXPECT_FALSE(DigestCode("/nonexistent/engine.so"));
}

}  // namespace
}  // namespace firstbyte::engine
