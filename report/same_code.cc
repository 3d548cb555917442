// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/same_code.h"

#include <algorithm>

namespace firstbyte::report {
namespace {

const EngineRecord* FindEngine(const Results& results, const Arm& arm) {
  const auto& engines = results.context.engines;
  const auto found = std::find_if(engines.begin(), engines.end(), [&arm](const EngineRecord& engine) {
    return engine.name == arm.engine && engine.probe == arm.probe;
  });
  return found == engines.end() ? nullptr : &*found;
}

}  // namespace

bool IsSameCode(const Results& results, const Arm& a, const Arm& b) {
  if (a.engine == b.engine || a.policy != b.policy || a.operation != b.operation) return false;
  const EngineRecord* const of_a = FindEngine(results, a);
  const EngineRecord* const of_b = FindEngine(results, b);
  if (of_a == nullptr || of_b == nullptr || !of_a->text_sha256 || !of_a->data_sha256) return false;
  return of_a->text_sha256 == of_b->text_sha256 && of_a->data_sha256 == of_b->data_sha256;
}

}  // namespace firstbyte::report
