// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/terminal_signals.h"

namespace firstbyte::cpuid {
namespace {

volatile std::sig_atomic_t interrupts = 0;

}  // namespace

TerminalSignals::TerminalSignals() : quit_(std::signal(SIGQUIT, SIG_IGN)) {
  struct sigaction count {};
  count.sa_handler = [](int) { interrupts = interrupts + 1; };  // without SA_RESTART: waiting is to end
  interrupts = 0;
  sigaction(SIGINT, &count, &interrupt_);
}

TerminalSignals::~TerminalSignals() {
  sigaction(SIGINT, &interrupt_, nullptr);
  std::signal(SIGQUIT, quit_);
}

int Interrupts() { return interrupts; }

void ForgetInterrupts() { interrupts = 0; }

}  // namespace firstbyte::cpuid
