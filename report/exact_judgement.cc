// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/exact_judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "report/grouped_number.h"

namespace firstbyte::report {
namespace {

struct Cell {
  std::string row;
  std::string what;
  std::optional<double> value;
  bool is_phase = false;
};

void AddCells(std::vector<Cell>& cells, const std::string& row, const ExactCells& values, bool is_phase) {
  cells.push_back({row, "CPUIDs", values.cpuids, is_phase});
  cells.push_back({row, "instructions", values.instructions, is_phase});
  cells.push_back({row, "bytes cleared", values.bytes_cleared, is_phase});
  cells.push_back({row, "bytes stored", values.bytes_stored, is_phase});
}

std::vector<Cell> CellsOf(const ExactCounts& counts, const std::string& engine) {
  std::vector<Cell> cells;
  for (const ExactRow& row : counts.rows) {
    if (row.engine == engine) AddCells(cells, row.operation + " " + row.arm, row.cells, false);
  }
  for (const ExactPhase& phase : counts.phases) {
    if (phase.engine == engine)
      AddCells(cells, fmt::format("phase {} ({})", phase.phase, phase.probe), phase.cells, true);
  }
  for (const CompressedSize& size : counts.sizes) {
    if (size.engine == engine)
      cells.push_back({"size of " + size.pages + " pages", "bytes compressed", static_cast<double>(size.bytes), false});
  }
  return cells;
}

const Cell* Find(const std::vector<Cell>& cells, const Cell& like) {
  const auto found = std::find_if(cells.begin(), cells.end(),
                                  [&](const Cell& cell) { return cell.row == like.row && cell.what == like.what; });
  return found == cells.end() ? nullptr : &*found;
}

const ExactEngine* FindEngine(const ExactCounts& counts, const std::string& name) {
  const auto found = std::find_if(counts.engines.begin(), counts.engines.end(),
                                  [&](const ExactEngine& engine) { return engine.name == name; });
  return found == counts.engines.end() ? nullptr : &*found;
}

// Why these two do not compare; empty if they do.
std::string WhyNotTheSame(const ExactEngine& now, const ExactEngine& before, bool same_engine,
                          const std::string& reference) {
  const auto differ = [&](const char* what, const std::string& a, const std::string& b) {
    return fmt::format("{}: its {} is {}, and {} has {}", now.name, what, a, reference, b);
  };
  if (same_engine && now.version != before.version) return differ("version", now.version, before.version);
  if (now.compiler != before.compiler) return differ("compiler", now.compiler, before.compiler);
  if (now.flags != before.flags) return differ("flags", now.flags, before.flags);
  return "";
}

class ExactJudge {
 public:
  ExactJudge(const ExactCounts& now, bool required) : now_(now), required_(required) {
    result_.not_measured = now.not_measured;
  }

  ExactJudgement Against(const ExactCounts* recorded) {
    std::string problem = recorded == nullptr ? "" : WhyNoRecord(*recorded);
    for (std::size_t i = 0; problem.empty() && i < now_.engines.size(); ++i) {
      const ExactEngine& engine = now_.engines[i];
      if (recorded != nullptr && FindEngine(*recorded, engine.name) != nullptr) {
        problem = Compare(engine, *recorded, *FindEngine(*recorded, engine.name), "recorded");
      } else if (i > 0) {
        problem = Compare(engine, now_, now_.engines.front(), now_.engines.front().name);
      } else if (recorded != nullptr) {
        result_.notes.push_back(fmt::format("{} is not in the record, and not judged.", engine.name));
      }
    }
    if (problem.empty() && result_.rows == 0) {
      problem = recorded != nullptr ? "they and the record have no count in common"
                                    : "there is one engine and no record to compare it with";
    }
    if (problem.empty() && required_ && result_.not_measured)
      problem = "the policy requires counts, and they were not measured (" + *result_.not_measured + ")";
    return problem.empty() ? Finish() : Invalid(problem);
  }

 private:
  std::string WhyNoRecord(const ExactCounts& recorded) const {
    if (recorded.control != "none") return "the record holds counts to which something was added (--control)";
    if (recorded.tool_version != now_.tool_version)
      return fmt::format("the record is of firstbyte {}, and this is {}", recorded.tool_version, now_.tool_version);
    if (recorded.pages_sha256 != now_.pages_sha256) return "the record is of other pages";
    for (const ExactEngine& engine : recorded.engines) {
      if (FindEngine(now_, engine.name) == nullptr) return engine.name + " was not counted, and the record has it";
    }
    return "";
  }

