// SPDX-License-Identifier: GPL-2.0-or-later
// A process that waits to become a program, so that counters can be attached to it first. It is not traced (ptrace),
// and killed when this process ends.
#ifndef FIRSTBYTE_CPUID_TRACE_UPROBE_CHILD_H_
#define FIRSTBYTE_CPUID_TRACE_UPROBE_CHILD_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "cpuid/deferred_signals.h"
#include "cpuid/exec_when_told.h"

namespace firstbyte::cpuid {

class WaitingChild {
 public:
  static Result<WaitingChild> Fork(const std::vector<std::string>& command, const DeferredSignals& signals);
  // Kills the child if it was not waited for.
  ~WaitingChild();
  WaitingChild(WaitingChild&& other) noexcept;
  WaitingChild& operator=(WaitingChild&&) = delete;
  WaitingChild(const WaitingChild&) = delete;
  WaitingChild& operator=(const WaitingChild&) = delete;

  pid_t pid() const { return pid_; }
  // Returns when the program has been executed; a usage error if it cannot be.
  Result<void> Start();
  // The status as wait(2) has it.
  int Wait(DeferredSignals& signals);

 private:
  WaitingChild() = default;

  std::string name_;
  pid_t pid_ = -1;
  Pipe go_;        // a byte here lets it execute the program
  Pipe failures_;  // says why it could not
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_UPROBE_CHILD_H_
