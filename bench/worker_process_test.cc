// SPDX-License-Identifier: GPL-2.0-or-later
// How a measuring process is started and how its end is told: against small shell programs in its place.
#include "bench/worker_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "bench/interrupt.h"
#include "report/results_json.h"
#include "report/testing.h"

namespace firstbyte::bench {
namespace {

using ::testing::HasSubstr;

WorkerTask Task() {
  report::Results header = report::MakeResults();
  header.runs.clear();
  return {0, 0, 0, header};
}

Result<std::unique_ptr<RunSource>> StartShell(const std::string& script, int interrupt_fd = -1,
                                              std::int64_t padding = 0) {
  return WorkerProcess::Start({{"/bin/sh", "-c", script}, interrupt_fd}, Task(), padding);
}

TEST(WorkerProcess, DeliversRoundsAndWaitsForAnAnswer) {
  const std::string round = report::RoundToJson(report::MakeResults().runs[0].rounds[0]);
  // Reads its task, sends a round, and says what it was answered as an error.
  auto source = StartShell("read task <&3; printf 'round %s\\n' '" + round +
                           "' >&3; read answer <&3; echo \"error 2 was told $answer\" >&3");
  ASSERT_TRUE(source);
  const auto first = (*source)->NextRound();
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(report::RoundToJson(*first), round);
  ASSERT_TRUE((*source)->Acknowledge());
  const auto second = (*source)->NextRound();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "was told ok");
  EXPECT_EQ(second.error().code, ExitCode::kUsage);
}

TEST(WorkerProcess, ReceivesItsTask) {
  auto source = StartShell("read run process round header <&3; echo \"error 4 $run $process $round ${#header}\" >&3");
  EXPECT_EQ((*source)->NextRound().error().message,
            "0 0 0 " + std::to_string(report::HeaderToJson(Task().header).size()));
}

TEST(WorkerProcess, HasAnEnvironmentOfTheDrawnSize) {
  for (const int padding : {0, 1, 4095}) {
    auto source = StartShell("read task <&3; echo \"error 4 ${#FIRSTBYTE_ENVIRONMENT_PADDING}\" >&3", -1, padding);
    EXPECT_EQ((*source)->NextRound().error().message, std::to_string(padding));
  }
}

TEST(WorkerProcess, TellsHowItDied) {
  EXPECT_THAT((*StartShell("read task <&3; kill -9 $$"))->NextRound().error().message,
              HasSubstr("was killed by signal 9"));
  EXPECT_THAT((*StartShell("read task <&3; exit 3"))->NextRound().error().message, HasSubstr("ended with status 3"));
  EXPECT_THAT((*StartShell("read task <&3; echo rubbish >&3"))->NextRound().error().message,
              HasSubstr("something that is no round"));
  EXPECT_THAT((*StartShell("read task <&3; echo 'round {}' >&3"))->NextRound().error().message, HasSubstr("missing"));
  auto missing = WorkerProcess::Start({{"/nonexistent/firstbyte"}, -1}, Task(), 0);
  EXPECT_THAT((missing ? (*missing)->NextRound().error() : missing.error()).message, HasSubstr("could not be started"));
}

TEST(WorkerProcess, IsLeftWhenTheUserInterrupts) {
  const InterruptGuard guard;
  auto source = StartShell("read task <&3; exec sleep 60", guard.fd());
  std::raise(SIGINT);
  const auto round = (*source)->NextRound();
  ASSERT_FALSE(round);
  EXPECT_EQ(round.error().code, ExitCode::kInterrupted);
}

// A process that lives on although nothing can be sent to it must not be waited for.
TEST(WorkerProcess, ThatDoesNotListenIsAnError) {
  const std::string round = "round " + report::RoundToJson(report::MakeResults().runs[0].rounds[0]);
  auto source = StartShell("read task <&3; export round='" + round + R"('; exec python3 -c '
import os, socket, time
channel = socket.socket(fileno=3)
channel.shutdown(socket.SHUT_RD)
channel.sendall(os.environ["round"].encode() + b"\n")
time.sleep(600)')");
  ASSERT_TRUE((*source)->NextRound());
  const auto acknowledged = (*source)->Acknowledge();
  ASSERT_FALSE(acknowledged);
  EXPECT_THAT(acknowledged.error().message, HasSubstr("send() between two processes"));
}

// Ctrl-C reaches every process of the terminal's foreground; it must not look like a death of the measuring one.
TEST(WorkerProcess, DoesNotDieOfWhatInterruptsTheUser) {
  auto source = StartShell("read task <&3; for s in INT TERM HUP; do kill -$s $$; done; echo 'error 4 still here' >&3");
  EXPECT_EQ((*source)->NextRound().error().message, "still here");
}

TEST(WorkerProcess, DoesNotOutliveItsObject) {
  std::int64_t pid = 0;
  {
    auto source = StartShell("read task <&3; exec sleep 60");
    pid = (*source)->pid();
    EXPECT_EQ(kill(static_cast<pid_t>(pid), 0), 0);
  }
  EXPECT_NE(kill(static_cast<pid_t>(pid), 0), 0);
}

}  // namespace
}  // namespace firstbyte::bench
