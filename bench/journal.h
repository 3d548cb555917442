// SPDX-License-Identifier: GPL-2.0-or-later
// The journal of a measurement in progress: what `--resume` goes on from. It grows by one line, synchronised to the
// disk, with every finished round, so that a kill, a full disk or a crash costs the round that was running and nothing
// before it.
//
// Lines: `header {...}`, then for each process `process RUN {...}` and for each round `round RUN {...}`, with the
// pieces of the results schema. A last line without its line break was torn by a crash and is cut off when the journal
// is opened again.
#ifndef FIRSTBYTE_BENCH_JOURNAL_H_
#define FIRSTBYTE_BENCH_JOURNAL_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "bench/carry_run.h"
#include "bench/line_file.h"
#include "report/results.h"

namespace firstbyte::bench {

// The journal of the results file `path`.
std::string JournalPathFor(const std::string& path);

// The command that goes on from the journal `path`, for messages.
std::string ResumeCommand(const std::string& path);

class Journal : public RoundSink {
 public:
  // A new one. A file of that name that is there already is an error that says how to go on: it holds somebody's
  // measurement.
  static Result<Journal> Create(const std::string& path, const report::Results& header);

  // A new one that begins with the runs that `begun` holds, whole or not at all: a measurement that goes on from them.
  static Result<Journal> CreateWith(const std::string& path, const report::Results& begun);

  struct Opened;
  // One that is there, with what it holds: as many complete runs as were finished, and the started one. Damaged lines
  // (other than a torn last one), rounds out of order and another process that has it open are errors.
  static Result<Opened> Open(const std::string& path);

  // Each returns once the line is on the disk. After an error the journal still holds every line before, for --resume.
  Result<void> Append(int run, const report::Process& process) override;
  Result<void> Append(int run, const report::Round& round) override;

  // Whether the file still has its name, so that it can be resumed from.
  bool IsThere() const { return lines_.IsThere(); }

  // Removes the file: its results are written. A file of that name that is another is left alone.
  Result<void> Remove() { return lines_.Remove(); }

  const std::string& path() const { return lines_.path(); }

 private:
  explicit Journal(LineFile lines) : lines_(std::move(lines)) {}
  Result<void> AppendPiece(std::string_view kind, int run, const std::string& piece);

  LineFile lines_;
};

struct Journal::Opened {
  Journal journal;
  report::Results results;
};

// What the lines of a journal say; `name` is the file's name in messages. `complete_bytes` is set to the length without
// a torn last line.
Result<report::Results> ParseJournal(std::string_view text, const std::string& name, std::size_t* complete_bytes);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_JOURNAL_H_
