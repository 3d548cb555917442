// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/deferred_signals.h"

#include <sys/wait.h>

#include <ctime>
#include <initializer_list>

namespace firstbyte::cpuid {
namespace {

bool IsIgnored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

// Takes those of the terminal that wait.
void DropTerminalSignals() {
  sigset_t terminal;
  sigemptyset(&terminal);
  sigaddset(&terminal, SIGINT);
  sigaddset(&terminal, SIGQUIT);
  const timespec at_once{};
  while (sigtimedwait(&terminal, nullptr, &at_once) > 0) {
  }
}

}  // namespace

DeferredSignals::DeferredSignals() {
  sigemptyset(&held_);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
    if (!IsIgnored(signal)) sigaddset(&held_, signal);
  }
  // With SIGCHLD, so that WaitFor() cannot miss it.
  sigset_t blocked = held_;
  sigaddset(&blocked, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &blocked, &before_);
}

DeferredSignals::~DeferredSignals() {
  if (waited_) DropTerminalSignals();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool DeferredSignals::EndRequested() const {
  sigset_t pending;
  if (sigpending(&pending) != 0) return false;
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
    if (sigismember(&held_, signal) == 1 && sigismember(&before_, signal) == 0 && sigismember(&pending, signal) == 1)
      return true;
  }
  return false;
}

int DeferredSignals::WaitFor(pid_t child) {
  waited_ = true;
  sigset_t awaited = held_;
  sigdelset(&awaited, SIGINT);
  sigdelset(&awaited, SIGQUIT);
  sigaddset(&awaited, SIGCHLD);
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    const int signal = sigwaitinfo(&awaited, nullptr);
    if (signal == SIGTERM || signal == SIGHUP) kill(child, signal);
  }
  return status;
}

}  // namespace firstbyte::cpuid
