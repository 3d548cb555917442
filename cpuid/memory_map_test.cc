// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/memory_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

namespace firstbyte::cpuid {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(ParseMaps, ReadsEachField) {
  const auto maps =
      ParseMaps("7f11aab00000-7f11aab24000 r-xp 00001000 fd:01 4242                       /usr/lib/a b.so (deleted)\n");
  ASSERT_THAT(maps, SizeIs(1));
  EXPECT_EQ(maps[0], (Mapping{0x7f11aab00000, 0x7f11aab24000, true, false, false, 0x1000, 0xfdULL << 32 | 1, 4242,
                              "/usr/lib/a b.so (deleted)"}));
  EXPECT_EQ(maps[0].size(), 0x24000U);
}

TEST(ParseMaps, TellsKindsOfMemoryApart) {
  const auto maps = ParseMaps(
      "00400000-00401000 rw-s 00000000 00:05 7 /dev/shm/x\n"
      "00600000-00601000 rwxp 00000000 00:00 0 \n"
      "00700000-00701000 rw-p 00000000 00:00 0 [heap]\n"
      "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]\n");
  ASSERT_THAT(maps, SizeIs(4));
  EXPECT_TRUE(maps[0].shared);
  EXPECT_FALSE(maps[0].executable);
  EXPECT_TRUE(maps[1].executable && maps[1].writable && !maps[1].shared);
  EXPECT_EQ(maps[1].path, "");
  EXPECT_EQ(maps[2].path, "[heap]");
  EXPECT_EQ(maps[3].end, 0xffffffffff601000U);
}

TEST(ParseMaps, LeavesOutWhatMakesNoSense) {
  EXPECT_THAT(ParseMaps(""), IsEmpty());
  EXPECT_THAT(ParseMaps("nonsense\n\n00400000-\n"), IsEmpty());
  EXPECT_THAT(ParseMaps("00401000-00400000 r-xp 0 00:00 0\n"), IsEmpty()) << "ends before it begins";
  EXPECT_THAT(ParseMaps("00400000-00401000 rx 0 00:00 0\n"), IsEmpty());
  EXPECT_THAT(ParseMaps("00400000 00401000 r-xp 0 00:00 0\n"), IsEmpty());
  EXPECT_THAT(ParseMaps("00400000-00401000 r-xp 0 0000 0\n"), IsEmpty());
  EXPECT_THAT(ParseMaps("x\n00400000-00401000 r-xp 0 00:00 0\n"), SizeIs(1)) << "the others are kept";
}

TEST(ReadMaps, ShowsThisProcess) {
  const auto here = reinterpret_cast<std::uint64_t>(&getpid);
  const auto maps = ReadMaps(getpid());
  EXPECT_TRUE(std::any_of(maps.begin(), maps.end(),
                          [here](const Mapping& m) { return m.executable && here >= m.start && here < m.end; }));
}

TEST(ReadMaps, OfAProcessThatIsGoneIsEmpty) { EXPECT_THAT(ReadMaps(-1), IsEmpty()); }

}  // namespace
}  // namespace firstbyte::cpuid
