// SPDX-License-Identifier: GPL-2.0-or-later
// Holds back what would end this process (SIGINT, SIGQUIT, SIGTERM, SIGHUP) while it has something in the kernel that
// would outlive it. SIGKILL cannot be held back.
#ifndef FIRSTBYTE_CPUID_DEFERRED_SIGNALS_H_
#define FIRSTBYTE_CPUID_DEFERRED_SIGNALS_H_

#include <sys/types.h>

#include <csignal>

namespace firstbyte::cpuid {

// Made before what is to be cleaned up and destroyed after it. Blocks the signals for the calling thread and those that
// it starts; what came meanwhile takes effect at the destructor. What is ignored stays so.
class DeferredSignals {
 public:
  DeferredSignals();
  ~DeferredSignals();
  DeferredSignals(const DeferredSignals&) = delete;
  DeferredSignals& operator=(const DeferredSignals&) = delete;

  // The mask as it was: for a program that is executed meanwhile.
  const sigset_t& before() const { return before_; }
  // Whether one of them waits.
  bool EndRequested() const;
  // Until the child has ended; its status as wait(2) has it. SIGTERM and SIGHUP are handed on to the child. SIGINT and
  // SIGQUIT come from the terminal, which has sent them to the child already: from here on they are dropped, so that
  // its result is not lost.
  int WaitFor(pid_t child);

 private:
  sigset_t held_{};
  sigset_t before_{};
  bool waited_ = false;
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_DEFERRED_SIGNALS_H_
