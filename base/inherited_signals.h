// SPDX-License-Identifier: GPL-2.0-or-later
// Signals that this process treats in another way than it was started with. What is ignored stays ignored through exec,
// so a program of the user's that is started from here has to be given back what the user's shell meant it to have.
#ifndef FIRSTBYTE_BASE_INHERITED_SIGNALS_H_
#define FIRSTBYTE_BASE_INHERITED_SIGNALS_H_

namespace firstbyte {

using SignalHandler = void (*)(int);

// As std::signal(), and remembers how the signal was treated when it is the first call for it.
void TreatSignal(int signal, SignalHandler handler);

// Treats all of them as before. For a child between fork and exec: async-signal-safe.
void RestoreInheritedSignals();

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_INHERITED_SIGNALS_H_
