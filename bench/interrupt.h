// SPDX-License-Identifier: GPL-2.0-or-later
// SIGINT, SIGTERM and SIGHUP as something that can be waited for: a measurement ends orderly, with what it has, instead
// of where it happens to be.
#ifndef FIRSTBYTE_BENCH_INTERRUPT_H_
#define FIRSTBYTE_BENCH_INTERRUPT_H_

namespace firstbyte::bench {

// Catches the signals while it lives; one at a time. A second signal of the same kind kills as usual, so that nobody is
// locked in.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  // Readable once a signal came.
  int fd() const;

  // The signal that came, or 0.
  static int signal_number();
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_INTERRUPT_H_
