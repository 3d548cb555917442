// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/journal.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
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

// Whether `path` still names the file of the descriptor: it may have been removed, and another journal been begun.
bool IsAt(int fd, const std::string& path) {
  struct stat mine {};
  struct stat there {};
  return fstat(fd, &mine) == 0 && stat(path.c_str(), &there) == 0 && mine.st_dev == there.st_dev &&
         mine.st_ino == there.st_ino;
}

// Takes the first word off a line.
std::string_view TakeWord(std::string_view& line) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, space);
  line.remove_prefix(std::min(space + 1, line.size()));
  return word;
}

// Collects the lines of a journal into results, refusing what Append() would not have written in that place and what a
// reader of the finished results would refuse: better now than after the last round.
class Collector {
 public:
  Result<void> Take(std::string_view line, const std::string& place) {
    const std::string_view kind = TakeWord(line);
    if (!have_header_) return TakeHeader(kind, line, place);
    const auto run = ParseNumber<int>(TakeWord(line));
    if (!run || *run < 0 || *run >= results_.protocol.runs) return Damaged(place, "it names no run of the protocol");
    if (kind == kProcess) return TakeProcess(*run, line, place);
    if (kind == kRound) return TakeRound(*run, line, place);
    return Damaged(place, "it is neither a process nor a round");
  }

  bool have_header() const { return have_header_; }
  report::Results& results() { return results_; }

 private:
  static tl::unexpected<Error> Damaged(const std::string& place, const std::string& why) {
    return InvalidError(fmt::format("{} is damaged: {}.", place, why));
  }

  Result<void> TakeHeader(std::string_view kind, std::string_view line, const std::string& place) {
    if (kind != kHeader) return Damaged(place, "a journal begins with its header");
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
      return Damaged(place, fmt::format("run {} is out of order", run));
    }
    results_.runs.back().processes.push_back(*std::move(process));
    return {};
  }

  Result<void> TakeRound(int run, std::string_view line, const std::string& place) {
    auto round = report::RoundFromJson(line, place);
    if (!round) return tl::unexpected<Error>(round.error());
    if (results_.runs.empty() || results_.runs.back().run != run)
      return Damaged(place, fmt::format("run {} was not started", run));
    report::Run& current = results_.runs.back();
    const bool in_order = round->round == static_cast<int>(current.rounds.size()) &&
                          round->round < results_.protocol.rounds &&
                          round->process == static_cast<int>(current.processes.size()) - 1;
    if (!in_order) return Damaged(place, fmt::format("round {} of run {} is out of order", round->round, run));
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
  return fmt::format("{} {}\n", kHeader, report::HeaderToJson(header));
}

std::string PieceLine(std::string_view kind, int run, const std::string& piece) {
  return fmt::format("{} {} {}\n", kind, run, piece);
}

// As they are when the rounds are measured one after the other.
std::string LinesOf(const report::Results& results) {
  report::Results header = results;
  header.runs.clear();
  std::string lines = HeaderLine(header);
  for (const report::Run& run : results.runs) {
    int known = 0;
    for (const report::Round& round : run.rounds) {
      for (; known <= round.process; ++known)
        lines += PieceLine(kProcess, run.run, report::ProcessToJson(run.processes[static_cast<std::size_t>(known)]));
      lines += PieceLine(kRound, run.run, report::RoundToJson(round));
    }
  }
  return lines;
}

}  // namespace

std::string JournalPathFor(const std::string& path) { return path + ".journal"; }

std::string ResumeCommand(const std::string& path) { return "firstbyte run --resume " + ShellWord(path); }

Result<report::Results> ParseJournal(std::string_view text, const std::string& name, std::size_t* complete_bytes) {
  Collector collector;
  std::size_t done = 0;
  for (int number = 1; done < text.size(); ++number) {
    const std::size_t end = text.find('\n', done);
    if (end == std::string_view::npos) break;
    const auto taken = collector.Take(text.substr(done, end - done), fmt::format("Line {} of {}", number, name));
    if (!taken) return tl::unexpected<Error>(taken.error());
    done = end + 1;
  }
  if (!collector.have_header()) {
    return InvalidError(fmt::format("{} holds no measurement yet; remove it and start again.", name));
  }
  if (complete_bytes != nullptr) *complete_bytes = done;
  return std::move(collector.results());
}

