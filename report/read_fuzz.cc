// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/read_fuzz.h"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "report/attribution.h"
#include "report/calibration_json.h"
#include "report/calibration_markdown.h"
#include "report/comparison.h"
#include "report/exact_counts.h"
#include "report/exact_judgement.h"
#include "report/exact_render.h"
#include "report/judgement.h"
#include "report/markdown.h"
#include "report/phase_json.h"
#include "report/phase_summary.h"
#include "report/phases_file.h"
#include "report/policy.h"
#include "report/results_file.h"
#include "report/results_json.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

void Require(bool holds) {
  if (!holds) std::abort();
}

// Whether all that was written again says what the text says: no number was cut, rounded or taken for another one.
// Fields that the text does not have were added later, and are null.
bool SaysTheSame(const Json& written, const Json& text) {
  if (written.is_object()) {
    if (!text.is_object()) return false;
    for (const auto& [key, value] : written.items()) {
      const auto found = text.find(key);
      const bool same = found == text.end() ? value.is_null() : SaysTheSame(value, *found);
      // The reasons for fields that an old file does not have are the reader's.
      if (!same && key != "not_measured") return false;
    }
    return true;
  }
  if (written.is_array()) {
    if (!text.is_array() || text.size() != written.size()) return false;
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (!SaysTheSame(written[i], text[i])) return false;
    }
    return true;
  }
  return written == text;
}

bool ReadResults(std::string_view text) {
  const auto results = ParseResults(text, "fuzz");
  if (!results) return false;
  const std::string written = ToJson(*results);
  Require(SaysTheSame(Json::parse(written), Json::parse(text)));
  const auto again = ParseResults(written, "again");
  Require(again.has_value() && ToJson(*again) == written);
  if (const auto comparison = Compare(*results)) Require(!RenderMarkdown(*results, *comparison).empty());
  if (const auto judgement = Judge(*results, Policy())) Require(!judgement->sentence.empty());
  return true;
}

bool ReadPhases(std::string_view text) {
  const auto phases = ParsePhases(text, "fuzz");
  if (!phases) return false;
  // Summaries of many repetitions take long, and say nothing new about reading.
  constexpr int kFew = 12;
  if (phases->repetitions > kFew) return true;
  const std::string written = PhasesJson(*phases, Summarise(*phases));
  const auto again = ParsePhases(written, "again");
  Require(again.has_value() && PhasesJson(*again, Summarise(*again)) == written);
  (void)Attribute(*phases);
  return true;
}

bool ReadCalibration(std::string_view text) {
  const auto calibration = ParseCalibration(text, "fuzz");
  if (!calibration) return false;
  const std::string written = CalibrationToJson(*calibration);
  const auto again = ParseCalibration(written, "again");
  Require(again.has_value() && CalibrationToJson(*again) == written);
  Require(!RenderCalibration(*calibration).empty());
  return true;
}

bool ReadCounts(std::string_view text) {
  const auto counts = ParseCounts(text, "fuzz");
  if (!counts) return false;
  const std::string written = CountsJson(*counts);
  Require(SaysTheSame(Json::parse(written), Json::parse(text)));
  const auto again = ParseCounts(written, "again");
  Require(again.has_value() && CountsJson(*again) == written);
  Require(!RenderCountsMarkdown(*counts).empty());
  const GateVerdict verdict = JudgeExact(*counts, &*counts, false).verdict;
  Require(verdict == GateVerdict::kEquivalent || verdict == GateVerdict::kInvalid);
  return true;
}

bool ReadPolicyText(std::string_view text) {
  const auto policy = ParsePolicy(text, "fuzz");
  if (!policy) return false;
  Require(!policy->looks.empty() && !PlannedRuns(*policy).empty());
  for (const auto& [row, margin] : policy->margins_percent) Require(margin > 0 && margin <= 100);
  return true;
}

}  // namespace

bool ReadAnything(std::string_view text) {
  const bool results = ReadResults(text);
  const bool phases = ReadPhases(text);
  const bool calibration = ReadCalibration(text);
  const bool counts = ReadCounts(text);
  return ReadPolicyText(text) || results || phases || calibration || counts;
}

}  // namespace firstbyte::report
