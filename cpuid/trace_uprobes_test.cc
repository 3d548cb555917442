// SPDX-License-Identifier: GPL-2.0-or-later
// With kernels that the test makes up: what is asked of them, what comes of their answers, and that nothing is left
// behind. uprobes_agree_test.cc has the real one.
#include "cpuid/trace_uprobes.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "cpuid/self_test.h"
#include "cpuid/trace_format.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr char kSelfTestProgram[] = "cpuid/self_test_program";  // five CPUIDs
constexpr char kProgram[] = "cpuid/testdata/executes_cpuid_static";
constexpr char kGroup[] = "firstbyte_test";
constexpr int kFirstDescriptor = 100000;  // none that a process has

// A tracefs in a directory, and counters that each say the same.
class FakeKernel {
 public:
  explicit FakeKernel(int numbers) : root_(::testing::TempDir() + "/" + UniqueName()) {
    for (int i = 0; i < numbers; ++i)
      Write(fmt::format("events/{}/cpuid_{}/id", kGroup, i), fmt::format("{}\n", 7 + i));
    Write("uprobe_events", "p:somebody/else /bin/sh:0x10\n");
  }

  std::int64_t count = 1;
  int open_error = 0;  // of the last counter
  std::int64_t read_answer = sizeof(std::int64_t);

  UprobeKernel Get() {
    return {.tracefs = [this]() -> Result<int> { return open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); },
            .group = kGroup,
            .perf = {.open =
                         [this](perf_event_attr& attributes, pid_t pid, int cpu, int group) {
                           EXPECT_EQ(group, -1);
                           return Open(attributes, pid, cpu);
                         },
                     .read = [this](int fd, void* to, std::size_t size) { return Read(fd, to, size); },
                     .close = [this](int fd) { Close(fd); },
                     .control = {},
                     .map = {},
                     .unmap = {}}};
  }

  void Remove(const std::string& name) { std::filesystem::remove_all(root_ + "/" + name); }
  std::string List() const {
    std::ostringstream text;
    text << std::ifstream(root_ + "/uprobe_events").rdbuf();
    return text.str();
  }
  const std::set<int>& open_descriptors() const { return open_; }
  int opened() const { return opened_; }

 private:
  static std::string UniqueName() {
    static int made = 0;
    return fmt::format("tracefs{}", made++);
  }
  void Write(const std::string& name, const std::string& content) {
    std::filesystem::create_directories(std::filesystem::path(root_ + "/" + name).parent_path());
    std::ofstream(root_ + "/" + name) << content;
  }
  int Open(perf_event_attr& attributes, pid_t pid, int cpu) {
    const std::lock_guard lock(mutex_);
    if (attributes.sample_period != 0) return -EOPNOTSUPP;
    EXPECT_EQ(cpu, -1);
    EXPECT_EQ(attributes.type, static_cast<unsigned>(PERF_TYPE_TRACEPOINT));
    EXPECT_GE(attributes.config, 7U);
    EXPECT_EQ(attributes.size, static_cast<unsigned>(PERF_ATTR_SIZE_VER0));
    EXPECT_TRUE(attributes.inherit && attributes.disabled && attributes.enable_on_exec);
    EXPECT_EQ(kill(pid, 0), 0) << "the process that is to be counted";
    if (open_error != 0 && attributes.config == 11) return -open_error;
    ++opened_;
    return *open_.insert(kFirstDescriptor + static_cast<int>(attributes.config)).first;
  }
  std::int64_t Read(int fd, void* to, std::size_t size) const {
    EXPECT_TRUE(open_.count(fd));
    EXPECT_EQ(size, sizeof count);
    std::memcpy(to, &count, sizeof count);
    return read_answer;
  }
  void Close(int fd) {
    const std::lock_guard lock(mutex_);
    EXPECT_EQ(open_.erase(fd), 1U);
  }

  std::string root_;
  std::mutex mutex_;
  std::set<int> open_;
  int opened_ = 0;
};

std::string Hex(std::uint64_t number) { return fmt::format("{:#x}", number); }

