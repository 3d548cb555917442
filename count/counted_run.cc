// SPDX-License-Identifier: GPL-2.0-or-later
#include "count/counted_run.h"

#include <fmt/core.h>

#include "count/counted_output.h"

namespace firstbyte::count {
namespace {

constexpr int kSignalled = 128;  // and more: a signal's number is added to it

// The program's first line is written before it does anything else.
bool HasBegun(const Ended& ended) { return ended.out.starts_with("{\"line\":"); }

std::string HowItEnded(const Ended& ended) {
  if (ended.status > kSignalled) return fmt::format("was killed by signal {}", ended.status - kSignalled);
  return fmt::format("ended with exit status {}", ended.status);
}

}  // namespace

Result<std::optional<std::string>> WhyNotStarted(const Ended& ended) {
  if (ended.status == 0) return std::nullopt;
  // The counted program's own statuses, with a sentence of its own.
  const bool own = ended.status == static_cast<int>(ExitCode::kUsage) ||  //
                   ended.status == static_cast<int>(ExitCode::kInvalid);
  if (own && !ended.said.empty()) return InvalidError(ended.said);
  if (!own && !HasBegun(ended) && ended.status < kSignalled)
    return fmt::format("{} ended with exit status {}: {}", kQemu, ended.status, ended.said);
  const std::string last = LastCounted(ended.out);
  return InvalidError(fmt::format("The counted program {}, {}{}.", HowItEnded(ended),
                                  last.empty() ? "before anything was counted" : "after it had counted " + last,
                                  ended.said.empty() ? "" : ": " + ended.said));
}

}  // namespace firstbyte::count
