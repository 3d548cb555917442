// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/inherited_signals.h"

#include <gtest/gtest.h>

#include <csignal>

namespace firstbyte {
namespace {

SignalHandler Treatment(int number) {
  struct sigaction now {};
  sigaction(number, nullptr, &now);
  return now.sa_handler;
}

TEST(InheritedSignals, AreTreatedAsBeforeTheFirstChange) {
  std::signal(SIGUSR1, SIG_IGN);
  std::signal(SIGUSR2, SIG_DFL);
  TreatSignal(SIGUSR1, SIG_DFL);
  TreatSignal(SIGUSR2, SIG_IGN);
  TreatSignal(SIGUSR2, [](int) {});
  EXPECT_EQ(Treatment(SIGUSR1), SIG_DFL);
  RestoreInheritedSignals();
  EXPECT_EQ(Treatment(SIGUSR1), SIG_IGN);
  EXPECT_EQ(Treatment(SIGUSR2), SIG_DFL);
}

TEST(InheritedSignals, OthersAreLeftAlone) {
  std::signal(SIGALRM, SIG_IGN);
  RestoreInheritedSignals();
  EXPECT_EQ(Treatment(SIGALRM), SIG_IGN);
}

}  // namespace
}  // namespace firstbyte
