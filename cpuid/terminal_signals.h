// SPDX-License-Identifier: GPL-2.0-or-later
// What is meant to end things while a program is traced. It is for the program: whoever sends it wants to see what was
// counted until then. A terminal sends Ctrl-C and Ctrl-\ to the program as well; SIGTERM and SIGHUP are handed on to
// it. What outlives the program is ended by any of them but Ctrl-\.
#ifndef FIRSTBYTE_CPUID_TERMINAL_SIGNALS_H_
#define FIRSTBYTE_CPUID_TERMINAL_SIGNALS_H_

#include <sys/types.h>

#include <csignal>

namespace firstbyte::cpuid {

// While it exists, SIGQUIT is ignored, SIGTERM and SIGHUP go to `program` (unless they are ignored), and SIGINT is
// counted; all of them end system calls that wait.
class TerminalSignals {
 public:
  explicit TerminalSignals(pid_t program);
  ~TerminalSignals();
  TerminalSignals(const TerminalSignals&) = delete;
  TerminalSignals& operator=(const TerminalSignals&) = delete;

 private:
  void (*quit_)(int);
  struct sigaction interrupt_ {};
  struct sigaction terminate_ {};
  struct sigaction hang_up_ {};
};

// The program has ended: nothing is handed on any more, and what came until now was for it.
void ProgramHasEnded();

// SIGINTs, and since the program has ended also SIGTERMs and SIGHUPs.
int Interrupts();

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TERMINAL_SIGNALS_H_
