// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string>

#include "base/sha256.h"

namespace firstbyte::bench {
namespace {

std::string Written(const std::string& name, const std::string& content) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string Text(std::span<const unsigned char> bytes) { return {bytes.begin(), bytes.end()}; }

std::string BuiltInPage(CorpusKind kind, std::uint64_t seed, std::uint64_t index) {
  std::array<unsigned char, kPageBytes> page;
  FillPage(kind, seed, index, page);
  return Text(page);
}

TEST(BuiltInCorpus, HasThePagesInOrderAndStartsAgain) {
  const auto corpus = BuiltInCorpus(CorpusKind::kMixed, 1, 64, 4096);
  ASSERT_TRUE(corpus);
  EXPECT_EQ(corpus->pieces(), 64U);
  EXPECT_EQ(corpus->request_bytes(), 4096U);
  for (const std::uint64_t index : {0U, 1U, 17U, 63U}) {
    EXPECT_EQ(Text(corpus->Piece(index)), BuiltInPage(CorpusKind::kMixed, 1, index));
  }
  EXPECT_EQ(corpus->Piece(64).data(), corpus->Piece(0).data());
  EXPECT_EQ(corpus->Piece(~std::uint64_t{0}).data(), corpus->Piece(63).data());
}

TEST(Corpus, WholePagesBeginAtPageBoundaries) {
  const auto built_in = BuiltInCorpus(CorpusKind::kText, 1, 3, 4096);
  const auto file = FileCorpus(Written("pages", std::string(12288, 'x')), 4096);
  for (const std::uint64_t index : {0U, 1U, 2U}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(built_in->Piece(index).data()) % kPageBytes, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(file->Piece(index).data()) % kPageBytes, 0U);
  }
}

TEST(BuiltInCorpus, SaysWhatItIs) {
  EXPECT_EQ(BuiltInCorpus(CorpusKind::kMixed, 1, 64, 4096)->policy(),
            "64 built-in pages (mixed, seed 1), cycled in order");
  EXPECT_EQ(BuiltInCorpus(CorpusKind::kText, 9, 1, 4096)->policy(),
            "1 built-in page (text, seed 9), the same each time");
  EXPECT_EQ(BuiltInCorpus(CorpusKind::kHeap, 1, 2, 1)->policy(),
            "2 built-in pieces of 1 byte (heap, seed 1), cycled in order");
}

TEST(BuiltInCorpus, ShortPiecesBeginAtPages) {
  const auto corpus = BuiltInCorpus(CorpusKind::kMixed, 1, 16, 100);
  ASSERT_TRUE(corpus);
  EXPECT_EQ(Text(corpus->Piece(10)), BuiltInPage(CorpusKind::kMixed, 1, 10).substr(0, 100));
}

TEST(BuiltInCorpus, LongPiecesAreWholePagesCutAtTheEnd) {
  const auto corpus = BuiltInCorpus(CorpusKind::kText, 1, 2, 5000);
  ASSERT_TRUE(corpus);
  EXPECT_EQ(corpus->pieces(), 2U);
  EXPECT_EQ(Text(corpus->Piece(1)),
            BuiltInPage(CorpusKind::kText, 1, 2) + BuiltInPage(CorpusKind::kText, 1, 3).substr(0, 904));
}

TEST(BuiltInCorpus, TheLargestRequestIsSupported) {
  const auto corpus = BuiltInCorpus(CorpusKind::kZero, 1, 2, kMaxRequestBytes);
  ASSERT_TRUE(corpus);
  EXPECT_EQ(corpus->Piece(1).size(), kMaxRequestBytes);
}

TEST(BuiltInCorpus, NumbersOutOfRangeAreUsageErrors) {
  for (const std::size_t bytes : {std::size_t{0}, kMaxRequestBytes + 1}) {
    const auto corpus = BuiltInCorpus(CorpusKind::kText, 1, 1, bytes);
    ASSERT_FALSE(corpus);
    EXPECT_EQ(corpus.error().code, ExitCode::kUsage);
    EXPECT_EQ(corpus.error().message,
              "A request of " + std::to_string(bytes) + " bytes is out of range; allowed are 1 to 262144.");
  }
  EXPECT_EQ(BuiltInCorpus(CorpusKind::kText, 1, 0, 4096).error().message,
            "A corpus of 0 pieces is out of range; allowed are 1 to 262144 of 4096 bytes (1 GiB).");
  EXPECT_EQ(BuiltInCorpus(CorpusKind::kText, 1, 262145, 4096).error().code, ExitCode::kUsage);
}

TEST(FileCorpus, TakesAllPagesAndPadsTheLastWithZeros) {
  const std::string content = std::string(4096, 'a') + std::string(4096, 'b') + "tail";
  const auto corpus = FileCorpus(Written("three", content), 4096);
  ASSERT_TRUE(corpus);
  EXPECT_EQ(corpus->pieces(), 3U);
  EXPECT_EQ(Text(corpus->Piece(1)), std::string(4096, 'b'));
  EXPECT_EQ(Text(corpus->Piece(2)), "tail" + std::string(4092, '\0'));
  EXPECT_EQ(corpus->Piece(3).data(), corpus->Piece(0).data());
  EXPECT_EQ(corpus->policy(), "all 3 pages of three (sha256 " + Sha256(content).substr(0, 16) +
                                  ", last one zero-padded), cycled in order");
}

TEST(FileCorpus, WholePagesAreNotPadded) {
  const std::string content(8192, 'x');
  const auto corpus = FileCorpus(Written("two", content), 4096);
  ASSERT_TRUE(corpus);
  EXPECT_EQ(corpus->pieces(), 2U);
  EXPECT_EQ(corpus->policy(), "all 2 pages of two (sha256 " + Sha256(content).substr(0, 16) + "), cycled in order");
}

TEST(FileCorpus, OnePageAndOtherSizes) {
  const std::string path = Written("one", "x");
  const std::string digest = Sha256("x").substr(0, 16);
  EXPECT_EQ(FileCorpus(path, 4096)->policy(), "1 page of one (sha256 " + digest + ", zero-padded), the same each time");
  EXPECT_EQ(FileCorpus(path, 1)->policy(), "1 piece of 1 byte of one (sha256 " + digest + "), the same each time");
  const auto pieces = FileCorpus(Written("ten", "0123456789"), 4);
  ASSERT_TRUE(pieces);
  EXPECT_EQ(pieces->pieces(), 3U);
  EXPECT_EQ(Text(pieces->Piece(1)), "4567");
  EXPECT_EQ(Text(pieces->Piece(2)), std::string("89\0\0", 4));
}

TEST(FileCorpus, AStrangeNameIsMadePrintable) {
  const auto corpus = FileCorpus(Written("a\x1b\xff", "x"), 4096);
  ASSERT_TRUE(corpus);
  EXPECT_EQ(corpus->policy().rfind("1 page of a\\x1b\\xff (", 0), 0U);
}

TEST(FileCorpus, ErrorsOfTheFileAndOfTheSizeAreUsageErrors) {
  EXPECT_EQ(FileCorpus("/nonexistent/file", 4096).error().code, ExitCode::kUsage);
  EXPECT_EQ(FileCorpus(Written("fine", "x"), 0).error().code, ExitCode::kUsage);
  EXPECT_EQ(FileCorpus(Written("void", ""), 4096).error().code, ExitCode::kUsage);
}

}  // namespace
}  // namespace firstbyte::bench
