// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_page.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <vector>

#include "base/sha256.h"

namespace firstbyte::bench {
namespace {

using Page = std::array<unsigned char, kPageBytes>;

Page PageOf(CorpusKind kind, std::uint64_t seed, std::uint64_t index) {
  Page page;
  page.fill(0xa5);
  FillPage(kind, seed, index, page);
  return page;
}

std::string DigestOf16(CorpusKind kind, std::uint64_t seed) {
  std::string all;
  for (std::uint64_t index = 0; index < 16; ++index) {
    const Page page = PageOf(kind, seed, index);
    all.append(reinterpret_cast<const char*>(page.data()), page.size());
  }
  return Sha256(all);
}

// What stock zstd makes of a page, as a share of it.
double ShareLeft(const Page& page) {
  std::vector<unsigned char> compressed(ZSTD_compressBound(page.size()));
  const std::size_t size = ZSTD_compress(compressed.data(), compressed.size(), page.data(), page.size(), 3);
  EXPECT_FALSE(ZSTD_isError(size));
  return static_cast<double>(size) / static_cast<double>(page.size());
}

double AverageLeft(CorpusKind kind) {
  constexpr int kPages = 64;
  double sum = 0;
  for (int index = 0; index < kPages; ++index) sum += ShareLeft(PageOf(kind, 1, static_cast<std::uint64_t>(index)));
  return sum / kPages;
}

struct Pinned {
  CorpusKind kind;
  const char* digest;  // of the first 16 pages of seed 1
};

class Digest : public testing::TestWithParam<Pinned> {};

// If this fails on purpose, say so in CHANGELOG.md under "Measurement changes".
TEST_P(Digest, IsPinned) { EXPECT_EQ(DigestOf16(GetParam().kind, 1), GetParam().digest); }

INSTANTIATE_TEST_SUITE_P(
    CorpusPage, Digest,
    testing::Values(Pinned{CorpusKind::kText, "95f529a9c6d49505ea7e453d7bdecc0757cac49fb9b91d47f224f6f9a794dd78"},
                    Pinned{CorpusKind::kHeap, "407edc0459ed4ff14d0ce87b3aba1576f6c2d29867ec945915c4bd91280fa813"},
                    Pinned{CorpusKind::kBinary, "ebda54a497af494f410527f40bf33da17889496ce5da64436ec30c2a97c15e2a"},
                    Pinned{CorpusKind::kZero, "de2f256064a0af797747c2b97505dc0b9f3df0de4f489eac731c23ae9ca9cc31"},
                    Pinned{CorpusKind::kRandom, "07eb2551e316764de59eed5a13e8f545f6eb13639c130de7329bec407b1ce1b1"},
                    Pinned{CorpusKind::kMixed, "6cbaf4fe98e435d42fa92e8c3d8fa23d808d06ae9e2ec8a10f249c3a97c22739"}));

TEST(CorpusPage, IsAFunctionOfKindSeedAndIndex) {
  EXPECT_EQ(PageOf(CorpusKind::kHeap, 7, 3), PageOf(CorpusKind::kHeap, 7, 3));
  for (const CorpusKind kind : {CorpusKind::kText, CorpusKind::kHeap, CorpusKind::kBinary, CorpusKind::kRandom}) {
    EXPECT_NE(PageOf(kind, 1, 0), PageOf(kind, 1, 1)) << CorpusKindName(kind);
    EXPECT_NE(PageOf(kind, 1, 0), PageOf(kind, 2, 0)) << CorpusKindName(kind);
  }
}

TEST(CorpusPage, KindsCompressAsTheirHeaderSays) {
  constexpr double kRounding = 0.005;
  EXPECT_NEAR(AverageLeft(CorpusKind::kText), 0.48, kRounding);
  EXPECT_NEAR(AverageLeft(CorpusKind::kHeap), 0.34, kRounding);
  EXPECT_NEAR(AverageLeft(CorpusKind::kBinary), 0.51, kRounding);
  EXPECT_NEAR(AverageLeft(CorpusKind::kMixed), 0.44, kRounding);
  EXPECT_NEAR(AverageLeft(CorpusKind::kZero), 0.005, kRounding);
  EXPECT_NEAR(AverageLeft(CorpusKind::kRandom), 1.002, kRounding);
}

TEST(CorpusPage, MixedIsTheStatedBlend) {
  std::array<int, 4> counts{};
  for (std::uint64_t index = 0; index < 16; ++index) {
    const Page page = PageOf(CorpusKind::kMixed, 5, index);
    if (page == PageOf(CorpusKind::kHeap, 5, index)) ++counts[0];
    if (page == PageOf(CorpusKind::kText, 5, index)) ++counts[1];
    if (page == PageOf(CorpusKind::kBinary, 5, index)) ++counts[2];
    if (page == PageOf(CorpusKind::kRandom, 5, index)) ++counts[3];
  }
  EXPECT_EQ(counts, (std::array<int, 4>{10, 3, 2, 1}));
  EXPECT_EQ(PageOf(CorpusKind::kMixed, 5, 16), PageOf(CorpusKind::kHeap, 5, 16));
}

TEST(CorpusPage, TextIsPrintableWords) {
  const Page page = PageOf(CorpusKind::kText, 1, 0);
  EXPECT_TRUE(std::all_of(page.begin(), page.end(), [](unsigned char c) { return std::isprint(c) != 0 || c == '\n'; }));
  const auto blanks = std::count(page.begin(), page.end(), ' ');
  EXPECT_TRUE(blanks > 400 && blanks < 1200) << blanks;
}

TEST(CorpusPage, HeapIsAboutAThirdPointers) {
  int pointers = 0;
  for (std::uint64_t index = 0; index < 16; ++index) {
    const Page page = PageOf(CorpusKind::kHeap, 1, index);
    for (std::size_t at = 0; at < page.size(); at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, page.data() + at, 8);
      const bool in_program = word >> 32 == 0x5581;
      const bool in_arena = word >> 32 == 0x7f3a && word % 16 == 0;
      if (in_program || in_arena) ++pointers;
    }
  }
  const double share = pointers / (16.0 * 512.0);
  EXPECT_TRUE(share > 0.25 && share < 0.45) << share;
}

TEST(CorpusPage, RecordsAreSortedByAddress) {
  const Page page = PageOf(CorpusKind::kBinary, 1, 3);
  std::uint64_t last = 0;
  for (std::size_t at = 0; at + 24 <= page.size(); at += 24) {
    std::uint64_t address = 0;
    std::memcpy(&address, page.data() + at + 8, 8);
    EXPECT_GT(address, last);
    last = address;
  }
}

TEST(CorpusKind, NamesParseBack) {
  for (const char* name : {"text", "heap", "binary", "zero", "random", "mixed"}) {
    const auto kind = ParseCorpusKind(name);
    ASSERT_TRUE(kind) << name;
    EXPECT_EQ(CorpusKindName(*kind), name);
  }
}

TEST(CorpusKind, AnUnknownNameIsAUsageErrorThatListsThem) {
  const auto kind = ParseCorpusKind("lorem");
  ASSERT_FALSE(kind);
  EXPECT_EQ(kind.error().code, ExitCode::kUsage);
  EXPECT_EQ(kind.error().message,
            "Unknown kind of pages \"lorem\"; there are text, heap, binary, zero, random, mixed.");
}

}  // namespace
}  // namespace firstbyte::bench
