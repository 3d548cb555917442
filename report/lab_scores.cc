// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_scores.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/random.h"

namespace firstbyte::report {
namespace {

constexpr int kResamples = 2000;
constexpr std::uint64_t kResampleSeed = 20'260'825;
constexpr double kPowerWanted = 0.8;

LabShare ShareOf(const std::vector<bool>& findings) {
  return MakeLabShare(static_cast<int>(std::count(findings.begin(), findings.end(), true)),
                      static_cast<int>(findings.size()));
}

bool Counts(int arm, LabFinding finding) { return arm == kLabCopy ? finding != 0 : finding > 0; }

// Of the windows of an arm, by the rule itself or by what compare.py said.
std::vector<bool> Ask(const LabRule& rule, int arm, const std::vector<LabWindow>& windows, const LabOutside& outside) {
  std::vector<bool> findings;
  if (rule.find) {
    for (const LabWindow& window : windows) findings.push_back(Counts(arm, rule.find(window)));
    return findings;
  }
  const auto found = outside.findings.find({rule.usage_name, arm});
  if (found == outside.findings.end()) return findings;
  for (const LabFinding finding : found->second) findings.push_back(Counts(arm, finding));
  return findings;
}

LabScore ScoreRule(const LabRule& rule, const LabWindows& windows, const LabOutside& outside) {
  LabScore score;
  score.rule = rule.name;
  score.usage = rule.usage_name;
  score.ours = rule.ours;
  score.documented = rule.documented;
  if (!rule.find) score.not_measured = outside.not_measured;
  for (const auto& [arm, of_arm] : windows.of.at(rule.usage)) {
    std::vector<bool> findings = Ask(rule, arm, of_arm, outside);
    if (findings.empty()) continue;
    score.found[arm] = ShareOf(findings);
    score.findings[arm] = std::move(findings);
  }
  if (score.found.empty() && score.not_measured.empty()) score.not_measured = "it was not asked";
  const auto copy = score.found.find(kLabCopy);
  score.calibrated = copy != score.found.end() && copy->second.interval.low <= kLabAlpha;
  return score;
}

LabEffect EffectOf(int arm, const std::vector<LabWindow>& windows) {
  std::vector<double> logs;
  for (const LabWindow& window : windows) {
    for (const double difference : RunLogDifferences(window.reference, window.arm)) logs.push_back(-difference);
  }
  const auto percent = [](double log) { return 100 * std::expm1(log); };
  const double mean = Mean(logs);
  const Interval interval = StudentInterval(logs).value_or(Interval{mean, mean});
  return {arm, percent(mean), {percent(interval.low), percent(interval.high)}, static_cast<int>(logs.size())};
}

// The effects of spins and the powers at them, in the order of the effects.
std::vector<std::pair<double, double>> PowerCurve(const LabHeader& header, const LabScores& scores,
                                                  const LabScore& score) {
  std::vector<std::pair<double, double>> curve;
  for (const LabEffect& effect : scores.effects) {
    const auto found = score.found.find(effect.arm);
    if (found == score.found.end() || !header.arms[static_cast<std::size_t>(effect.arm)].target_percent) continue;
    curve.emplace_back(effect.percent, found->second.share);
  }
  std::sort(curve.begin(), curve.end());
  return curve;
}

std::optional<double> Detectable(const std::vector<std::pair<double, double>>& curve) {
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const auto& [low_effect, low_power] = curve[i - 1];
    const auto& [high_effect, high_power] = curve[i];
    if (low_power >= kPowerWanted || high_power < kPowerWanted) continue;
    return low_effect + (high_effect - low_effect) * (kPowerWanted - low_power) / (high_power - low_power);
  }
  return std::nullopt;
}

int MainArm(const LabHeader& header) {
  for (const int arm : header.solo_arms) {
    if (header.arms[static_cast<std::size_t>(arm)].target_percent == 1.0) return arm;
  }
  return header.solo_arms.size() > 2 ? header.solo_arms[2] : kLabBase;
}

struct Counted {
  int ours = 0;
  int theirs = 0;
};

Counted Resample(const std::vector<bool>& ours, const std::vector<bool>& theirs, SplitMix64& random) {
  Counted counted;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const std::size_t drawn = random.Below(ours.size());
    counted.ours += ours[drawn] ? 1 : 0;
    counted.theirs += theirs[drawn] ? 1 : 0;
  }
  return counted;
}

