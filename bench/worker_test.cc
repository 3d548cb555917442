// SPDX-License-Identifier: GPL-2.0-or-later
// What the measuring side says when it cannot measure. That it measures is tested by cli/run_test.sh.
#include "bench/worker.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <new>
#include <string>

#include "bench/cpu_choice.h"
#include "bench/host.h"
#include "report/testing.h"

namespace firstbyte::bench {
namespace {

// What a worker sends when it is given `task` and asks `pages` for its pages.
std::string AnswerTo(const std::string& task, PageSource pages) {
  const std::string engines = ::testing::TempDir() + "/worker_engines";
  std::filesystem::create_directories(engines);
  std::ofstream(engines + "/zstd-1.5.4.live.so") << "no engine";
  auto ends = Channel::Pair();
  EXPECT_TRUE(ends->first.Send(task));
  EXPECT_FALSE(RunWorker(ends->second, report::MakeResults().context.program_sha256, engines, pages));
  std::string line;
  EXPECT_EQ(ends->first.Receive(line).value(), Channel::Wake::kLine);
  return line;
}

std::string Task() {
  report::Results header = report::MakeResults();
  header.runs.clear();
  header.protocol.cpu = ChooseCpu(Host::System(), {})->cpu;
  return TaskToLine({0, 0, 0, header});
}

TEST(Worker, SaysThatItHasNoTask) {
  EXPECT_EQ(AnswerTo("hello", nullptr),
            "error 4 A measuring process was given no task; it is started by `firstbyte run` alone.");
}

TEST(Worker, SaysWhyThereAreNoPages) {
  EXPECT_EQ(AnswerTo(Task(),
                     [](const report::Protocol&) -> Result<std::vector<Bytes>> {
                       return UsageError("Cannot read data: No such file or directory.");
                     }),
            "error 2 Cannot read data: No such file or directory.");
}

TEST(Worker, IsTheProgramThatTheMeasurementWasBegunWith) {
  WorkerTask task = TaskFromLine(Task()).value();
  task.header.context.program_sha256.back() = 'f';
  EXPECT_EQ(AnswerTo(TaskToLine(task), nullptr),
            "error 4 firstbyte was rebuilt since this measurement was begun; its runs are of one program.");
}

TEST(Worker, SaysThatThereIsNotEnoughMemory) {
  EXPECT_EQ(AnswerTo(Task(), [](const report::Protocol&) -> Result<std::vector<Bytes>> { throw std::bad_alloc(); }),
            "error 4 There is not enough memory for the measuring process; choose fewer pages.");
}

}  // namespace
}  // namespace firstbyte::bench