  // What makes a comparison impossible; empty if it was made.
  std::string Compare(const ExactEngine& engine, const ExactCounts& reference, const ExactEngine& reference_engine,
                      const std::string& reference_name) {
    const bool recorded = &reference != &now_;
    const std::string in_words = recorded ? "the record" : reference_name;
    std::string why = WhyNotTheSame(engine, reference_engine, recorded, in_words);
    if (!why.empty()) return why;
    const std::vector<Cell> now = CellsOf(now_, engine.name);
    const std::vector<Cell> before = CellsOf(reference, reference_engine.name);
    std::vector<std::string> missing_phases;
    for (const Cell& cell : before) {
      const Cell* const other = Find(now, cell);
      if (other != nullptr) {
        if (std::string wrong = CompareCell(cell, *other, engine, reference_name); !wrong.empty()) return wrong;
      } else if (!cell.is_phase) {
        return fmt::format("{}: {} was not counted, and {} has it", engine.name, cell.row, in_words);
      } else if (missing_phases.empty() || missing_phases.back() != cell.row) {
        missing_phases.push_back(cell.row);
      }
    }
    NoteUnknown(engine, now, before, in_words);
    return NotePhases(engine, now, missing_phases, in_words);
  }

  std::string CompareCell(const Cell& before, const Cell& now, const ExactEngine& engine,
                          const std::string& reference) {
    if (!now.value) return "";  // not_measured says why
    if (!before.value)
      return fmt::format("{} of {} has no counts; record them where they can be made", before.row,
                         reference == "recorded" ? "the record" : reference);
    if (result_.rows == 0 || last_row_ != engine.name + now.row) ++result_.rows;
    last_row_ = engine.name + now.row;
    if (*before.value == *now.value) return "";
    ExactDifference difference{now.row, engine.name, reference, now.what, *before.value, *now.value, {}, ""};
    const bool more = *now.value > *before.value;
    difference.verdict = more ? GateVerdict::kRegressed : GateVerdict::kImproved;
    const std::string in_reference = reference == "recorded" ? "recorded" : "in " + reference;
    difference.sentence = fmt::format("{} of {}: {} {}, {} {} ({}{}).", now.row, engine.name, GroupedNumber(*now.value),
                                      now.what, GroupedNumber(*before.value), in_reference, more ? "+" : "-",
                                      GroupedNumber(std::abs(*now.value - *before.value)));
    result_.differences.push_back(std::move(difference));
    return "";
  }

  void NoteUnknown(const ExactEngine& engine, const std::vector<Cell>& now, const std::vector<Cell>& before,
                   const std::string& reference) {
    const auto unknown = std::count_if(now.begin(), now.end(),
                                       [&](const Cell& cell) { return cell.value && Find(before, cell) == nullptr; });
    if (unknown == 0) return;
    result_.notes.push_back(
        fmt::format("{} of the counts of {} are not in {}, and not judged.", unknown, engine.name, reference));
  }

  // Phases that the reference has and this engine has not: a note, or what makes the comparison impossible.
  std::string NotePhases(const ExactEngine& engine, const std::vector<Cell>& now,
                         const std::vector<std::string>& missing, const std::string& reference) {
    if (missing.empty() || now_.not_measured) return "";
    const bool some = std::any_of(now.begin(), now.end(), [](const Cell& cell) { return cell.is_phase; });
    std::string sentence =
        some ? fmt::format("{} of {} {} not counted, and {} has {}", fmt::join(missing, ", "), engine.name,
                           missing.size() == 1 ? "was" : "were", reference, missing.size() == 1 ? "it" : "them")
             : fmt::format("phases of {} were not counted: {}", engine.name, WhyNoPhases(engine));
    if (required_) return "the policy requires counts, and " + sentence;
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    result_.notes.push_back(sentence + ".");
    return "";
  }

  // Without the full stop of a sentence.
  std::string WhyNoPhases(const ExactEngine& engine) const {
    const auto why = now_.no_phases.find(engine.name);
    if (why == now_.no_phases.end()) return "they were not asked for";
    return why->second.substr(0, why->second.find_last_not_of('.') + 1);
  }

  ExactJudgement Finish() {
    const auto count = [&](GateVerdict verdict) {
      return std::count_if(result_.differences.begin(), result_.differences.end(),
                           [verdict](const ExactDifference& d) { return d.verdict == verdict; });
    };
    const auto worse = count(GateVerdict::kRegressed);
    const auto better = count(GateVerdict::kImproved);
    result_.verdict = worse > 0    ? GateVerdict::kRegressed
                      : better > 0 ? GateVerdict::kImproved
                                   : GateVerdict::kEquivalent;
    result_.sentence = worse + better == 0
                           ? fmt::format("All counts of {} rows are the same.", result_.rows)
                           : fmt::format("{} of the counts of {} rows rose, {} fell.", worse, result_.rows, better);
    return std::move(result_);
  }

  ExactJudgement Invalid(const std::string& problem) {
    result_.verdict = GateVerdict::kInvalid;
    result_.sentence = fmt::format("These counts cannot be compared: {}.", problem);
    result_.differences.clear();
    return std::move(result_);
  }

  const ExactCounts& now_;
  bool required_;
  ExactJudgement result_;
  std::string last_row_;
};

}  // namespace

ExactJudgement JudgeExact(const ExactCounts& now, const ExactCounts* recorded, bool required) {
  return ExactJudge(now, required).Against(recorded);
}

}  // namespace firstbyte::report
