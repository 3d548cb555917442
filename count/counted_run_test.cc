// SPDX-License-Identifier: GPL-2.0-or-later
#include "count/counted_run.h"

#include <gtest/gtest.h>

namespace firstbyte::count {
namespace {

constexpr char kBegun[] = "{\"line\":\"start\"}\n";
constexpr char kCounted[] =
    "{\"line\":\"start\"}\n"
    "{\"line\":\"requests\",\"engine\":\"e\",\"arm\":\"patched\",\"operation\":\"compress\"}\n"
    "{\"line\":\"counted\",\"windows\":1,\"instructions\":1,\"cpuids\":0,\"bytes_cleared\":0,\"bytes_stored\":0}\n"
    "{\"line\":\"warm_up\"}\n";

std::string ErrorOf(const Ended& ended) {
  const auto why = WhyNotStarted(ended);
  if (why) return "no error";
  EXPECT_EQ(why.error().code, ExitCode::kInvalid);
  return why.error().message;
}

TEST(CountedRun, OneThatEndedWellIsCounted) {
  const auto why = WhyNotStarted({0, kCounted, ""});
  ASSERT_TRUE(why);
  EXPECT_FALSE(*why);
}

TEST(CountedRun, QemuThatDoesNotStartIsAReason) {
  EXPECT_EQ(WhyNotStarted({1, "", "Could not load plugin"})->value(),
            "qemu-x86_64 ended with exit status 1: Could not load plugin");
  EXPECT_EQ(WhyNotStarted({126, "", ""})->value(), "qemu-x86_64 ended with exit status 126: ");
  EXPECT_EQ(WhyNotStarted({127, "", "no such library"})->value(),
            "qemu-x86_64 ended with exit status 127: no such library");
}

TEST(CountedRun, AProgramThatHadBegunAndFailedIsAnError) {
  EXPECT_EQ(ErrorOf({1, kBegun, ""}), "The counted program ended with exit status 1, before anything was counted.");
  EXPECT_EQ(ErrorOf({1, kCounted, ""}),
            "The counted program ended with exit status 1, after it had counted compress patched of e.");
  EXPECT_EQ(ErrorOf({139, kCounted, "qemu: uncaught target signal 11 (Segmentation fault) - core dumped"}),
            "The counted program was killed by signal 11, after it had counted compress patched of e: qemu: uncaught "
            "target signal 11 (Segmentation fault) - core dumped.");
  EXPECT_EQ(ErrorOf({3, kCounted, ""}),
            "The counted program ended with exit status 3, after it had counted compress patched of e.");
}

// Whatever it wrote: nobody kills a QEMU that does not start.
TEST(CountedRun, OneThatWasKilledIsAnError) {
  for (const int signal : {4, 6, 9, 11, 24})
    EXPECT_EQ(ErrorOf({128 + signal, "", ""}),
              "The counted program was killed by signal " + std::to_string(signal) + ", before anything was counted.");
}

TEST(CountedRun, ItsOwnStatusesHaveASentence) {
  EXPECT_EQ(ErrorOf({4, kBegun, "No engine."}), "No engine.");
  EXPECT_EQ(ErrorOf({2, "", "There is no such control."}), "There is no such control.");
  EXPECT_EQ(ErrorOf({4, kCounted, ""}),
            "The counted program ended with exit status 4, after it had counted compress patched of e.");
}

}  // namespace
}  // namespace firstbyte::count
