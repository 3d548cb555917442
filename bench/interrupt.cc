// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/interrupt.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace firstbyte::bench {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

// What a handler may touch.
volatile std::sig_atomic_t caught = 0;
volatile std::sig_atomic_t write_end = -1;

int read_end = -1;
std::array<struct sigaction, kSignals.size()> old_actions{};

void Handle(int number) {
  const int saved = errno;
  caught = number;
  const char byte = 1;
  (void)!write(write_end, &byte, 1);
  errno = saved;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  caught = 0;
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0) {
    read_end = ends[0];
    write_end = ends[1];
  }
  struct sigaction action {};
  action.sa_handler = Handle;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &action, &old_actions[i]);
    // Whoever started this under nohup, or in a shell's background, wants it to go on.
    if (old_actions[i].sa_handler == SIG_IGN) sigaction(kSignals[i], &old_actions[i], nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &old_actions[i], nullptr);
  if (read_end >= 0) close(read_end);
  if (write_end >= 0) close(write_end);
  read_end = -1;
  write_end = -1;
}

int InterruptGuard::fd() const { return read_end; }

int InterruptGuard::signal_number() { return caught; }

}  // namespace firstbyte::bench
