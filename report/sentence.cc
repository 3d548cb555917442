// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/sentence.h"

#include <fmt/core.h>

#include <cmath>

#include "report/cells.h"

namespace firstbyte::report {
namespace {

std::string Subject(const Results& results, const Row& row) {
  const Arm& arm = results.arms[row.arm];
  const Arm& reference = results.arms[row.reference];
  if (arm.engine == reference.engine) return fmt::format("{} {}, against {},", arm.operation, arm.name, reference.name);
  return fmt::format("{} {} of {}, against {} of {},", arm.operation, arm.name, arm.engine,
                     arm.name == reference.name ? "that" : reference.name, reference.engine);
}

std::string Probably(const Interval& percent, double sign) {
  const double low = sign > 0 ? percent.low : -percent.high;
  const double high = sign > 0 ? percent.high : -percent.low;
  return fmt::format("{} to {}", FormatPercent(low), FormatPercent(high));
}

}  // namespace

std::string SentenceOf(const Results& results, const Row& row) {
  const std::string subject = Subject(results, row);
  const Difference& difference = *row.difference;
  const auto& interval = difference.percent_interval;
  const double saved = PairedPercent(difference);
  if (difference.verdict == Verdict::kSameCode)
    return fmt::format("{} is the same code; what was seen, {} {} time, is not of the change.", subject,
                       FormatPercent(std::abs(saved)), saved < 0 ? "more" : "less");
  if (difference.verdict == Verdict::kFaster && interval)
    return fmt::format("{} takes {} less time ({}).", subject, FormatPercent(saved), Probably(*interval, 1));
  if (difference.verdict == Verdict::kSlower && interval)
    return fmt::format("{} takes {} more time ({}).", subject, FormatPercent(-saved), Probably(*interval, -1));
  if (!interval) return fmt::format("{} is not resolved: {}.", subject, difference.reason);
  std::string text = fmt::format("{} shows no difference: from {} less to {} more time is possible", subject,
                                 FormatPercent(interval->high), FormatPercent(-interval->low));
  if (difference.evidence.detectable_percent)
    text += fmt::format("; {} would have been found in four of five measurements",
                        FormatPercent(*difference.evidence.detectable_percent));
  return text + ".";
}

}  // namespace firstbyte::report
