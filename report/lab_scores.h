// SPDX-License-Identifier: GPL-2.0-or-later
// What the lab says of each rule: how often it found something where nothing was, and how often it found what was
// there, of the windows of a recording; shares with the exact interval of Clopper and Pearson, 95 %.
#ifndef FIRSTBYTE_REPORT_LAB_SCORES_H_
#define FIRSTBYTE_REPORT_LAB_SCORES_H_

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "report/lab_recording.h"
#include "report/lab_regimes.h"
#include "report/lab_rules.h"
#include "report/lab_share.h"
#include "report/lab_windows.h"
#include "report/statistics.h"

namespace firstbyte::report {

struct LabScore {
  std::string rule;
  std::string usage;
  bool ours = false;
  bool documented = true;
  std::map<int, LabShare> found;  // by arm. Of the copy: anything that is found; of effects: that the arm is slower
  std::map<int, std::vector<bool>> findings;  // the same window by window
  bool calibrated = false;                    // the interval of its false-positive rate holds 5 %, or lies below
  std::vector<LabRegime> regimes;             // what it finds on simulated machines where nothing differs
  bool holds_in_regimes = false;              // none of them shows that it is more than 5 %
  // The true change, percent, at which it finds four of five, drawn straight between two effects of the spin; none
  // where none of them reached that. Where the smallest did already, that one, and less may do.
  std::optional<double> detectable_percent;
  bool detects_less = false;
  std::string not_measured;  // why there are no shares
};

// What an arm really adds to the base's time, of all paired processes of the recording; percent.
struct LabEffect {
  int arm = 0;
  double percent = 0;
  Interval interval;  // 95 %, Student's: so many processes that their mean is normal
  int processes = 0;
};

// Whether what the rule finds can be believed: here, and where the machine has other vices.
inline bool IsFit(const LabScore& score) { return score.calibrated && score.holds_in_regimes; }

// Ours against another rule that is calibrated here: the ratio of powers at the main effect.
struct LabRatio {
  std::size_t score = 0;        // of LabScores::scores
  std::optional<double> ratio;  // none where the other found nothing
  // 95 %, of 2000 resamples of whole experiments with a fixed seed, which keeps what the two share. No upper end where
  // the other may have found nothing.
  std::optional<double> low;
  std::optional<double> high;
};

struct LabScores {
  Clock clock = Clock::kThreadCpu;
  int experiments = 0;
  int main_arm = 0;  // whose power the ratios are of: +1 %, else the first effect that ran alone; 0: none
  std::vector<LabEffect> effects;
  std::vector<LabScore> scores;
  std::vector<LabRatio> ratios;     // in the order of the scores
  std::optional<std::size_t> best;  // of `ratios`: the fit peer with the highest power
};

// What compare.py was asked: its findings by usage name and arm, window by window, or why it could not be asked.
struct LabOutside {
  std::map<std::pair<std::string, int>, std::vector<LabFinding>> findings;
  std::string not_measured;
};

// An error where no experiment is complete.
Result<LabScores> ScoreLab(const LabRecording& recording, const LabWindows& windows, Clock clock,
                           const LabOutside& compare_py);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_SCORES_H_