LabRatio RatioOf(const LabScores& scores, const LabScore& ours, std::size_t index) {
  const std::vector<bool>& mine = ours.findings.at(scores.main_arm);
  const std::vector<bool>& theirs = scores.scores[index].findings.at(scores.main_arm);
  LabRatio ratio;
  ratio.score = index;
  const double power = scores.scores[index].found.at(scores.main_arm).share;
  if (power > 0) ratio.ratio = ours.found.at(scores.main_arm).share / power;
  SplitMix64 random(kResampleSeed);
  std::vector<double> drawn;
  for (int i = 0; i < kResamples; ++i) {
    const Counted counted = Resample(mine, theirs, random);
    // Infinite where only the other found nothing; nothing against nothing says nothing, and counts for the other.
    const double value = counted.theirs > 0 ? static_cast<double>(counted.ours) / counted.theirs
                         : counted.ours > 0 ? HUGE_VAL
                                            : 0;
    drawn.push_back(value);
  }
  std::sort(drawn.begin(), drawn.end());
  const double low = drawn[kResamples / 40];
  const double high = drawn[kResamples - 1 - kResamples / 40];
  if (std::isfinite(low)) ratio.low = low;
  if (std::isfinite(high)) ratio.high = high;
  return ratio;
}

void AddRatios(LabScores& scores) {
  const auto ours = std::find_if(scores.scores.begin(), scores.scores.end(), [](const LabScore& s) { return s.ours; });
  // A rule that cries wolf finds effects as well: a ratio would say nothing.
  if (scores.main_arm == kLabBase || ours == scores.scores.end() || !IsFit(*ours)) return;
  double best = -1;
  for (std::size_t i = 0; i < scores.scores.size(); ++i) {
    const LabScore& score = scores.scores[i];
    if (score.ours || !score.calibrated || !score.found.contains(scores.main_arm)) continue;
    scores.ratios.push_back(RatioOf(scores, *ours, i));
    const double power = score.found.at(scores.main_arm).share;
    if (power <= best || !IsFit(score)) continue;
    best = power;
    scores.best = scores.ratios.size() - 1;
  }
}

}  // namespace

Result<LabScores> ScoreLab(const LabRecording& recording, const LabWindows& windows, Clock clock,
                           const LabOutside& compare_py) {
  if (windows.experiments == 0)
    return InvalidError("No experiment of this recording is complete; go on with: firstbyte lab record --resume FILE");
  LabScores scores;
  scores.clock = clock;
  scores.experiments = windows.experiments;
  scores.main_arm = MainArm(recording.header);
  for (const auto& [arm, of_arm] : windows.of.at(LabUsage::kPaired)) scores.effects.push_back(EffectOf(arm, of_arm));
  const std::vector<LabRule> rules = LabRules();
  const Protocol& protocol = recording.header.protocol;
  const auto regimes = SimulateLabRules(rules, protocol.runs, protocol.rounds);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    LabScore score = ScoreRule(rules[i], windows, compare_py);
    const auto curve = PowerCurve(recording.header, scores, score);
    score.detects_less = !curve.empty() && curve.front().second >= kPowerWanted;
    score.detectable_percent = score.detects_less ? curve.front().first : Detectable(curve);
    score.regimes = regimes[i];
    score.holds_in_regimes = HoldsInAll(score.regimes);
    scores.scores.push_back(std::move(score));
  }
  AddRatios(scores);
  return scores;
}

}  // namespace firstbyte::report
