// SPDX-License-Identifier: GPL-2.0-or-later
// A spread as documents have it: {"value","low","high","spread","resolved"}, described in docs/phases.md.
#ifndef FIRSTBYTE_REPORT_SPREAD_JSON_H_
#define FIRSTBYTE_REPORT_SPREAD_JSON_H_

#include <nlohmann/json.hpp>

#include "report/phase_summary.h"

namespace firstbyte::report {

inline nlohmann::ordered_json SpreadJson(const Spread& spread) {
  return {{"value", spread.value},
          {"low", spread.low},
          {"high", spread.high},
          {"spread", spread.is_interval ? "95 % interval" : "range"},
          {"resolved", spread.resolved}};
}

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_SPREAD_JSON_H_
