// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/calibration_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "report/calibration_markdown.h"
#include "report/cells.h"
#include "report/machine_identity.h"
#include "report/student.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

// The operations of the rows with the smallest margin of each.
std::vector<std::pair<std::string, double>> MarginsByOperation(const Results& results, const Policy& policy,
                                                               const std::vector<GateRow>& rows) {
  std::vector<std::pair<std::string, double>> margins;
  for (const GateRow& row : rows) {
    const std::string& operation = row.group->operation;
    const auto margin = MarginOf(policy, operation, results.arms[row.row->arm].name);
    if (!margin) continue;  // which the judgement refuses
    const auto found =
        std::find_if(margins.begin(), margins.end(), [&](const auto& m) { return m.first == operation; });
    if (found == margins.end()) {
      margins.emplace_back(operation, *margin);
    } else {
      found->second = std::min(found->second, *margin);
    }
  }
  return margins;
}

const CalibrationRow* FindRow(const Calibration& calibration, const std::string& operation, Clock clock) {
  const std::string name = clock == Clock::kWall ? "wall" : "cpu";
  const auto found = std::find_if(calibration.rows.begin(), calibration.rows.end(), [&](const CalibrationRow& row) {
    return row.operation == operation && row.clock == name;
  });
  return found == calibration.rows.end() ? nullptr : &*found;
}

// Whether results scatter at least as much as the calibration did for being what they are: the same request, and no
// more of them in a block or blocks in a run.
bool IsNoFiner(const Protocol& here, const Protocol& there) {
  return here.operations <= there.operations && here.rounds <= there.rounds &&
         here.request_bytes == there.request_bytes && here.request_case == there.request_case &&
         here.fragments == there.fragments && here.level == there.level && here.corpus_sha256 == there.corpus_sha256;
}

class User {
 public:
  User(const NamedCalibration& named, const Results& results, const Policy& policy, Clock clock)
      : calibration_(named.calibration), results_(results), policy_(policy), clock_(clock) {
    use_.file = named.file;
  }

  CalibrationUse Run(const std::vector<GateRow>& rows) {
    CheckMachine();
    for (const auto& [operation, margin] : MarginsByOperation(results_, policy_, rows)) AddRow(operation, margin);
    if (!use_.refusal.empty()) {
      use_.notes.clear();
      return std::move(use_);
    }
    std::vector<std::string> rates;
    for (const CalibrationUseRow& row : use_.rows)
      rates.push_back(
          fmt::format("{} {}: {}", row.operation, RateStateName(row.state), DescribeFalseAlarms(row.alarms)));
    use_.sentence =
        fmt::format("calibration {}: false alarms at 5 % by this clock: {}", Quoted(use_.file), fmt::join(rates, "; "));
    Mention();
    return std::move(use_);
  }

 private:
  // The first reason wins.
  void Refuse(const std::string& why, const std::string& what_to_do) {
    if (use_.refusal.empty()) use_.refusal = fmt::format("Calibration {} {}: {}.", Quoted(use_.file), why, what_to_do);
  }

  void CheckMachine() {
    const std::string here = results_.context.tool_version;
    const std::string there = calibration_.header.context.tool_version;
    if (here != there)
      Refuse(fmt::format("is of firstbyte {}, and these results are of {}", Printable(there), Printable(here)),
             "calibrate with the version that measures");
    const auto differences = DifferencesOfKind(IdentifyMachine(calibration_.header), IdentifyMachine(results_));
    if (!differences.empty())
      Refuse(fmt::format("is of another machine, {}", fmt::join(differences, ", ")),
             "run `firstbyte calibrate` where these results were measured");
  }

  void AddRow(const std::string& operation, double margin) {
    const CalibrationRow* const row = FindRow(calibration_, operation, clock_);
    const std::string clock = ClockName(results_, clock_);
    if (row == nullptr) {
      Refuse(fmt::format("says nothing of {} by {}", operation, Printable(clock)),
             "calibrate anew, or judge by another clock");
      return;
    }
    const Look& last = policy_.looks.back();
    CalibrationUseRow use{operation,
                          CountFalseAlarms(*row),
                          {},
                          DetectablePercent(row->deviation_percent, last.runs, last.alpha),
                          DetectablePercent(row->robust_deviation_percent, last.runs, last.alpha)};
    use.state = StateOf(use.alarms);
    CheckRate(use, Printable(clock));
    if (use.state == RateState::kNotShown) use_.notes.push_back(NotShown(use));
    if (use.alarms.experiments < calibration_.experiments)
      use_.notes.push_back(fmt::format("{} of {} experiments have no {} by {}",
                                       FormatCount(calibration_.experiments - use.alarms.experiments),
                                       FormatCount(calibration_.experiments), operation, Printable(clock)));
    CheckLook(*row);
    CheckMargin(*row, margin, last);
    use_.rows.push_back(std::move(use));
  }

