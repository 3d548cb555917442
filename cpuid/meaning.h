// SPDX-License-Identifier: GPL-2.0-or-later
// What a measured cost of CPUID means, given what shows itself below this machine. The time alone cannot tell bare
// metal from a hypervisor that lets CPUID through, nor an exit from an exception that the guest's own kernel answers.
#ifndef FIRSTBYTE_CPUID_MEANING_H_
#define FIRSTBYTE_CPUID_MEANING_H_

#include <string>

#include "cpuid/cost.h"

namespace firstbyte::cpuid {

struct Below {
  bool hypervisor = false;    // one says so, in bit 31 of leaf 1
  bool confidential = false;  // a guest with encrypted memory: SEV-SNP or TDX
};

// Half a sentence without a full stop; empty where the verdict says it all.
std::string MeaningOf(Trapped trapped, const Below& below);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_MEANING_H_