TEST(TraceByUprobes, CountsEachSite) {
  FakeKernel kernel(5);
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->method, "uprobes");
  EXPECT_EQ(result->sites.size(), 5U);
  EXPECT_EQ(result->total(), 5);
  EXPECT_EQ(result->exit_status, 0);
  for (const auto& [key, site] : result->sites) {
    EXPECT_FALSE(key.leaf_known);
    EXPECT_EQ(site.any_time, 1);
    EXPECT_THAT(site.symbol, HasSubstr("_start+"));
  }
  EXPECT_THAT(result->notes, Contains("The leaves could not be sampled (perf_event_open: Operation not supported)."));
  EXPECT_THAT(result->notes, Contains("Of 5 CPUIDs the leaf was not seen."));
  EXPECT_TRUE(JudgeSelfTest(*result));
  EXPECT_EQ(kernel.opened(), 5);
  EXPECT_TRUE(kernel.open_descriptors().empty());
}

TEST(TraceByUprobes, DefinesAtFileOffsetsAndTakesItsOwnAwayAgain) {
  FakeKernel kernel(5);
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  ASSERT_TRUE(result) << result.error().message;
  std::string defined = "p:somebody/else /bin/sh:0x10\n";
  std::string removed;
  int i = 0;
  for (const auto& [key, site] : result->sites) {
    const std::string name = fmt::format("{}/cpuid_{}", kGroup, i++);
    defined += "p:" + name + " " + key.object + ":" + Hex(key.offset) + "\n";
    removed += "-:" + name + "\n";
  }
  EXPECT_EQ(kernel.List(), defined + removed);
}

TEST(TraceByUprobes, SitesThatWereNotExecutedAreNoResult) {
  FakeKernel kernel(5);
  kernel.count = 0;
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->sites.empty());
}

TEST(SelfTest, RefusesAMethodThatMiscounts) {
  FakeKernel kernel(5);
  kernel.count = 2;
  const auto verdict = JudgeSelfTest(TraceByUprobes({kSelfTestProgram}, {}, kernel.Get()).value());
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().code, ExitCode::kInvalid);
  EXPECT_EQ(
      verdict.error().message,
      "Tracing by uprobes does not work here: of 5 CPUIDs of a known program it saw 10, and the program ended with "
      "status 0.");
}

TEST(SelfTest, RefusesAMethodThatKillsTheProgram) {
  FakeKernel kernel(5);
  TraceResult result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get()).value();
  result.exit_status = 128 + SIGSEGV;
  EXPECT_THAT(JudgeSelfTest(result).error().message, HasSubstr("ended with status 139"));
}

struct Refusal {
  int error;
  const char* says;
};

class KernelRefuses : public ::testing::TestWithParam<Refusal> {};

// The program must not have run, and what was opened before the refusal must be closed.
TEST_P(KernelRefuses, SaysWhyAndRunsNothing) {
  FakeKernel kernel(5);
  kernel.open_error = GetParam().error;
  ::testing::internal::CaptureStdout();
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ExitCode::kInvalid);
  EXPECT_THAT(result.error().message, HasSubstr(GetParam().says));
  EXPECT_EQ(kernel.opened(), 4);
  EXPECT_TRUE(kernel.open_descriptors().empty());
  EXPECT_THAT(kernel.List(), HasSubstr("-:firstbyte_test/cpuid_4\n"));
}

INSTANTIATE_TEST_SUITE_P(Errors, KernelRefuses,
                         ::testing::Values(Refusal{EACCES, "takes root or CAP_PERFMON"},                 //
                                           Refusal{EPERM, "takes root or CAP_PERFMON"},                  //
                                           Refusal{EMFILE, "ulimit -n"},                                 //
                                           Refusal{ENOENT, "perf_event_open: No such file"},             //
                                           Refusal{EINVAL, "perf_event_open: Invalid argument"},         //
                                           Refusal{E2BIG, "perf_event_open: Argument list too long"}));  //

TEST(TraceByUprobes, RefusesAKernelWithoutUprobes) {
  FakeKernel kernel(5);
  kernel.Remove("uprobe_events");
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message,
            "This kernel's tracefs takes no uprobes (uprobe_events: No such file or directory); use "
            "--method=breakpoints.");
}

TEST(TraceByUprobes, RefusesADefinitionWithoutANumber) {
  FakeKernel kernel(4);
  const auto result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get());
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("it got no number"));
  EXPECT_EQ(kernel.opened(), 0);
  EXPECT_THAT(kernel.List(), HasSubstr("-:firstbyte_test/cpuid_4\n"));
}

