// SPDX-License-Identifier: GPL-2.0-or-later
// Which phase a call stack belongs to: the table of rules, and how it is read.
//
// The first rule that fits decides. Names are zstd's (1.5, as engine/phases_zstd.c reaches them) and those of this
// repository's engine tables; what the compiler appends to a name (".part.0", ".constprop.0") is not looked at. What no
// rule knows is `unattributed`: the wrappers, the walk over fragments, and whatever another version does differently.
#ifndef FIRSTBYTE_REPORT_PROFILE_RULES_H_
#define FIRSTBYTE_REPORT_PROFILE_RULES_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/profile_results.h"

namespace firstbyte::report {

enum class Doing {
  kAnything,
  kCpuid,
  // memset, or REP STOS in the function itself: GCC 12 clears the 5,216 bytes of a context so, without a call.
  kClearing,
};

struct PhaseRule {
  const char* phase;
  Doing doing = Doing::kAnything;
  // One of these is on the stack. "HUF_*" is every name that begins so. Empty: whatever the stack is.
  std::vector<const char*> functions;
};

inline constexpr char kUnattributed[] = "unattributed";

std::span<const PhaseRule> PhaseRules();

// The phases that an operation can have, in the order of a request, `unattributed` last.
std::vector<const char*> PhasesOf(const std::string& operation);

std::string PhaseOf(const ProfileStack& stack);

// "CctxInit" of "CctxInit.part.0".
std::string_view WithoutSuffix(std::string_view function);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_PROFILE_RULES_H_
