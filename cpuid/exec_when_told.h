// SPDX-License-Identifier: GPL-2.0-or-later
// The child's half of starting a program that something has to be attached to first: it waits for a byte, executes the
// program, and says through another pipe why it could not.
#ifndef FIRSTBYTE_CPUID_EXEC_WHEN_TOLD_H_
#define FIRSTBYTE_CPUID_EXEC_WHEN_TOLD_H_

#include <array>
#include <csignal>

namespace firstbyte::cpuid {

// Closed on exec, and when it goes out of scope.
class Pipe {
 public:
  Pipe();
  ~Pipe();
  Pipe(Pipe&& other) noexcept;
  Pipe& operator=(Pipe&&) = delete;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool ok() const { return ok_; }
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void CloseRead();
  void CloseWrite();

 private:
  std::array<int, 2> ends_ = {-1, -1};
  bool ok_ = false;
};

// What a child says when it cannot become the program.
struct ExecFailure {
  enum Step { kNone, kPrepare, kExec };
  Step step = kNone;
  int error = 0;  // errno
};

// Forked, never to return. Should the parent end first, the pipe `go` ends as well, and the child with it. `prepare`
// (null: nothing) is async-signal-safe and returns 0 or an errno; `mask`, if not null, is what the program's signal
// mask is to be. Signals are treated as this process inherited them.
[[noreturn]] void ExecWhenTold(char* const* arguments, Pipe& go, Pipe& failures, int (*prepare)(),
                               const sigset_t* mask);

// What the child has said; nothing if it executed its program, whose execution closes the pipe, or was killed.
ExecFailure ReadExecFailure(const Pipe& failures);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_EXEC_WHEN_TOLD_H_
