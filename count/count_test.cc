// SPDX-License-Identifier: GPL-2.0-or-later
// What Count() makes of how QEMU and the counted program end, with a script in QEMU's place.
#include "count/count.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace firstbyte::count {
namespace {

using ::testing::HasSubstr;

constexpr char kBegins[] = "echo '{\"line\":\"start\"}'\n";

// As the counted program and the counter say it, of one request.
std::string Counts(const std::string& engine) {
  const std::string counted =
      R"(echo '{"line":"counted","windows":1,"instructions":10,"cpuids":4,"bytes_cleared":2,"bytes_stored":3}')";
  const auto requests = [&](const char* arm) {
    return "echo '{\"line\":\"requests\",\"engine\":\"" + engine + "\",\"arm\":\"" + arm +
           "\",\"operation\":\"compress\"}'\n" + counted + "\n";
  };
  return requests("") + requests("baseline");
}

// Counts with a QEMU that does what the shell does with `body`.
Result<report::ExactCounts> CountWith(const std::string& name, const std::string& body) {
  CountOptions options;
  options.engines = {"zstd-1.5.4"};
  options.arms = {"baseline"};
  options.operations = {"compress"};
  options.engine_directory = "engine";
  options.program = "/none";
  options.path = ::testing::TempDir() + "count_test_" + name;
  std::filesystem::create_directories(options.path);
  const std::string qemu = options.path + "/qemu-x86_64";
  std::ofstream(qemu) << "#!/bin/sh\n[ \"$1\" != --version ] || { echo qemu-x86_64 version 99; exit 0; }\n"
                      << body << "\n";
  EXPECT_EQ(chmod(qemu.c_str(), 0755), 0);
  options.plugin = qemu;  // which need only be there
  return Count(options);
}

std::string ErrorOf(const Result<report::ExactCounts>& counts) {
  if (counts) return "no error";
  EXPECT_EQ(counts.error().code, ExitCode::kInvalid);
  return counts.error().message;
}

TEST(Count, TakesWhatWasCounted) {
  const auto counts = CountWith("whole", kBegins + Counts("zstd-1.5.4") + "echo '{\"line\":\"end\"}'");
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_FALSE(counts->not_measured);
  EXPECT_EQ(counts->counter, "qemu-x86_64 version 99");
  ASSERT_EQ(counts->rows.size(), 1u);
  EXPECT_EQ(counts->rows[0].arm, "baseline");
}

TEST(Count, WhereQemuDoesNotTakeTheCounterCountsAreNullWithItsWords) {
  const auto counts = CountWith("plugin", "echo 'Could not load plugin: API version 99 wanted' >&2; exit 1");
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->not_measured, "qemu-x86_64 ended with exit status 1: Could not load plugin: API version 99 wanted");
  ASSERT_EQ(counts->rows.size(), 1u);
  EXPECT_FALSE(counts->rows[0].cells.cpuids);
  EXPECT_EQ(counts->sizes.size(), 6u);
}

// Not a reason for which a gate might pass: an engine crashed.
TEST(Count, AProgramThatDiesIsAnErrorAndNotWhatCouldNotBeMeasured) {
  const std::string counted = kBegins + Counts("zstd-1.5.4");
  EXPECT_THAT(ErrorOf(CountWith("segv", counted + "kill -SEGV $$")), HasSubstr("was killed by signal 11"));
  EXPECT_THAT(ErrorOf(CountWith("exit", counted + "exit 1")),
              HasSubstr("ended with exit status 1, after it had counted compress baseline of zstd-1.5.4"));
  EXPECT_THAT(ErrorOf(CountWith("early", std::string(kBegins) + "exit 1")), HasSubstr("before anything was counted"));
  EXPECT_THAT(ErrorOf(CountWith("kill", "kill -KILL $$")), HasSubstr("was killed by signal 9"));
  EXPECT_THAT(ErrorOf(CountWith("zero", counted + "exit 0")), HasSubstr("it ends early"));
}

}  // namespace
}  // namespace firstbyte::count
