// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/channel.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <thread>
#include <utility>

#include "bench/interrupt.h"

namespace firstbyte::bench {
namespace {

TEST(Channel, CarriesLinesOfAnyLengthInOrder) {
  auto ends = Channel::Pair();
  ASSERT_TRUE(ends);
  const std::string large(1 << 20, 'x');
  std::thread sender([&ends, &large] {
    EXPECT_TRUE(ends->first.Send("one"));
    EXPECT_TRUE(ends->first.Send(large));
    EXPECT_TRUE(ends->first.Send(""));
  });
  for (const std::string& expected : {std::string("one"), large, std::string()}) {
    std::string line;
    ASSERT_EQ(ends->second.Receive(line).value(), Channel::Wake::kLine);
    EXPECT_EQ(line, expected);
  }
  sender.join();
}

TEST(Channel, DeliversWhatWasSentBeforeItEnds) {
  auto ends = Channel::Pair();
  ASSERT_TRUE(ends->first.Send("last"));
  { const Channel closed = std::move(ends->first); }
  std::string line;
  EXPECT_EQ(ends->second.Receive(line).value(), Channel::Wake::kLine);
  EXPECT_EQ(line, "last");
  EXPECT_EQ(ends->second.Receive(line).value(), Channel::Wake::kEnd);
  EXPECT_FALSE(ends->second.Send("to nobody")) << "and no SIGPIPE";
}

TEST(Channel, AnInterruptionEndsTheWait) {
  auto ends = Channel::Pair();
  const InterruptGuard guard;
  EXPECT_EQ(InterruptGuard::signal_number(), 0);
  std::raise(SIGTERM);
  std::string line;
  EXPECT_EQ(ends->second.Receive(line, guard.fd()).value(), Channel::Wake::kInterrupted);
  EXPECT_EQ(InterruptGuard::signal_number(), SIGTERM);
}

TEST(Channel, WhatArrivedBeforeAnInterruptionIsNotLost) {
  auto ends = Channel::Pair();
  const InterruptGuard guard;
  ASSERT_TRUE(ends->first.Send("a round"));
  std::raise(SIGTERM);
  std::string line;
  EXPECT_EQ(ends->second.Receive(line, guard.fd()).value(), Channel::Wake::kLine);
  EXPECT_EQ(line, "a round");
  { const Channel closed = std::move(ends->first); }
  EXPECT_EQ(ends->second.Receive(line, guard.fd()).value(), Channel::Wake::kInterrupted);
}

TEST(InterruptGuard, RestoresWhatWasThere) {
  const auto mine = [](int) {};
  const auto before = std::signal(SIGINT, mine);
  { const InterruptGuard guard; }
  EXPECT_EQ(std::signal(SIGINT, before), static_cast<void (*)(int)>(mine));
}

TEST(InterruptGuard, LeavesWhatWasIgnoredIgnored) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  {
    const InterruptGuard guard;
    std::raise(SIGHUP);
    EXPECT_EQ(InterruptGuard::signal_number(), 0);
  }
  EXPECT_EQ(std::signal(SIGHUP, before), SIG_IGN);
}

}  // namespace
}  // namespace firstbyte::bench
