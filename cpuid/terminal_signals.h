// SPDX-License-Identifier: GPL-2.0-or-later
// Ctrl-C and Ctrl-\ while a program is traced. They are for the program: whoever presses them wants to see what was
// counted until then. What outlives the program is ended by Ctrl-C, so it is counted here.
#ifndef FIRSTBYTE_CPUID_TERMINAL_SIGNALS_H_
#define FIRSTBYTE_CPUID_TERMINAL_SIGNALS_H_

#include <csignal>

namespace firstbyte::cpuid {

// While it exists, SIGQUIT is ignored, and SIGINT is counted and ends system calls that wait.
class TerminalSignals {
 public:
  TerminalSignals();
  ~TerminalSignals();
  TerminalSignals(const TerminalSignals&) = delete;
  TerminalSignals& operator=(const TerminalSignals&) = delete;

 private:
  void (*quit_)(int);
  struct sigaction interrupt_ {};
};

// SIGINTs since the last call of ForgetInterrupts().
int Interrupts();
void ForgetInterrupts();

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TERMINAL_SIGNALS_H_
