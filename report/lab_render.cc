// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_render.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "report/list_item.h"
#include "report/markdown_table.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

constexpr char kUndocumented[] = " (+)";
constexpr std::size_t kColumnsOfPower = 3;

std::string ArmName(const LabRecording& recording, int arm) {
  return EscapeMarkdown(recording.header.arms[static_cast<std::size_t>(arm)].name);
}

std::string ClockOf(Clock clock) { return clock == Clock::kWall ? "wall" : "thread CPU"; }

// "4 (2..8)", in percent.
std::string ShareText(const LabShare& share) {
  return fmt::format("{:.0f} ({:.0f}..{:.0f})", 100 * share.share, 100 * share.interval.low, 100 * share.interval.high);
}

std::string ShareOf(const LabScore& score, int arm) {
  const auto found = score.found.find(arm);
  return found == score.found.end() ? "-" : ShareText(found->second);
}

std::string UsageOf(const LabScore& score) { return score.usage + (score.documented ? "" : kUndocumented); }

std::string Heading(const LabRecording& recording, const LabScores& scores) {
  const Protocol& protocol = recording.header.protocol;
  return WrapIndented(
             fmt::format("**Lab: {} experiments of {} processes x {} rounds x {} requests per arm, {} by {}, {} time**",
                         scores.experiments, protocol.runs, protocol.rounds, protocol.operations,
                         EscapeMarkdown(recording.header.request.operation),
                         EscapeMarkdown(recording.header.request.engine), ClockOf(scores.clock)),
             0, kPageColumns) +
         "\n\n";
}

std::string EffectsTable(const LabRecording& recording, const LabScores& scores) {
  std::vector<std::vector<std::string>> rows;
  for (const LabEffect& effect : scores.effects) {
    const LabArm& arm = recording.header.arms[static_cast<std::size_t>(effect.arm)];
    const std::string added = arm.cpuids > 0 ? fmt::format("{} CPUID{}", arm.cpuids, arm.cpuids == 1 ? "" : "s")
                              : arm.spin_iterations > 0 ? fmt::format("a spin of {}", arm.spin_iterations)
                                                        : "nothing";
    rows.push_back({ArmName(recording, effect.arm), added, fmt::format("{:+.2f} %", effect.percent),
                    fmt::format("{:+.2f} .. {:+.2f} %", effect.interval.low, effect.interval.high)});
  }
  return LayMarkdownTable(
      {{"arm"}, {"beside each request"}, {"true change", Align::kRight}, {"95 % interval", Align::kRight}}, rows);
}

std::string FitText(const LabScore& score) {
  if (!score.calibrated) return "no";
  return score.holds_in_regimes ? "yes" : "here";
}

std::string RulesTable(const LabRecording& recording, const LabScores& scores) {
  const bool has_main = scores.main_arm != kLabBase;
  std::vector<Column> columns = {{"rule"}, {"usage"}, {"A/A, %", Align::kRight}};
  if (has_main) columns.push_back({ArmName(recording, scores.main_arm) + " found, %", Align::kRight});
  columns.push_back({"fit"});
  std::vector<std::vector<std::string>> rows;
  for (const LabScore& score : scores.scores) {
    std::vector<std::string> row = {score.rule, UsageOf(score)};
    row.push_back(score.not_measured.empty() ? ShareOf(score, kLabCopy) : "not measured");
    if (has_main) row.push_back(score.not_measured.empty() ? ShareOf(score, scores.main_arm) : "-");
    row.push_back(score.not_measured.empty() ? FitText(score) : "-");
    rows.push_back(row);
  }
  return LayMarkdownTable(columns, rows);
}

// Simulated machines, so that a rule is not called fit for what this machine happens not to do.
std::string RegimesTable(const LabScores& scores) {
  std::vector<Column> columns = {{"simulated"}, {"usage"}};
  if (scores.scores.empty()) return "";
  for (const LabRegime& regime : scores.scores.front().regimes)
    columns.push_back({regime.name.substr(0, regime.name.find_first_of(" -")), Align::kRight});
  std::vector<std::vector<std::string>> rows;
  for (const LabScore& score : scores.scores) {
    if (score.rule == kLabComparePy) continue;  // as benchstat
    rows.push_back({score.rule, UsageOf(score)});
    for (const LabRegime& regime : score.regimes)
      rows.back().push_back(fmt::format("{:.1f}", 100 * regime.found.share));
  }
  return "\n" + LayMarkdownTable(columns, rows);
}

// Short enough for a heading: fit rules of one name differ in the first word of their usage.
std::string ColumnName(const LabScore& score) {
  if (score.usage.starts_with("alternated")) return score.rule + ", alt.";
  if (score.usage.starts_with("sequential")) return score.rule + ", seq.";
  return score.rule + (score.usage == "one process" ? ", 1 process" : "");
}