Result<Journal> Journal::Lock(int fd, const std::string& path) {
  Journal journal(fd, path);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return InvalidError(fmt::format("Another firstbyte is writing {}; wait for it to finish.", path));
    return InvalidError(
        fmt::format("Cannot lock {}: {}. Name a file on another file system with --out.", path, std::strerror(errno)));
  }
  if (!journal.IsThere()) return UsageError(fmt::format("Cannot read {}: it has just been removed.", path));
  return journal;
}

Result<Journal> Journal::Create(const std::string& path, const report::Results& header) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0 && errno == EEXIST) {
    const int other = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (auto locked = Lock(other, path); other >= 0 && !locked) return locked;
    return InvalidError(fmt::format("{} holds an unfinished measurement; continue it with: {}, or remove it.", path,
                                    ResumeCommand(path)));
  }
  if (fd < 0)
    return InvalidError(fmt::format("Cannot write {}: {}. Name a file in a writable directory with --out.", path,
                                    std::strerror(errno)));
  auto journal = Lock(fd, path);
  if (!journal) return journal;
  if (const auto written = journal->AppendLine(HeaderLine(header)); !written) {
    // Nothing was measured yet, so there is nothing to resume.
    (void)unlink(path.c_str());
    return tl::unexpected<Error>(written.error());
  }
  SyncDirectoryOf(path);
  return journal;
}

Result<Journal> Journal::CreateWith(const std::string& path, const report::Results& begun) {
  if (IsTaken(path)) return Create(path, begun);  // for what it says of files that are there
  const auto lines = LinesOf(begun);
  if (const auto written = WriteFileAtomically(path, lines, Existing::kRefuse); !written) {
    return InvalidError(fmt::format("{} Name a file in a writable directory with --out.", written.error().message));
  }
  auto opened = Open(path);
  if (!opened) return tl::unexpected<Error>(opened.error());
  return std::move(opened->journal);
}

Result<Journal::Opened> Journal::Open(const std::string& path) {
  const int fd = open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (fd < 0) return UsageError(fmt::format("Cannot read {}: {}.", path, std::strerror(errno)));
  auto journal = Lock(fd, path);
  if (!journal) return tl::unexpected<Error>(journal.error());
  const auto text = ReadWholeFile(path);
  if (!text) return tl::unexpected<Error>(text.error());
  std::size_t complete = 0;
  auto results = ParseJournal(*text, path, &complete);
  if (!results) return tl::unexpected<Error>(results.error());
  if (complete != text->size() && ftruncate(fd, static_cast<off_t>(complete)) != 0) {
    return InvalidError(fmt::format("Cannot cut the torn last line off {}: {}.", path, std::strerror(errno)));
  }
  return Opened{*std::move(journal), *std::move(results)};
}

Journal::Journal(Journal&& other) noexcept : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}

Journal& Journal::operator=(Journal&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(path_, other.path_);
  return *this;
}

Journal::~Journal() {
  if (fd_ >= 0) close(fd_);
}

Result<void> Journal::AppendLine(std::string_view line) {
  const auto fail = [this](const std::string& why) {
    return InvalidError(fmt::format("Cannot write {}: {}.", path_, why));
  };
  if (const auto written = WriteAll(fd_, line); !written) return fail(written.error().message);
  if (fdatasync(fd_) != 0 && errno != EINVAL) return fail(std::strerror(errno));
  return {};
}

Result<void> Journal::AppendPiece(std::string_view kind, int run, const std::string& piece) {
  return AppendLine(PieceLine(kind, run, piece));
}

Result<void> Journal::Append(int run, const report::Process& process) {
  return AppendPiece(kProcess, run, report::ProcessToJson(process));
}

Result<void> Journal::Append(int run, const report::Round& round) {
  return AppendPiece(kRound, run, report::RoundToJson(round));
}

bool Journal::IsThere() const { return IsAt(fd_, path_); }

Result<void> Journal::Remove() {
  if (!IsThere()) return InvalidError(fmt::format("{} is not the journal of this measurement any more.", path_));
  if (unlink(path_.c_str()) != 0)
    return InvalidError(fmt::format("Cannot remove {}: {}.", path_, std::strerror(errno)));
  return {};
}

}  // namespace firstbyte::bench