TEST(TraceByUprobes, RefusesWithoutATracefs) {
  FakeKernel kernel(5);
  UprobeKernel forbidden = kernel.Get();
  forbidden.tracefs = []() -> Result<int> { return InvalidError("Uprobes take root."); };
  EXPECT_EQ(TraceByUprobes({kSelfTestProgram}, {}, forbidden).error().message, "Uprobes take root.");
}

TEST(TraceByUprobes, DoesNotBelieveACounterThatCannotBeRead) {
  FakeKernel kernel(5);
  kernel.read_answer = 0;
  EXPECT_THAT(TraceByUprobes({kSelfTestProgram}, {}, kernel.Get()).error().message, HasSubstr("the kernel gave it up"));
  FakeKernel other(5);
  other.read_answer = -EBADF;
  EXPECT_THAT(TraceByUprobes({kSelfTestProgram}, {}, other.Get()).error().message, HasSubstr("Bad file descriptor"));
}

TEST(TraceByUprobes, RefusesWhatTakesATracer) {
  TraceOptions until_main;
  until_main.until_main = true;
  TraceOptions stacks;
  stacks.stacks = true;
  FakeKernel kernel(5);
  EXPECT_EQ(TraceByUprobes({kSelfTestProgram}, until_main, kernel.Get()).error().code, ExitCode::kUsage);
  EXPECT_EQ(TraceByUprobes({kSelfTestProgram}, stacks, kernel.Get()).error().code, ExitCode::kUsage);
  EXPECT_EQ(TraceByUprobes({}, {}, kernel.Get()).error().code, ExitCode::kUsage);
  EXPECT_EQ(TraceByUprobes({"/nonexistent/program"}, {}, kernel.Get()).error().message,
            "Cannot run /nonexistent/program: No such file or directory.");
}

// Of what cannot be executed after all, the child tells.
TEST(TraceByUprobes, SaysThatTheProgramCannotBeExecuted) {
  FakeKernel kernel(5);
  const std::string broken = ::testing::TempDir() + "/names-no-interpreter";
  std::ofstream(broken) << "no ELF file and no script";
  std::filesystem::permissions(broken, std::filesystem::perms::all);
  const auto result = TraceByUprobes({broken}, {}, kernel.Get());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ExitCode::kInvalid);
  EXPECT_THAT(result.error().message, HasSubstr("names-no-interpreter"));
}

TEST(TraceByUprobes, NotesWhenASignalMayBeItsOwnDoing) {
  FakeKernel kernel(100);
  const auto aborted = TraceByUprobes({kProgram, "abort"}, {}, kernel.Get());
  ASSERT_TRUE(aborted) << aborted.error().message;
  EXPECT_EQ(aborted->signal, SIGABRT);
  EXPECT_EQ(aborted->exit_status, 128 + SIGABRT);
  EXPECT_THAT(aborted->notes, ::testing::Not(Contains(HasSubstr("have killed"))));
  FakeKernel other(100);
  const auto killed = TraceByUprobes({"/bin/sh", "-c", "kill -SEGV $$"}, {}, other.Get());
  ASSERT_TRUE(killed) << killed.error().message;
  EXPECT_EQ(killed->signal, SIGSEGV);
  EXPECT_THAT(killed->notes, Contains(HasSubstr("Uprobes on CPUID have killed")));
}

TEST(TraceFormat, WhatUprobesDoNotSeeIsNull) {
  FakeKernel kernel(5);
  const TraceResult result = TraceByUprobes({kSelfTestProgram}, {}, kernel.Get()).value();
  const auto json = nlohmann::json::parse(TraceJson(result, std::nullopt));
  EXPECT_EQ(json["total"], 5);
  EXPECT_EQ(json["method"], "uprobes");
  EXPECT_TRUE(json["processes"].is_null() && json["threads"].is_null());
  for (const auto& site : json["sites"]) {
    EXPECT_EQ(site["count"], 1);
    EXPECT_TRUE(site["leaf"].is_null() && site["subleaf"].is_null());
    EXPECT_TRUE(site["before_main"].is_null() && site["after_main"].is_null());
  }
  const std::string table = TraceMarkdown(result, std::nullopt);
  EXPECT_THAT(table, HasSubstr("5 CPUIDs executed (method: uprobes).\n"));
  EXPECT_THAT(table, HasSubstr("|       1 |      ? | ?            | self_test_program _start+0xa "));
  EXPECT_THAT(table, HasSubstr("- Uprobes stood on 5 CPUIDs; files known before the start: 1. "));
}

}  // namespace
}  // namespace firstbyte::cpuid