// Rows are effects, columns the fit rules, a few per table.
std::string PowerTables(const LabRecording& recording, const LabScores& scores) {
  std::vector<const LabScore*> fit;
  for (const LabScore& score : scores.scores) {
    if (IsFit(score) && score.found.size() > 1) fit.push_back(&score);
  }
  std::string text;
  for (std::size_t from = 0; from < fit.size(); from += kColumnsOfPower) {
    const std::size_t to = std::min(fit.size(), from + kColumnsOfPower);
    std::vector<Column> columns = {{"found, %"}};
    for (std::size_t i = from; i < to; ++i) columns.push_back({ColumnName(*fit[i]), Align::kRight});
    std::vector<std::vector<std::string>> rows;
    for (const LabEffect& effect : scores.effects) {
      std::vector<std::string> row = {ArmName(recording, effect.arm)};
      for (std::size_t i = from; i < to; ++i) row.push_back(ShareOf(*fit[i], effect.arm));
      rows.push_back(row);
    }
    std::vector<std::string> detectable = {"finds 80 %"};
    for (std::size_t i = from; i < to; ++i)
      detectable.push_back(
          fit[i]->detectable_percent
              ? fmt::format("{} {:.2f} %", fit[i]->detects_less ? "below" : "at", *fit[i]->detectable_percent)
              : "-");
    rows.push_back(detectable);
    text += "\n" + LayMarkdownTable(columns, rows);
  }
  return text;
}

std::string Number(const std::optional<double>& value, const char* otherwise) {
  return value ? fmt::format("{:.2f}", *value) : std::string(otherwise);
}

std::string RatiosTable(const LabRecording& recording, const LabScores& scores) {
  if (scores.main_arm == kLabBase) return "";
  const bool fit = std::any_of(scores.scores.begin(), scores.scores.end(),
                               [](const LabScore& score) { return score.ours && IsFit(score); });
  if (!fit)
    return "\n" +
           ListItem("The rule of firstbyte is not fit itself in this recording: no ratio of powers means anything.");
  if (scores.ratios.empty())
    return "\n" + ListItem("No other rule is fit: there is nothing to compare the power of firstbyte with.");
  std::vector<std::vector<std::string>> rows;
  for (const LabRatio& ratio : scores.ratios) {
    const LabScore& score = scores.scores[ratio.score];
    rows.push_back({score.rule, UsageOf(score), FitText(score), Number(ratio.ratio, "infinite"),
                    Number(ratio.low, "unbounded") + " .. " + Number(ratio.high, "unbounded")});
  }
  const std::string table =
      fmt::format("\nHow many times as often as others firstbyte finds {}:\n\n", ArmName(recording, scores.main_arm)) +
      LayMarkdownTable({{"against"}, {"usage"}, {"fit"}, {"ratio", Align::kRight}, {"95 %", Align::kRight}}, rows) +
      "\n";
  if (!scores.best) return table + ListItem("None of these is fit on other machines.");
  const LabRatio& best = scores.ratios[*scores.best];
  const LabScore& score = scores.scores[best.score];
  return table + ListItem(fmt::format(
                     "Of the other fit rules {}, {}, finds {} most often; firstbyte finds it {} times as often "
                     "(95 %: {} .. {}).",
                     score.rule, UsageOf(score), ArmName(recording, scores.main_arm), Number(best.ratio, "infinite"),
                     Number(best.low, "unbounded"), Number(best.high, "unbounded")));
}

std::string NotMeasured(const LabScores& scores) {
  std::set<std::string> said;
  std::string text;
  for (const LabScore& score : scores.scores) {
    if (score.not_measured.empty() || !said.insert(score.rule).second) continue;
    text += ListItem(fmt::format("{}: not measured: {}", score.rule, EscapeMarkdown(score.not_measured)));
  }
  return text;
}

std::string Notes(const LabRecording& recording, const LabScores& scores) {
  std::string text = ListItem(
      "A/A: how often the rule found a difference between two copies of the same code. Found: how often it found that "
      "the arm is slower. In brackets the 95 % interval of Clopper and Pearson.");
  text += ListItem(
      "fit: the interval of the false-positive rate holds 5 % or lies below, in the recording and on each of four "
      "simulated machines (500 windows each; below their names the false positives, %); \"here\": only in the "
      "recording. The power "
      "of a "
      "rule that is not fit means nothing; with few experiments every rule looks fit here.");
  text += ListItem(
      "Windows share no block within a column and usage; arms of an experiment share the blocks of their reference. "
      "Every "
      "usage has as many requests. (+): not a usage that the rule's authors document.");
  const std::size_t arms = recording.header.arms.size();
  const std::size_t rows = arms % 2 == 0 ? arms : 2 * arms;  // of a Williams design
  if (static_cast<std::size_t>(recording.header.protocol.rounds) % rows != 0) {
    text += ListItem(fmt::format(
        "{} rounds hold no whole Williams design of {} arms ({} rows): what an arm leaves to the next one is in the "
        "processes with changing signs, and makes firstbyte find less than it could.",
        recording.header.protocol.rounds, arms, rows));
  }
  const std::vector<std::string> changes = ChangedConditions(recording);
  if (!changes.empty())
    text += ListItem("After it was resumed, it was measured under other conditions than its header says: " +
                     EscapeMarkdown(fmt::format("{}", fmt::join(changes, "; "))) + ".");
  const auto planned = static_cast<int>(recording.header.experiments);
  if (scores.experiments < planned)
    text += ListItem(fmt::format("{} of {} planned experiments are complete.", scores.experiments, planned));
  return text;
}

}  // namespace

std::string RenderLab(const LabRecording& recording, const LabScores& scores) {
  return Heading(recording, scores) + EffectsTable(recording, scores) + "\n" + RulesTable(recording, scores) +
         RegimesTable(scores) + PowerTables(recording, scores) + RatiosTable(recording, scores) + NotMeasured(scores) +
         Notes(recording, scores);
}

}  // namespace firstbyte::report
