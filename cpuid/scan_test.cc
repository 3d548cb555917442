// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "base/sha256.h"
#include "cpuid/decode.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Tests run where their data lies.
constexpr char kSites[] = "cpuid/testdata/sites.so";
constexpr char kStripped[] = "cpuid/testdata/sites.stripped.so";
constexpr char kObject[] = "cpuid/testdata/sites.o";
constexpr char kMiniSymbols[] = "cpuid/testdata/sites.mini.so";

std::vector<std::string> SymbolsOf(const ScanResult& result) {
  std::vector<std::string> names;
  for (const Site& site : result.sites) names.push_back(site.symbol);
  return names;
}

// By name, whatever other code the linker brings along.
ScanResult ScanOf(const char* path) {
  auto result = ScanFile(path);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *std::move(result) : ScanResult{};
}

TEST(Scan, FindsEveryCpuidAndNothingElse) {
  const ScanResult result = ScanOf(kSites);
  EXPECT_EQ(result.raw_matches, 10U);
  EXPECT_THAT(SymbolsOf(result),
              ElementsAre("plain+0x5", "plain+0xe", "prefixed+0x3", "prefixed+0x8", "prefixed+0xd", ""));
  EXPECT_EQ(result.rejected.size(), 4U);
}

TEST(Scan, PointsAtThePrefixesOfAnInstruction) {
  const ScanResult result = ScanOf(kSites);
  std::vector<int> lengths;
  for (const Site& site : result.sites) lengths.push_back(site.length);
  EXPECT_THAT(lengths, ElementsAre(2, 2, 3, 3, 4, 2));
  std::ifstream file(kSites, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  for (const Site& site : result.sites) {
    EXPECT_EQ(bytes.str().substr(site.offset + site.length - 2, 2), "\x0f\xa2") << site.symbol;
  }
}

TEST(Scan, SaysWhatARejectedMatchIs) {
  std::vector<std::string> what;
  for (const Rejected& rejected : ScanOf(kSites).rejected) what.push_back(rejected.what);
  EXPECT_THAT(what, ElementsAre("inside `mov eax, 0xA20F00`", "inside `lea rax, [rdi+0xA20F00]`",
                                HasSubstr("inside `mov al, 0x0F`"), StartsWith("behind data at ")));
}

TEST(Scan, OfAStrippedFileFindsTheSame) {
  const ScanResult whole = ScanOf(kSites);
  const ScanResult stripped = ScanOf(kStripped);
  ASSERT_EQ(stripped.sites.size(), whole.sites.size());
  for (std::size_t i = 0; i < whole.sites.size(); ++i) EXPECT_EQ(stripped.sites[i].address, whole.sites[i].address);
}

TEST(Scan, NamesByTheCompressedMiniSymbolsOfAStrippedFile) {
  EXPECT_THAT(SymbolsOf(ScanOf(kMiniSymbols)),
              ElementsAre("plain+0x5", "plain+0xe", "prefixed+0x3", "prefixed+0x8", "prefixed+0xd", ""));
}

TEST(Scan, OfARelocatableObjectCountsInFileOffsets) {
  const ScanResult result = ScanOf(kObject);
  ASSERT_EQ(result.sites.size(), 6U);
  EXPECT_EQ(result.sites[0].symbol, "plain+0x5");
  for (const Site& site : result.sites) EXPECT_EQ(site.address, site.offset);
}

TEST(Scan, BelievesNothingBehindAReturn) {
  const ScanResult result = ScanOf("cpuid/testdata/mixes_data");
  EXPECT_THAT(SymbolsOf(result), Not(Contains(StartsWith("Constant"))));
  std::vector<std::string> undecided;
  for (const Rejected& rejected : result.rejected) {
    if (rejected.undecided) undecided.push_back(rejected.symbol);
  }
  EXPECT_THAT(undecided, ElementsAre("Constant+0x7"));
}

TEST(ScanFile, RefusesWhatIsNoX8664File) {
  EXPECT_EQ(ScanFile("/nonexistent").error().code, ExitCode::kUsage);
  const std::string text = ::testing::TempDir() + "/text";
  std::ofstream(text) << "no ELF";
  EXPECT_THAT(ScanFile(text).error().message, HasSubstr("is no ELF file"));
  const std::string empty = ::testing::TempDir() + "/empty";
  std::ofstream(empty).close();
  EXPECT_EQ(ScanFile(empty).error().code, ExitCode::kInvalid);
  EXPECT_FALSE(ScanFile("/"));
}

TEST(ScanFile, RefusesAFileThatIsCutOff) {
  const std::string cut = ::testing::TempDir() + "/cut.so";
  for (const int missing : {1, 100, 2000}) {
    std::filesystem::copy_file(kSites, cut, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::permissions(cut, std::filesystem::perms::owner_all);
    std::filesystem::resize_file(cut, std::filesystem::file_size(cut) - static_cast<std::uintmax_t>(missing));
    const auto refused = ScanFile(cut);
    ASSERT_FALSE(refused) << missing;
    EXPECT_THAT(refused.error().message, HasSubstr("is cut off"));
  }
}

TEST(ScanFile, RefusesAnotherArchitecture) {
  std::ifstream original(kSites, std::ios::binary);
  std::stringstream bytes;
  bytes << original.rdbuf();
  std::string arm = bytes.str();
  arm[18] = static_cast<char>(183);  // e_machine: EM_AARCH64
  const std::string path = ::testing::TempDir() + "/arm.so";
  std::ofstream(path, std::ios::binary) << arm;
  EXPECT_THAT(ScanFile(path).error().message, HasSubstr("is no x86-64 file"));
}

// Files whose structures were damaged: refused or scanned, never a crash, and never a site outside of the file.
TEST(ScanFile, SurvivesDamage) {
  std::ifstream original(kSites, std::ios::binary);
  std::stringstream bytes;
  bytes << original.rdbuf();
  const std::string whole = bytes.str();
  std::mt19937_64 random(1);
  const std::string path = ::testing::TempDir() + "/damaged.so";
  for (int i = 0; i < 400; ++i) {
    std::string damaged = whole.substr(0, i % 4 == 0 ? random() % whole.size() : whole.size());
    for (int k = 0; k < 8 && !damaged.empty(); ++k) {
      // Mostly the headers at both ends, where structure is.
      const std::size_t at = k % 2 == 0 ? random() % std::min<std::size_t>(damaged.size(), 600)
                                        : damaged.size() - 1 - random() % std::min<std::size_t>(damaged.size(), 2500);
      damaged[at] = static_cast<char>(random());
    }
    std::ofstream(path, std::ios::binary | std::ios::trunc) << damaged;
    const auto result = ScanFile(path);
    if (!result) continue;
    for (const Site& site : result->sites) EXPECT_LE(site.offset + site.length, damaged.size());
  }
}

TEST(RawMatches, FindsEachOccurrence) {
  EXPECT_THAT(RawMatches(std::vector<std::uint8_t>{0x0f, 0xa2, 0x0f, 0x0f, 0xa2}), ElementsAre(0U, 3U));
  EXPECT_THAT(RawMatches(std::vector<std::uint8_t>{0x0f}), ElementsAre());
  EXPECT_THAT(RawMatches({}), ElementsAre());
}

TEST(DecodeAt, KnowsCpuidBehindPrefixes) {
  const auto cpuid = DecodeAt(std::vector<std::uint8_t>{0x66, 0x48, 0x0f, 0xa2, 0x90});
  ASSERT_TRUE(cpuid);
  EXPECT_TRUE(cpuid->is_cpuid);
  EXPECT_EQ(cpuid->length, 4);
  EXPECT_EQ(cpuid->opcode_offset, 2);
  EXPECT_FALSE(DecodeAt(std::vector<std::uint8_t>{0x0f}));
  EXPECT_FALSE(DecodeAt({}));
  EXPECT_FALSE(DecodeAt(std::vector<std::uint8_t>{0x90})->is_cpuid);
}

// Debian 12's own libraries. The counts are of these packages' files; another system has others.
struct KnownFile {
  const char* path;
  const char* sha256;  // of the build that was counted by hand; empty: every build of this Debian's package has these
  std::size_t raw;
  std::size_t real;
};

class DebianLibrary : public ::testing::TestWithParam<KnownFile> {};

TEST_P(DebianLibrary, HasTheKnownCounts) {
  std::ifstream release("/etc/debian_version");
  std::string version;
  release >> version;
  if (version.rfind("12.", 0) != 0) GTEST_SKIP() << "the counts are those of Debian 12, this is " << version;
  const KnownFile& known = GetParam();
  if (!std::filesystem::exists(known.path)) GTEST_SKIP() << known.path << " is not installed";
  if (*known.sha256 != '\0' && Sha256File(known.path).value() != known.sha256) {
    GTEST_SKIP() << known.path << " is another build than the one whose counts are known";
  }
  const ScanResult result = ScanOf(known.path);
  EXPECT_EQ(result.raw_matches, known.raw);
  EXPECT_EQ(result.sites.size(), known.real);
}

INSTANTIATE_TEST_SUITE_P(
    Known, DebianLibrary,
    ::testing::Values(KnownFile{"/usr/lib/x86_64-linux-gnu/libzstd.so.1", "", 12, 12},
                      KnownFile{"/lib64/ld-linux-x86-64.so.2",
                                "02bcda52c1a5dfc236f94d9e5255b4a0e26347d8a372a5223b650e31f291ce3c", 37, 37},
                      KnownFile{"/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
                                "e7848e32af4932840ba775169041759a2a8dd5a008af360e5c55bce506eebcf4", 8, 7},
                      KnownFile{"/usr/lib/x86_64-linux-gnu/libgcc_s.so.1",
                                "2bd1552c47799ef67e701e81d4383061fd76059868e446e63560f0dd0d5ec14e", 13, 13},
                      KnownFile{"/usr/lib/x86_64-linux-gnu/libgnutls.so.30",
                                "3a3db153fe2a03fc4ec3fb71339b1e21bdc797537f3c3d9907082278c5e70da9", 24, 23},
                      // Of the others, five are in the tables of P-256 and one in an address.
                      KnownFile{"/usr/lib/x86_64-linux-gnu/libcrypto.so.3",
                                "7c3c55df3d0972beaf53a784401711764aa764ad33c360e45bdc27e1c55a275b", 14, 8}));

}  // namespace
}  // namespace firstbyte::cpuid
