// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/stopped.h"

#include <fmt/core.h>

namespace firstbyte::bench {
namespace {

// To be followed by something else.
std::string WithoutPeriod(std::string sentence) {
  while (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
  return sentence;
}

}  // namespace

Error Stopped(const Error& error, const Stop& stop) {
  const std::string how = error.code == ExitCode::kInterrupted
                              ? "Interrupted in " + stop.where
                              : fmt::format("Stopped in {}: {}", stop.where, WithoutPeriod(error.message));
  if (!stop.journal_is_there)
    return {error.code,
            fmt::format("{}. {} was removed meanwhile, so that nothing is left to go on from.", how, stop.journal)};
  return {error.code,
          fmt::format("{}. Every finished {} is safe; continue with: {}", how, stop.unit, stop.resume_command)};
}

Error NothingMeasured(const Error& error, const std::string& unit) {
  if (error.code == ExitCode::kInterrupted)
    return {error.code, fmt::format("Interrupted before the first {} was finished; nothing was measured.", unit)};
  return {error.code, fmt::format("Nothing was measured: {}.", WithoutPeriod(error.message))};
}

}  // namespace firstbyte::bench
