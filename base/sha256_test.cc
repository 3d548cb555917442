// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/sha256.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace firstbyte {
namespace {

// FIPS 180-4, the example of "abc", and the digest of nothing.
constexpr char kAbc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr char kEmpty[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

TEST(Sha256, KnownAnswers) {
  EXPECT_EQ(Sha256("abc"), kAbc);
  EXPECT_EQ(Sha256(""), kEmpty);
}

TEST(Sha256, FileHasTheDigestOfItsContent) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/abc";
  std::ofstream(path) << "abc";
  EXPECT_EQ(Sha256File(path).value(), kAbc);
}

TEST(Sha256, MissingFileIsAUsageErrorThatNamesIt) {
  const auto digest = Sha256File("/nonexistent/file");
  ASSERT_FALSE(digest);
  EXPECT_EQ(digest.error().code, ExitCode::kUsage);
  EXPECT_EQ(digest.error().message, "Cannot read /nonexistent/file: No such file or directory.");
}

}  // namespace
}  // namespace firstbyte
