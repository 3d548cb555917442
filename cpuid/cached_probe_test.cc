// SPDX-License-Identifier: GPL-2.0-or-later
// The idioms' answers, and their CPUIDs as a tracer counts them in a program of their own.
#include "cpuid/cached_probe.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "cpuid/cached_probe_count.h"
#include "cpuid/execute.h"
#include "cpuid/tracer.h"

namespace firstbyte::cpuid {
namespace {

constexpr char kProgram[] = "cpuid/testdata/cached_probe_program";

// What one probe executes on this CPU, and what it finds: read here once more, bit by bit.
bool HasLeaf7() { return Execute(0).eax >= 7; }
std::int64_t CpuidsOfAProbe() { return HasLeaf7() ? 2 : 1; }
Bmi Truth() {
  if (!HasLeaf7()) return {};
  const std::uint32_t ebx = Execute(7, 0).ebx;
  return {(ebx >> 3 & 1) != 0, (ebx >> 8 & 1) != 0};
}

const ProbeIdiom* Find(const std::string& name) {
  const auto idioms = ProbeIdioms();
  const auto found = std::find_if(idioms.begin(), idioms.end(), [&](const ProbeIdiom& i) { return i.name == name; });
  return found == idioms.end() ? nullptr : &*found;
}

TEST(CachedProbe, EveryIdiomIsThereOrSaysWhyNot) {
  std::set<std::string> names;
  for (const ProbeIdiom& idiom : ProbeIdioms()) {
    EXPECT_TRUE(names.insert(idiom.name).second) << idiom.name;
    EXPECT_STRNE(idiom.what, "");
    EXPECT_STRNE(idiom.needs, "");
    EXPECT_NE(idiom.probe, nullptr);
  }
  for (const ProbeIdiom& idiom : MissingIdioms()) {
    EXPECT_TRUE(names.insert(idiom.name).second) << idiom.name << " is both there and missing";
    EXPECT_STRNE(idiom.needs, "");
    EXPECT_EQ(idiom.probe, nullptr);
  }
  const std::set<std::string> all = {"uncached", "guarded-static", "atomic-static", "constructor",
                                     "builtin",  "ifunc",          "glibc"};
  EXPECT_EQ(names, kHaveCpuid ? all : std::set<std::string>());
}

TEST(CachedProbe, EveryIdiomGivesTheCpusAnswerEachTime) {
  for (const ProbeIdiom& idiom : ProbeIdioms()) {
    for (int use = 0; use < 3; ++use) EXPECT_EQ(idiom.probe(), Truth()) << idiom.name << ", use " << use;
  }
}

TEST(CachedProbe, OnlyTheUncachedOneExecutesCpuidsOnceItIsInUse) {
  const std::int64_t probe = CpuidsOfAProbe();
  for (const ProbeIdiom& idiom : ProbeIdioms()) {
    idiom.probe();
    const std::uint64_t before = ExecutedCount();
    for (int use = 0; use < 100; ++use) idiom.probe();
    const auto executed = static_cast<std::int64_t>(ExecutedCount() - before);
    EXPECT_EQ(executed, std::string(idiom.name) == "uncached" ? 100 * probe : 0) << idiom.name;
  }
}

TEST(CachedProbe, ThreadsMayUseAnyIdiomAtOnce) {
  std::vector<Bmi> answers(4);
  std::vector<std::thread> threads;
  for (Bmi& answer : answers) {
    threads.emplace_back([&answer] {
      for (const ProbeIdiom& idiom : ProbeIdioms()) answer = idiom.probe();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Bmi& answer : answers) EXPECT_EQ(answer, kHaveCpuid ? Truth() : Bmi());
}

// Why programs cannot be traced here; empty if they can.
std::string WhyNoTracing() {
#if defined(__SANITIZE_THREAD__)
  return "ThreadSanitizer's runtime hangs in a program that is traced";
#else
  const auto allowed = Trace({kProgram, "uncached", "0"}, {});
  return !allowed && allowed.error().message.find("ptrace") != std::string::npos ? allowed.error().message : "";
#endif
}

class Counted : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const ProbeIdiom* const idiom = Find(GetParam());
    if (idiom == nullptr) GTEST_SKIP() << GetParam() << " is not in this build";
    if (const std::string why = WhyNoTracing(); !why.empty()) GTEST_SKIP() << why;
    const auto counted = CountProbe(kProgram, *idiom);
    ASSERT_TRUE(counted) << counted.error().message;
    counts_ = *counted;
  }

  // The cost of a probe: never, before main(), at the first use or at each.
  void Expect(std::int64_t at_start, std::int64_t first_use, std::int64_t per_use) const {
    EXPECT_EQ(counts_.at_start, at_start);
    EXPECT_EQ(counts_.first_use, first_use);
    EXPECT_EQ(counts_.per_use, per_use);
    EXPECT_EQ(counts_.answer, (Truth().bmi1 ? 1 : 0) + (Truth().bmi2 ? 2 : 0));
    EXPECT_GT(counts_.loader, 0) << "the dynamic loader looks at the CPU for its own sake";
  }

  ProbeCounts counts_;
};

TEST_P(Counted, BySiteAndUse) {
  const std::string name = GetParam();
  const std::int64_t probe = CpuidsOfAProbe();
  if (name == "uncached") {
    Expect(0, probe, probe);
  } else if (name == "guarded-static" || name == "atomic-static") {
    Expect(0, probe, 0);
  } else if (name == "constructor" || name == "ifunc") {
    Expect(probe, 0, 0);
  } else if (name == "glibc") {
    Expect(0, 0, 0);
  } else {
    // libgcc looks at far more than was asked for, and how much depends on the CPU.
    EXPECT_GT(counts_.at_start, probe);
    Expect(counts_.at_start, 0, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Idioms, Counted,
                         ::testing::Values("uncached", "guarded-static", "atomic-static", "constructor", "builtin",
                                           "ifunc", "glibc"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::erase(name, '-');
                           return name;
                         });

class Racing : public ::testing::TestWithParam<const char*> {};

// The race is harmless: each thread probes at most once, and all of them get the answer (the program checks that).
TEST_P(Racing, ThreadsAllGetTheAnswer) {
  constexpr int kThreads = 8;
  if (Find(GetParam()) == nullptr) GTEST_SKIP() << GetParam() << " is not in this build";
  if (const std::string why = WhyNoTracing(); !why.empty()) GTEST_SKIP() << why;
  const auto trace = Trace({kProgram, GetParam(), "3", std::to_string(kThreads)}, {});
  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_EQ(trace->exit_status, (Truth().bmi1 ? 1 : 0) + (Truth().bmi2 ? 2 : 0));
  std::int64_t executed = 0;
  for (const auto& [key, site] : trace->sites) executed += site.after_main;
  EXPECT_GE(executed, CpuidsOfAProbe());
  EXPECT_LE(executed, CpuidsOfAProbe() * (std::string(GetParam()) == "guarded-static" ? 1 : kThreads));
}

INSTANTIATE_TEST_SUITE_P(Idioms, Racing, ::testing::Values("guarded-static", "atomic-static"), [](const auto& tested) {
  std::string name = tested.param;
  std::erase(name, '-');
  return name;
});

// The page's table: a row for each idiom, with the counts that are the same on every CPU that has leaf 7.
TEST(CachedProbe, AreAllInTheDocument) {
  const auto page = ReadWholeFile("docs/cpuid-cached-probe.md");
  ASSERT_TRUE(page) << page.error().message;
  const std::map<std::string, std::string> counts = {
      {"uncached", "| 0 | 2 | 2 |"},    {"guarded-static", "| 0 | 2 | 0 |"},  {"atomic-static", "| 0 | 2 | 0 |"},
      {"constructor", "| 2 | 0 | 0 |"}, {"builtin", ", by libgcc | 0 | 0 |"}, {"ifunc", "| 2 | 0 | 0 |"},
      {"glibc", "| 0 | 0 | 0 |"}};
  for (const auto& [name, cells] : counts) {
    const std::size_t row = page->find("\n| " + name + " |");
    ASSERT_NE(row, std::string::npos) << name;
    EXPECT_NE(page->substr(row + 1, page->find('\n', row + 1) - row).find(cells), std::string::npos) << name;
  }
}

// What glibc calls active is what the user left on; every other idiom asks the CPU alone.
TEST(CachedProbe, GlibcsAnswerObeysTunables) {
  if (Find("glibc") == nullptr) GTEST_SKIP() << "glibc's table is not in this build";
  if (!Truth().bmi2) GTEST_SKIP() << "this CPU has no BMI2 to switch off";
  const auto answer = [](const char* idiom) {
    const std::string command = std::string("GLIBC_TUNABLES=glibc.cpu.hwcaps=-BMI2 ") + kProgram + " " + idiom + " 1";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  EXPECT_EQ(answer("glibc") & 2, 0);
  EXPECT_EQ(answer("uncached") & 2, 2);
  EXPECT_EQ(answer("builtin") & 2, 2);
}

}  // namespace
}  // namespace firstbyte::cpuid
