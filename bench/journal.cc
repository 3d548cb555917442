// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/journal.h"

#include <fmt/core.h>

#include <optional>
#include <utility>

#include "base/files.h"
#include "base/number.h"
#include "base/shell.h"
#include "report/results_json.h"
#include "report/validate.h"

namespace firstbyte::bench {
namespace {

constexpr std::string_view kHeader = "header";
constexpr std::string_view kProcess = "process";
constexpr std::string_view kRound = "round";

// Collects the lines of a journal into results, refusing what Append() would not have written in that place and what a
// reader of the finished results would refuse: better now than after the last round.
class Collector {
 public:
  Result<void> Take(std::string_view line, const std::string& place) {
    const std::string_view kind = TakeWord(line);
    if (!have_header_) return TakeHeader(kind, line, place);
    const auto run = ParseNumber<int>(TakeWord(line));
    if (!run || *run < 0 || *run >= results_.protocol.runs)
      return DamagedLine(place, "it names no run of the protocol");
    if (kind == kProcess) return TakeProcess(*run, line, place);
    if (kind == kRound) return TakeRound(*run, line, place);
    return DamagedLine(place, "it is neither a process nor a round");
  }

  bool have_header() const { return have_header_; }
  report::Results& results() { return results_; }

 private:
  Result<void> TakeHeader(std::string_view kind, std::string_view line, const std::string& place) {
    if (kind != kHeader) return DamagedLine(place, "a journal begins with its header");
    auto header = report::HeaderFromJson(line, place);
    if (!header) return tl::unexpected<Error>(header.error());
    if (auto valid = report::ValidateHeader(*header, place); !valid) return valid;
    results_ = *std::move(header);
    results_.runs.clear();
    have_header_ = true;
    return {};
  }

  Result<void> TakeProcess(int run, std::string_view line, const std::string& place) {
    auto process = report::ProcessFromJson(line, place);
    if (!process) return tl::unexpected<Error>(process.error());
    if (auto valid = report::ValidateProcess(results_, *process, place); !valid) return valid;
    const int known = static_cast<int>(results_.runs.size());
    if (run == known && PreviousRunIsComplete()) {
      results_.runs.emplace_back().run = run;
    } else if (run != known - 1) {
      return DamagedLine(place, fmt::format("run {} is out of order", run));
    }
    results_.runs.back().processes.push_back(*std::move(process));
    return {};
  }

  Result<void> TakeRound(int run, std::string_view line, const std::string& place) {
    auto round = report::RoundFromJson(line, place);
    if (!round) return tl::unexpected<Error>(round.error());
    if (results_.runs.empty() || results_.runs.back().run != run)
      return DamagedLine(place, fmt::format("run {} was not started", run));
    report::Run& current = results_.runs.back();
    const bool in_order = round->round == static_cast<int>(current.rounds.size()) &&
                          round->round < results_.protocol.rounds &&
                          round->process == static_cast<int>(current.processes.size()) - 1;
    if (!in_order) return DamagedLine(place, fmt::format("round {} of run {} is out of order", round->round, run));
    if (auto valid = report::ValidateRound(results_, current, *round, place); !valid) return valid;
    current.rounds.push_back(*std::move(round));
    return {};
  }

  bool PreviousRunIsComplete() const {
    return results_.runs.empty() || static_cast<int>(results_.runs.back().rounds.size()) == results_.protocol.rounds;
  }

  bool have_header_ = false;
  report::Results results_;
};

std::string HeaderLine(const report::Results& header) {
  return fmt::format("{} {}", kHeader, report::HeaderToJson(header));
}

std::string PieceLine(std::string_view kind, int run, const std::string& piece) {
  return fmt::format("{} {} {}", kind, run, piece);
}

// As they are when the rounds are measured one after the other.
std::string LinesOf(const report::Results& results) {
  report::Results header = results;
  header.runs.clear();
  std::string lines = HeaderLine(header) + "\n";
  for (const report::Run& run : results.runs) {
    int known = 0;
    for (const report::Round& round : run.rounds) {
      for (; known <= round.process; ++known)
        lines +=
            PieceLine(kProcess, run.run, report::ProcessToJson(run.processes[static_cast<std::size_t>(known)])) + "\n";
      lines += PieceLine(kRound, run.run, report::RoundToJson(round)) + "\n";
    }
  }
  return lines;
}

Result<report::Results> Finish(Collector& collector, const std::string& name) {
  if (!collector.have_header())
    return InvalidError(fmt::format("{} holds no measurement yet; remove it and start again.", name));
  return std::move(collector.results());
}

}  // namespace

std::string JournalPathFor(const std::string& path) { return path + ".journal"; }

std::string ResumeCommand(const std::string& path) { return "firstbyte run --resume " + ShellWord(path); }

Result<report::Results> ParseJournal(std::string_view text, const std::string& name, std::size_t* complete_bytes) {
  Collector collector;
  const auto done = TakeLines(
      text, name, [&](std::string_view line, const std::string& place) { return collector.Take(line, place); });
  if (!done) return tl::unexpected<Error>(done.error());
  if (complete_bytes != nullptr) *complete_bytes = *done;
  return Finish(collector, name);
}

Result<Journal> Journal::Create(const std::string& path, const report::Results& header) {
  auto lines = LineFile::Create(path, HeaderLine(header), ResumeCommand(path));
  if (!lines) return tl::unexpected<Error>(lines.error());
  return Journal(*std::move(lines));
}

Result<Journal> Journal::CreateWith(const std::string& path, const report::Results& begun) {
  if (IsTaken(path)) return LineFile::Taken(path, ResumeCommand(path));
  const auto lines = LinesOf(begun);
  if (const auto written = WriteFileAtomically(path, lines, Existing::kRefuse); !written) {
    return InvalidError(fmt::format("{} Name a file in a writable directory with --out.", written.error().message));
  }
  auto opened = Open(path);
  if (!opened) return tl::unexpected<Error>(opened.error());
  return std::move(opened->journal);
}

Result<Journal::Opened> Journal::Open(const std::string& path) {
  Collector collector;
  auto lines = LineFile::Open(
      path, [&](std::string_view line, const std::string& place) { return collector.Take(line, place); });
  if (!lines) return tl::unexpected<Error>(lines.error());
  auto results = Finish(collector, path);
  if (!results) return tl::unexpected<Error>(results.error());
  return Opened{Journal(*std::move(lines)), *std::move(results)};
}

Result<void> Journal::AppendPiece(std::string_view kind, int run, const std::string& piece) {
  return lines_.Append(PieceLine(kind, run, piece));
}

Result<void> Journal::Append(int run, const report::Process& process) {
  return AppendPiece(kProcess, run, report::ProcessToJson(process));
}

Result<void> Journal::Append(int run, const report::Round& round) {
  return AppendPiece(kRound, run, report::RoundToJson(round));
}

}  // namespace firstbyte::bench
