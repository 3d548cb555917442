// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/inherited_signals.h"

#include <array>
#include <csignal>

namespace firstbyte {
namespace {

struct Inherited {
  bool changed = false;
  SignalHandler handler = SIG_DFL;
};

std::array<Inherited, NSIG> inherited{};

}  // namespace

void TreatSignal(int signal, SignalHandler handler) {
  const SignalHandler before = std::signal(signal, handler);
  Inherited& entry = inherited.at(static_cast<std::size_t>(signal));
  if (before == SIG_ERR || entry.changed) return;
  entry = {true, before};
}

void RestoreInheritedSignals() {
  for (std::size_t signal = 1; signal < inherited.size(); ++signal) {
    if (inherited[signal].changed) std::signal(static_cast<int>(signal), inherited[signal].handler);
  }
}

}  // namespace firstbyte
