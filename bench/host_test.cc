// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Host, ReadsBelowItsRootWithoutWhiteSpaceAtTheEnds) {
  FakeHost fake;
  fake.Write("/sys/kernel/name", " \n two words\t\n");
  EXPECT_EQ(fake.Get().Read("/sys/kernel/name"), "two words");
}

TEST(Host, AnEmptyFileIsNotAMissingOne) {
  FakeHost fake;
  fake.Write("/empty", "").Write("/blank", "\n");
  EXPECT_EQ(fake.Get().Read("/empty"), "");
  EXPECT_EQ(fake.Get().Read("/blank"), "");
  EXPECT_EQ(fake.Get().Read("/missing"), std::nullopt);
}

TEST(Host, OnlyRegularFilesAreRead) {
  FakeHost fake;
  fake.Write("/directory/file", "x");
  ASSERT_EQ(mkfifo((fake.root() + "/fifo").c_str(), 0600), 0);
  EXPECT_EQ(fake.Get().Read("/directory"), std::nullopt);
  EXPECT_EQ(fake.Get().Read("/fifo"), std::nullopt);
}

TEST(Host, ReadingEndsAtTheLimit) {
  FakeHost fake;
  fake.Write("/huge", std::string(Host::kReadLimit * 2, 'x'));
  EXPECT_EQ(fake.Get().Read("/huge")->size(), Host::kReadLimit);
}

TEST(Host, ListsNamesInOrder) {
  FakeHost fake;
  fake.Write("/d/b", "").Write("/d/a", "").Write("/d/c/d", "");
  EXPECT_THAT(fake.Get().List("/d"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(fake.Get().List("/missing"), IsEmpty());
  EXPECT_THAT(fake.Get().List("/d/a"), IsEmpty());
}

TEST(Host, ExistsSaysWhetherThereIsAnything) {
  FakeHost fake;
  fake.Write("/d/a", "");
  EXPECT_TRUE(fake.Get().Exists("/d"));
  EXPECT_TRUE(fake.Get().Exists("/d/a"));
  EXPECT_FALSE(fake.Get().Exists("/d/b"));
}

TEST(Host, TheRootMayEndInASlash) {
  FakeHost fake;
  fake.Write("/a", "x");
  EXPECT_EQ(Host(fake.root() + "/", {}).Read("/a"), "x");
}

TEST(Host, SystemKnowsThisMachineAndLeavesTheAffinityAsItWas) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  const Host host = Host::System();
  cpu_set_t after;
  ASSERT_EQ(sched_getaffinity(0, sizeof(after), &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));

  const HostFacts& facts = host.facts();
  EXPECT_EQ(facts.affinity.size(), static_cast<std::size_t>(CPU_COUNT(&before)));
  EXPECT_TRUE(
      std::includes(facts.reachable.begin(), facts.reachable.end(), facts.affinity.begin(), facts.affinity.end()));
  EXPECT_GE(facts.online_cpus, 1);
  EXPECT_FALSE(facts.kernel_release.empty());
  EXPECT_TRUE(host.Read("/proc/self/status").has_value());
}

}  // namespace
}  // namespace firstbyte::bench
