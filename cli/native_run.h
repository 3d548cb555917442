// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a program that was traced once more, without a tracer, for the time that its CPUIDs are a share of.
//
// That time is one of the same work only if the program reads the same input and ends the same way, so standard input
// is wound back, and the exit status is the caller's to compare. What a program does to files is done twice. Wall time
// from fork to end, nanoseconds.
#ifndef FIRSTBYTE_CLI_NATIVE_RUN_H_
#define FIRSTBYTE_CLI_NATIVE_RUN_H_

#include <sys/types.h>

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace firstbyte::cli {

// While it exists, Ctrl-C and Ctrl-\ are for the program alone: what was counted is still to be written.
class IgnoreTerminalSignals {
 public:
  IgnoreTerminalSignals();
  ~IgnoreTerminalSignals() { PutBack(); }
  IgnoreTerminalSignals(const IgnoreTerminalSignals&) = delete;
  IgnoreTerminalSignals& operator=(const IgnoreTerminalSignals&) = delete;
  // Also for a child between fork and exec: async-signal-safe.
  void PutBack() const;

 private:
  struct sigaction interrupt_ {};
  struct sigaction quit_ {};
};

// Where standard input stands before the first run. Made before it; a pipe or a socket, which cannot be read twice, is
// a usage error.
class StandardInput {
 public:
  static Result<StandardInput> Remember();
  void WindBack() const;

 private:
  std::optional<off_t> offset_;  // none of a terminal
};

struct NativeRun {
  std::int64_t wall_ns = 0;
  int exit_status = 0;  // as shells report it
};

// None if no process can be started.
std::optional<NativeRun> RunNatively(const std::vector<std::string>& command, const StandardInput& input,
                                     const IgnoreTerminalSignals& ignored);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_NATIVE_RUN_H_
