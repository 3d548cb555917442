// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/judged.h"

namespace firstbyte::report {

GateVerdict VerdictOf(const Judged& judged) {
  for (const GateVerdict verdict :
       {GateVerdict::kRegressed, GateVerdict::kInvalid, GateVerdict::kInconclusive, GateVerdict::kImproved}) {
    if (judged.times && judged.times->verdict == verdict) return verdict;
    if (judged.exact && judged.exact->verdict == verdict) return verdict;
  }
  return judged.times || judged.exact ? GateVerdict::kEquivalent : GateVerdict::kInvalid;
}

std::string SentenceOf(const Judged& judged) {
  const GateVerdict verdict = VerdictOf(judged);
  std::string text;
  if (judged.times && judged.times->verdict == verdict) text = judged.times->sentence;
  if (judged.exact && judged.exact->verdict == verdict) text += (text.empty() ? "" : " ") + judged.exact->sentence;
  return text;
}

std::optional<Look> NextLookOf(const Judged& judged) {
  if (!judged.times || (judged.exact && judged.exact->verdict == GateVerdict::kRegressed)) return {};
  return judged.times->next_look;
}

}  // namespace firstbyte::report
