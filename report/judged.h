// SPDX-License-Identifier: GPL-2.0-or-later
// What a gate was asked to judge, times (report/judgement.h), exact counts (report/exact_judgement.h) or both, and what
// the two come to: the verdict that the exit status and every document agree on.
#ifndef FIRSTBYTE_REPORT_JUDGED_H_
#define FIRSTBYTE_REPORT_JUDGED_H_

#include <optional>
#include <string>

#include "report/exact_judgement.h"
#include "report/judgement.h"
#include "report/policy.h"
#include "report/results.h"

namespace firstbyte::report {

struct Judged {
  std::optional<Results> results;       // that the times are of; nothing where they could not be read
  std::optional<Judgement> times;       // nothing where no results were named
  std::optional<ExactJudgement> exact;  // nothing where no counts were named, and none required
};

// Regressed if either is: a count that rose is certain whatever became of the times, and a regression of the times is
// none the less one where the counts cannot be used. Then invalid, inconclusive, improved.
GateVerdict VerdictOf(const Judged& judged);

// That of the part which has the verdict; of both where both have it.
std::string SentenceOf(const Judged& judged);

// The next planned look at the times; nothing where a count rose, which no look changes.
std::optional<Look> NextLookOf(const Judged& judged);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_JUDGED_H_
