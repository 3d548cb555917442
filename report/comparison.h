// SPDX-License-Identifier: GPL-2.0-or-later
// What results say about each arm against its baseline. All formats print this; none of them computes.
//
// The headline is the mails': the median of the per-round means over all runs and rounds, a delta of unrounded medians,
// a percentage of the baseline. Beside it stands what the difference may be by chance: within a round the arms run next
// to each other, so D(r), the median over the rounds of run r of ln(t_baseline) - ln(t_arm), is free of the drift that
// moves both; report/sign_flip.h turns the D(r) into a p value and a 95 % interval. These are two estimators of one
// thing, and where they disagree the row says so. docs/statistics.md has the reasons and an example by hand.
//
// Beside the rows against the baseline, `both` stands against `cached` as well: what the patch still saves once CPUID
// is cached, which no difference of two other rows has an interval for.
//
// Arms of two engines that are the same code (report/same_code.h) are not called faster or slower: "same code" is the
// verdict, and the numbers are those that were seen.
//
// An A/A arm is a second copy of the baseline: whatever it shows, the machine or the tool made. Times are nanoseconds
// per operation, unrounded.
#ifndef FIRSTBYTE_REPORT_COMPARISON_H_
#define FIRSTBYTE_REPORT_COMPARISON_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "report/counts.h"
#include "report/evidence.h"
#include "report/results.h"
#include "report/round_means.h"
#include "report/sign_flip.h"
#include "report/statistics.h"

namespace firstbyte::report {

// Names of arms that mean something here.
inline constexpr char kBaselineArm[] = "baseline";
inline constexpr char kControlArm[] = "A/A";
inline constexpr char kCachedArm[] = "cached";
inline constexpr char kBothArm[] = "both";

enum class Verdict { kFaster, kSlower, kUnresolved, kSameCode, kControlPassed, kControlFailed, kControlUntested };

struct Difference {
  double delta_ns = 0;  // of the unrounded headline medians; positive: the arm is faster
  double percent = 0;   // of the reference's headline
  SignFlip log;         // over D(r), in natural logarithms
  std::optional<Interval> percent_interval;
  double paired_ns = 0;                 // log.mean as a share of the reference's headline: always within ns_interval
  std::optional<Interval> ns_interval;  // percent_interval of the reference's headline
  std::optional<Interval> student_percent_interval;  // a cross-check, never a verdict
  Verdict verdict = Verdict::kUnresolved;
  std::string reason;                // why the verdict is not a plain one; may be empty
  bool estimators_disagree = false;  // delta_ns lies outside ns_interval
  std::vector<double> run_logs;      // D(r), what log is of
  Evidence evidence;
};

struct Row {
  std::size_t arm = 0;          // index into Results::arms
  std::size_t reference = 0;    // the same for the arm it is compared with; of a reference's own row, equal to arm
  double median_ns = 0;         // headline
  double run_median_ns = 0;     // median of the runs' medians
  double spread_ns = 0;         // median absolute deviation of the per-round means
  bool medians_differ = false;  // the two medians by more than 0.1 %
  std::optional<Difference> difference;  // none in a reference's own row
  Counts counts;                         // of the arm, where the CPU's counters counted
  Counts reference_counts;               // of the arm it is compared with
};

// Rows that belong under one heading: an operation of an engine, compared within the engine or with the same arms of
// another one.
struct Group {
  std::string operation;
  std::string engine;
  std::string reference_engine;  // equal to engine for a comparison within it
  std::vector<Row> rows;
  // Each arm against the same arm of the other engine. False with another engine: none has measured a baseline of
  // `engine`, so that its arms stand against the other's.
  bool same_arms = false;
};

struct Comparison {
  Clock clock = Clock::kWall;
  std::string clock_name;
  std::vector<Group> groups;
  int control_rows = 0;
  double control_threshold = 0;  // a control fails below this p value
};

// Validates first. Invalid: an operation without a baseline, or a clock that was not measured.
Result<Comparison> Compare(const Results& results, Clock clock = Clock::kWall);

// What the paired differences say that the arm saves, in percent of the reference: the estimate that p and the interval
// belong to, which Difference::percent, of pooled medians, need not be near.
double PairedPercent(const Difference& difference);

// How a row is called in a table: the arm's name, with "vs" and the other's where it is compared with another arm than
// the baseline: "both vs cached".
std::string RowName(const Results& results, const Row& row);

// "faster", "slower", "unresolved", "same code", "passed", "FAILED" or "untested".
std::string VerdictName(Verdict verdict);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_COMPARISON_H_
