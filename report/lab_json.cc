// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "report/lab_render.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

Json Optional(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

const std::string& NameOf(const LabRecording& recording, int arm) {
  return recording.header.arms[static_cast<std::size_t>(arm)].name;
}

Json ShareJson(const LabShare& share) {
  return {{"found", share.found},
          {"windows", share.windows},
          {"share", share.share},
          {"low", share.interval.low},
          {"high", share.interval.high}};
}

Json EffectJson(const LabRecording& recording, const LabEffect& effect) {
  const LabArm& arm = recording.header.arms[static_cast<std::size_t>(effect.arm)];
  return {{"arm", arm.name},
          {"target_percent", Optional(arm.target_percent)},
          {"spin_iterations", arm.spin_iterations},
          {"cpuids", arm.cpuids},
          {"true_percent", effect.percent},
          {"low", effect.interval.low},
          {"high", effect.interval.high},
          {"processes", effect.processes},
          {"null_reasons", arm.target_percent ? Json::object() : Json({{"target_percent", "it is no spin"}})}};
}

Json ScoreJson(const LabRecording& recording, const LabScore& score) {
  Json json = {{"rule", score.rule}, {"usage", score.usage}, {"ours", score.ours}, {"documented", score.documented}};
  const bool measured = score.not_measured.empty();
  const auto copy = score.found.find(kLabCopy);
  json["false_positives"] = copy == score.found.end() ? Json() : ShareJson(copy->second);
  json["calibrated"] = measured ? Json(score.calibrated) : Json();
  json["simulated"] = Json::object();
  for (const LabRegime& regime : score.regimes) json["simulated"][regime.name] = ShareJson(regime.found);
  json["fit"] = measured ? Json(IsFit(score)) : Json();
  json["power"] = measured ? Json::object() : Json();
  for (const auto& [arm, share] : score.found) {
    if (arm != kLabCopy) json["power"][NameOf(recording, arm)] = ShareJson(share);
  }
  json["found_in"] = measured ? Json::object() : Json();
  for (const auto& [arm, findings] : score.findings) {
    Json windows = Json::array();
    for (std::size_t i = 0; i < findings.size(); ++i) {
      if (findings[i]) windows.push_back(i);
    }
    json["found_in"][NameOf(recording, arm)] = std::move(windows);
  }
  json["detectable_percent"] = Optional(score.detectable_percent);
  json["detects_less"] = score.detects_less;
  json["not_measured"] = measured ? Json() : Json(score.not_measured);
  json["null_reasons"] = Json::object();
  if (!score.detectable_percent) {
    json["null_reasons"]["detectable_percent"] =
        measured ? "no spin was found in 80 % of its windows, or none was measured so" : score.not_measured;
  }
  return json;
}

Json RatioReasons(const LabRatio& ratio) {
  Json reasons = Json::object();
  if (!ratio.ratio) reasons["ratio"] = "the other rule found nothing";
  if (!ratio.low) reasons["low"] = "in most resamples the other rule found nothing";
  if (!ratio.high) reasons["high"] = "the other rule may have found nothing";
  return reasons;
}

Json RatioJson(const LabScores& scores, const LabRatio& ratio) {
  const LabScore& score = scores.scores[ratio.score];
  return {{"rule", score.rule},
          {"usage", score.usage},
          {"ratio", Optional(ratio.ratio)},
          {"fit", IsFit(score)},
          {"low", Optional(ratio.low)},
          {"high", Optional(ratio.high)},
          {"null_reasons", RatioReasons(ratio)}};
}

}  // namespace

std::string RenderLabJson(const LabRecording& recording, const LabScores& scores) {
  const LabHeader& header = recording.header;
  Json json = {{"schema", kLabScoresSchema},
               {"clock", scores.clock == Clock::kWall ? "wall" : "cpu"},
               {"machine_id", header.context.machine_id},
               {"started", header.context.started},
               {"seed", header.protocol.seed},
               {"runs", header.protocol.runs},
               {"rounds", header.protocol.rounds},
               {"operations", header.protocol.operations},
               {"experiments", scores.experiments},
               {"planned_experiments", header.experiments},
               {"changed_conditions", ChangedConditions(recording)},
               {"effects", Json::array()},
               {"rules", Json::array()},
               {"ratios", Json::array()}};
  for (const LabEffect& effect : scores.effects) json["effects"].push_back(EffectJson(recording, effect));
  for (const LabScore& score : scores.scores) json["rules"].push_back(ScoreJson(recording, score));
  json["ratios_at"] = scores.main_arm == kLabBase ? Json() : Json(NameOf(recording, scores.main_arm));
  for (const LabRatio& ratio : scores.ratios) json["ratios"].push_back(RatioJson(scores, ratio));
  json["best_other"] = scores.best ? RatioJson(scores, scores.ratios[*scores.best]) : Json();
  json["null_reasons"] = Json::object();
  if (json["ratios_at"].is_null()) json["null_reasons"]["ratios_at"] = "no effect ran alone";
  if (!scores.best) json["null_reasons"]["best_other"] = "our own rule, or every other one, is not fit";
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstbyte::report
