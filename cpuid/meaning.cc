// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/meaning.h"

namespace firstbyte::cpuid {

std::string MeaningOf(Trapped trapped, const Below& below) {
  // The guest's kernel gets an exception, and answers from a table or asks on another way than by a CPUID exit.
  if (below.confidential) return "CPUID handled by #VC/#VE; host counts will not match; costs differ by leaf";
  if (trapped == Trapped::kNative) {
    return below.hypervisor ? "hypervisor present, CPUID not intercepted or answered in-guest"
                            : "CPUID not trapped: native cost only; what-if available (firstbyte whatif)";
  }
  if (trapped == Trapped::kTrapped && !below.hypervisor) return "CPUID traps, though no hypervisor shows itself";
  return "";
}

}  // namespace firstbyte::cpuid
