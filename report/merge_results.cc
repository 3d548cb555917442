// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/merge_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "report/comparison.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

constexpr std::string_view kOfSecond = " (B)";

// What must be equal, or a difference of the numbers says nothing about the code.
class Requirements {
 public:
  template <typename T>
  void Same(const char* what, const T& a, const T& b) {
    if (problem_ || a == b) return;
    if constexpr (std::is_same_v<T, std::string>) {
      problem_ = fmt::format("{} ({} and {})", what, Quoted(a), Quoted(b));
    } else {
      problem_ = fmt::format("{} ({} and {})", what, a, b);
    }
  }
  const std::optional<std::string>& problem() const { return problem_; }

 private:
  std::optional<std::string> problem_;
};

std::optional<std::string> Mismatch(const Results& a, const Results& b) {
  Requirements all;
  all.Same("versions of firstbyte", a.context.tool_version, b.context.tool_version);
  all.Same("machines or kernels", a.context.machine_id, b.context.machine_id);
  all.Same("accelerators", a.context.accel, b.context.accel);
  const Protocol& p = a.protocol;
  const Protocol& q = b.protocol;
  all.Same("numbers of runs", p.runs, q.runs);
  all.Same("numbers of rounds", p.rounds, q.rounds);
  all.Same("numbers of operations", p.operations, q.operations);
  all.Same("orders", p.order, q.order);
  all.Same("levels", p.level, q.level);
  all.Same("sizes of a request", p.request_bytes, q.request_bytes);
  all.Same("kinds of request", p.request_case, q.request_case);
  all.Same("numbers of fragments", p.fragments, q.fragments);
  all.Same("pages", p.corpus_sha256, q.corpus_sha256);
  all.Same("clocks", p.clock, q.clock);
  return all.problem();
}

Round& RoundOf(Results& results, const Run& run, const Round& round) {
  Run& same_run =
      *std::find_if(results.runs.begin(), results.runs.end(), [&](const Run& r) { return r.run == run.run; });
  return *std::find_if(same_run.rounds.begin(), same_run.rounds.end(),
                       [&](const Round& r) { return r.round == round.round; });
}

// Both are valid, and have the same runs and rounds.
void AddSamples(Results& results, const Results& b, std::size_t arms) {
  for (const Run& run : b.runs) {
    for (const Round& round : run.rounds) {
      Round& to = RoundOf(results, run, round);
      const auto positions = static_cast<int>(to.samples.size());
      for (Sample sample : round.samples) {
        sample.arm += static_cast<int>(arms);
        sample.position += positions;
        to.samples.push_back(sample);
      }
    }
  }
}

void AddOwnWarnings(const NamedResults& named, Clock clock, std::vector<Warning>& warnings) {
  const auto comparison = Compare(named.results, clock);
  if (!comparison) return;
  for (const Warning& warning : Warnings(named.results, *comparison))
    warnings.push_back({warning.serious, fmt::format("{}: {}", named.name, warning.sentence)});
}

const EnvironmentCheck* FindCheck(const Results& results, const std::string& name) {
  const auto& checks = results.context.environment;
  const auto found =
      std::find_if(checks.begin(), checks.end(), [&name](const EnvironmentCheck& check) { return check.name == name; });
  return found == checks.end() ? nullptr : &*found;
}

// Names of the checks that say something else, or that one of the two has alone: what was not looked at may differ.
std::vector<std::string> DifferentChecks(const NamedResults& a, const NamedResults& b) {
  std::vector<std::string> names;
  for (const EnvironmentCheck& check : a.results.context.environment) {
    const EnvironmentCheck* const other = FindCheck(b.results, check.name);
    if (other == nullptr) {
      names.push_back(fmt::format("{} (in {} alone)", check.name, a.name));
    } else if (check.value != other->value) {
      names.push_back(check.name);
    }
  }
  for (const EnvironmentCheck& check : b.results.context.environment) {
    if (FindCheck(a.results, check.name) == nullptr)
      names.push_back(fmt::format("{} (in {} alone)", check.name, b.name));
  }
  return names;
}

}  // namespace

std::vector<Warning> WarningsOfBoth(const NamedResults& a, const NamedResults& b, Clock clock) {
  std::vector<Warning> warnings = {
      {false,
       fmt::format("{} (B) and {} were measured one after the other: what the machine did in between is in every "
                   "difference, and runs are paired by their number alone. To judge a change, measure both in "
                   "one run.",
                   b.name, a.name)}};
  if (const auto names = DifferentChecks(a, b); !names.empty())
    warnings.push_back({false, fmt::format("Conditions that differ between the two: {}.", fmt::join(names, ", "))});
  AddOwnWarnings(a, clock, warnings);
  AddOwnWarnings(b, clock, warnings);
  return warnings;
}

Result<Results> MergeResults(const NamedResults& a, const NamedResults& b) {
  if (const auto mismatch = Mismatch(a.results, b.results))
    return InvalidError(
        fmt::format("{} and {} are not of the same {}; they cannot be compared.", a.name, b.name, *mismatch));
  Results merged = a.results;
  const std::size_t arms = merged.arms.size();
  for (EngineRecord engine : b.results.context.engines) {
    engine.name += kOfSecond;
    // The loop that measures is compiled into the program: with another one the same engine is not the same code.
    if (a.results.context.program_sha256 != b.results.context.program_sha256) engine.text_sha256.reset();
    merged.context.engines.push_back(std::move(engine));
  }
  for (Arm arm : b.results.arms) {
    arm.engine += kOfSecond;
    merged.arms.push_back(std::move(arm));
  }
  for (Run& run : merged.runs) {
    for (Process& process : run.processes) {
      for (std::size_t i = 0; i < b.results.arms.size(); ++i)
        process.slots.push_back(static_cast<int>(process.slots.size()));
    }
  }
  for (const auto& [field, reason] : b.results.not_measured) merged.not_measured.emplace(field, reason);
  AddSamples(merged, b.results, arms);
  return merged;
}

}  // namespace firstbyte::report