  void CheckRate(const CalibrationUseRow& use, const std::string& clock) {
    if (AllowsJudging(use.alarms)) return;
    const std::string seen = DescribeFalseAlarms(use.alarms);
    if (use.state == RateState::kCannotHold)
      Refuse(fmt::format("says that this machine cannot hold a rate of 5 % for {} by {}: {} false alarms",
                         use.operation, clock, seen),
             "make it quieter and calibrate again, or judge by another clock");
    if (use.alarms.experiments < kFewestExperiments)
      Refuse(fmt::format("is of too few experiments to show anything of {} by {}, {} where {} are the least",
                         use.operation, clock, use.alarms.experiments, kFewestExperiments),
             "calibrate with more");
    Refuse(fmt::format("saw more false alarms of {} by {} than a gate may have, 8 % or more, in too few experiments "
                       "to tell whether that was chance: {}",
                       use.operation, clock, seen),
           "calibrate with more, make the machine quieter, or judge by another clock");
  }

  // The rate of 5 % may hold where that of the rarer p values which this look tests at does not.
  void CheckLook(const CalibrationRow& row) {
    const auto look = LookAt(policy_, results_.protocol.runs);
    if (!look) return;
    const FalseAlarms alarms = CountFalseAlarms(row, look->alpha);
    if (alarms.interval.low > look->alpha)
      use_.notes.push_back(fmt::format("at {:g}, the alpha of this look, {} had more false alarms than that: {}",
                                       look->alpha, row.operation, DescribeFalseAlarms(alarms)));
  }

  static std::string NotShown(const CalibrationUseRow& use) {
    const auto enough = ExperimentsToShow(use.alarms);
    return fmt::format("that {} holds its rate of 5 % was not shown; {}", use.operation,
                       enough ? fmt::format("it would take about {} experiments", FormatCount(*enough))
                              : fmt::format("at the rate seen not even {} experiments would show it",
                                            FormatCount(kMostCalibrationExperiments)));
  }

  // By the smaller deviation, as wild runs may be absent next time. A margin that the last look's interval is too wide
  // for cannot be shown to be kept, not even by code that did not change: then nothing is judged. One that is found in
  // fewer than four of five measurements is no reason, for what did not change passes.
  void CheckMargin(const CalibrationRow& row, double margin, const Look& last) {
    const double deviation = std::min(row.deviation_percent, row.robust_deviation_percent);
    const double found = DetectablePercent(deviation, last.runs, last.alpha);
    const double half = HalfIntervalPercent(deviation, last.runs, last.alpha);
    if (found <= margin) return;
    const Protocol& here = results_.protocol;
    const Protocol& there = calibration_.header.protocol;
    const bool is_too_wide = half >= margin;
    const std::string what =
        fmt::format("{} runs, the last planned look, {}", last.runs,
                    is_too_wide ? fmt::format("leave {} on either side of a change of {}, and the margin is {:g}%",
                                              FormatPercent(half), row.operation, margin)
                                : fmt::format("find a slow-down of {} of {} in four of five measurements, and one of "
                                              "the margin of {:g}% in fewer",
                                              FormatPercent(found), row.operation, margin));
    if (here.operations > there.operations) {
      use_.notes.push_back(
          fmt::format("by the calibration, {}, with its {} operations per round; these results have {}", what,
                      FormatCount(there.operations), FormatCount(here.operations)));
    } else if (!IsNoFiner(here, there)) {
      use_.notes.push_back(
          fmt::format("by the calibration, {}; it is of other requests or fewer rounds than these", what));
    } else if (is_too_wide) {
      Refuse(fmt::format("says that {}: hardly any measurement could show that it is kept", what),
             "measure more operations per round or plan more runs, or choose a wider margin");
    } else {
      use_.notes.push_back(fmt::format("by the calibration, {}", what));
    }
  }

  // Engines that the results have in another state than the calibration, or that it has not; each name once.
  std::vector<std::string> OtherEngines() const {
    const auto& known = calibration_.header.context.engines;
    std::vector<std::string> names;
    for (const EngineRecord& engine : results_.context.engines) {
      const bool same = std::any_of(known.begin(), known.end(), [&](const EngineRecord& other) {
        return other.object_sha256 == engine.object_sha256;
      });
      const bool calibrated_probe = engine.probe == "live";  // the one that the baseline has
      if (!same && calibrated_probe && std::find(names.begin(), names.end(), engine.name) == names.end())
        names.push_back(engine.name);
    }
    return names;
  }

  void Mention() {
    for (std::string& difference :
         DifferencesToMention(IdentifyMachine(calibration_.header), IdentifyMachine(results_)))
      use_.notes.push_back("since the calibration: " + std::move(difference));
    if (calibration_.header.context.machine_id != results_.context.machine_id)
      use_.notes.push_back("the calibration is of another machine of the same kind");
    if (calibration_.header.context.program_sha256 != results_.context.program_sha256)
      use_.notes.push_back("the calibration is of another build of this version of firstbyte");
    if (const auto names = OtherEngines(); !names.empty())
      use_.notes.push_back(fmt::format("not the engine that was calibrated with: {}", fmt::join(names, ", ")));
  }

  const Calibration& calibration_;
  const Results& results_;
  const Policy& policy_;
  Clock clock_;
  CalibrationUse use_;
};

}  // namespace

CalibrationUse UseCalibration(const NamedCalibration& named, const Results& results, const Policy& policy, Clock clock,
                              const std::vector<GateRow>& rows) {
  return User(named, results, policy, clock).Run(rows);
}

}  // namespace firstbyte::report
