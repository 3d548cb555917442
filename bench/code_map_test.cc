// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/code_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "cpuid/scan.h"
#include "engine/testing.h"

namespace firstbyte::bench {
namespace {

using ::testing::StartsWith;

// Where a file is mapped as a whole, offset for address.
constexpr std::uint64_t kBase = 0x7f0000000000;

CodeMap MapOf(const std::string& path) {
  cpuid::Mapping mapping;
  mapping.start = kBase;
  mapping.end = kBase + std::filesystem::file_size(path);
  mapping.executable = true;
  mapping.inode = 1;
  mapping.path = path;
  return {{mapping}, {}};
}

std::string LiveEnginePath() { return engine::TestEngineDirectory() + "/zstd-1.5.4.live.so"; }

TEST(PlainFunctionName, IsTheSameForEachPolicy) {
  EXPECT_EQ(PlainFunctionName("int firstbyte::workspace::(anonymous namespace)::RunCompress<(firstbyte::workspace::"
                              "InitPolicy)0>(firstbyte::workspace::SharedWorkspace&, firstbyte::workspace::Request&)"),
            "firstbyte::workspace::RunCompress");
  EXPECT_EQ(PlainFunctionName("std::map<int, std::vector<int> >::find(int const&) const"), "std::map::find");
  EXPECT_EQ(PlainFunctionName("ZSTD_compress2"), "ZSTD_compress2");
  EXPECT_EQ(PlainFunctionName("CctxInit.part.0"), "CctxInit.part.0");
  EXPECT_EQ(PlainFunctionName(""), "");
}

TEST(CodeMap, FindsTheTwoCpuidsOfEachProbeOfTheEngine) {
  const auto scan = cpuid::ScanFile(LiveEnginePath());
  ASSERT_TRUE(scan);
  CodeMap code = MapOf(LiveEnginePath());
  std::map<std::string, int> in_function;
  for (const cpuid::Site& site : scan->sites) {
    const std::uint64_t end = kBase + site.offset + site.length;
    const auto found = code.CpuidEndingAt(end);
    ASSERT_TRUE(found) << site.symbol;
    EXPECT_EQ(found->object, LiveEnginePath());
    EXPECT_EQ(found->offset, site.offset);
    EXPECT_EQ(found->symbol, site.symbol);
    ++in_function[code.FunctionName(end)];
    for (const std::uint64_t beside : {end - 2, end - 1, end + 1}) EXPECT_FALSE(code.CpuidEndingAt(beside));
  }
  EXPECT_EQ(in_function, (std::map<std::string, int>{{"ZSTD_initStaticCCtx", 2}, {"ZSTD_initStaticDCtx", 2}}));
}

TEST(CodeMap, TakesNoBytesForACpuidThatAreNone) {
  const std::string path = "cpuid/testdata/sites.so";
  const auto scan = cpuid::ScanFile(path);
  ASSERT_TRUE(scan) << scan.error().message;
  CodeMap code = MapOf(path);
  ASSERT_FALSE(scan->rejected.empty());
  for (const cpuid::Rejected& rejected : scan->rejected)
    EXPECT_FALSE(code.CpuidEndingAt(kBase + rejected.offset + 2)) << rejected.what;
  for (const cpuid::Site& site : scan->sites)
    EXPECT_TRUE(code.CpuidEndingAt(kBase + site.offset + site.length)) << site.symbol;
}

// GCC 12 zeroes the 5,216 bytes of a context with one REP STOS, which no call shows.
TEST(CodeMap, FindsTheZeroingInsideTheInit) {
  const auto image = cpuid::ElfImage::Open(LiveEnginePath());
  ASSERT_TRUE(image);
  CodeMap code = MapOf(LiveEnginePath());
  std::vector<std::uint64_t> found;
  for (const cpuid::CodeRegion& region : image->regions()) {
    for (std::size_t i = 0; i + 3 <= region.bytes.size(); ++i) {
      const std::uint64_t at = kBase + region.offset + i;
      if (std::memcmp(&region.bytes[i], "\xf3\x48\xab", 3) == 0 && code.FunctionName(at) == "ZSTD_initStaticCCtx")
        found.push_back(at);
    }
  }
  if (found.empty()) GTEST_SKIP() << "this compiler calls memset";
  EXPECT_EQ(found.size(), 1U);
  EXPECT_TRUE(code.InRepStos(found[0])) << "interrupted midway";
  EXPECT_TRUE(code.InRepStos(found[0] + 3)) << "interrupted at its end";
  EXPECT_FALSE(code.InRepStos(found[0] + 1));
  EXPECT_FALSE(code.InRepStos(code.FunctionStart(found[0]).value()));
}

TEST(CodeMap, NamesWhatItDoesNotKnowByItsObject) {
  CodeMap code = MapOf("/proc/self/cmdline");
  EXPECT_EQ(code.FunctionName(kBase - 1), "[nowhere]");
  cpuid::Mapping heap;
  heap.start = 0x1000;
  heap.end = 0x2000;
  heap.path = "[heap]";
  cpuid::Mapping gone = heap;
  gone.start = 0x2000;
  gone.end = 0x3000;
  gone.inode = 7;
  gone.path = "/no/such/file.so (deleted)";
  CodeMap made({heap, gone}, {});
  EXPECT_EQ(made.FunctionName(0x1010), "[heap]");
  EXPECT_EQ(made.FunctionName(0x2010), "[file.so (deleted)]");
  EXPECT_EQ(made.Object(0x1010), "[heap]");
  EXPECT_EQ(made.Object(0x3000), "");
  EXPECT_FALSE(made.FunctionStart(0x2010));
  EXPECT_FALSE(made.CpuidEndingAt(0x2010));
  EXPECT_FALSE(made.InRepStos(0x2010));
}

[[gnu::noinline]] void KnownFunction() { asm volatile(""); }

TEST(CodeMap, KnowsThisProcess) {
  CodeMap code = CodeMap::OfThisProcess();
  const auto address = reinterpret_cast<std::uintptr_t>(&KnownFunction);
  EXPECT_EQ(code.FunctionName(address), "firstbyte::bench::KnownFunction");
  EXPECT_EQ(code.FunctionStart(address), address);
  EXPECT_THAT(code.Object(address), StartsWith("/"));
}

// What the C library resolves memset to has no symbol where Debian strips it.
TEST(CodeMap, NamesFunctionsThatNoSymbolNames) {
  const auto image = cpuid::ElfImage::Open(LiveEnginePath());
  ASSERT_TRUE(image);
  cpuid::Mapping mapping;
  mapping.start = kBase;
  mapping.end = kBase + std::filesystem::file_size(LiveEnginePath());
  mapping.inode = 1;
  mapping.path = LiveEnginePath();
  const auto& symbols = image->symbols();
  const auto symbol = std::find_if(symbols.begin(), symbols.end(),
                                   [](const cpuid::Symbol& s) { return s.name == "ZSTD_initStaticDCtx"; });
  ASSERT_NE(symbol, symbols.end());
  const std::uint64_t start = kBase + symbol->address;
  CodeMap code({mapping}, {{start, "memset"}});
  EXPECT_EQ(code.FunctionStart(start + 1), start);
  EXPECT_EQ(code.FunctionName(start + 1), "memset");
}

}  // namespace
}  // namespace firstbyte::bench
