// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/terminal_signals.h"

namespace firstbyte::cpuid {
namespace {

static_assert(sizeof(pid_t) <= sizeof(std::sig_atomic_t), "a process's number can be read by a handler");

volatile std::sig_atomic_t interrupts = 0;
volatile std::sig_atomic_t receiver = 0;  // 0: nobody any more

void Count(int /*signal*/) { interrupts = interrupts + 1; }

void HandOn(int signal) {
  if (receiver != 0) {
    kill(receiver, signal);
  } else {
    Count(signal);
  }
}

void Handle(int signal, void (*handler)(int), struct sigaction& before) {
  struct sigaction action {};
  action.sa_handler = handler;  // without SA_RESTART: waiting is to end
  sigaction(signal, &action, &before);
  if (signal != SIGINT && before.sa_handler == SIG_IGN) sigaction(signal, &before, nullptr);
}

}  // namespace

TerminalSignals::TerminalSignals(pid_t program) : quit_(std::signal(SIGQUIT, SIG_IGN)) {
  interrupts = 0;
  receiver = program;
  Handle(SIGINT, Count, interrupt_);
  Handle(SIGTERM, HandOn, terminate_);
  Handle(SIGHUP, HandOn, hang_up_);
}

TerminalSignals::~TerminalSignals() {
  sigaction(SIGHUP, &hang_up_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
  sigaction(SIGINT, &interrupt_, nullptr);
  std::signal(SIGQUIT, quit_);
}

void ProgramHasEnded() {
  receiver = 0;
  interrupts = 0;
}

int Interrupts() { return interrupts; }

}  // namespace firstbyte::cpuid
