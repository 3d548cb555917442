// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/run_session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include "base/files.h"
#include "base/utc.h"
#include "bench/interrupt.h"
#include "bench/measurement.h"
#include "cli/conditions.h"
#include "report/results_json.h"

namespace firstbyte::cli {
namespace {

Result<report::Results> Carry(report::Results results, bench::Journal& journal, const bench::Checks& changed,
                              const Paths& paths) {
  const bench::InterruptGuard interrupt;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  bench::TerminalProgress shown(stderr, [] { return std::chrono::steady_clock::now().time_since_epoch(); });
  bench::NoProgress hidden;
  bench::MeasurementTools tools;
  const bench::WorkerProgram program{{paths.program, "worker"}, interrupt.fd()};
  tools.start = [&program](const bench::WorkerTask& task, std::int64_t environment_bytes) {
    return bench::WorkerProcess::Start(program, task, environment_bytes);
  };
  tools.utc_now = UtcNow;
  tools.changed_conditions = changed;
  tools.progress = terminal ? static_cast<bench::Progress*>(&shown) : &hidden;
  return bench::Measure(std::move(results), journal, tools);
}

Result<void> Finish(const report::Results& results, bench::Journal& journal, const std::string& path,
                    const OutputOptions& output) {
  auto written = WriteMeasured(path, report::ToJson(results), bench::ResumeCommand(journal.path()));
  if (!written) return written;
  (void)journal.Remove();
  if (const auto shown = ShowResults(results, output); !shown) {
    return tl::unexpected<Error>(
        Error{shown.error().code, fmt::format("{} The results are in {}.", shown.error().message, path)});
  }
  (void)std::fputs(fmt::format("\nResults: {}\n", path).c_str(), IsForPeople(output) ? stdout : stderr);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    return InvalidError(fmt::format("Cannot write to standard output; the results are in {}.", path));
  }
  return {};
}

}  // namespace

std::string DefaultResultsPath() { return fmt::format("firstbyte-{}.json", UtcCompact()); }

std::string ResultsPathOf(const std::string& path) {
  const std::string ending = bench::JournalPathFor("");
  return path.ends_with(ending) ? path.substr(0, path.size() - ending.size()) : path;
}

Result<void> CheckFree(const std::string& path, const std::string& what) {
  if (!IsTaken(path)) return {};
  return UsageError(
      fmt::format("{} exists already, and {} are never overwritten; name another file with --out.", path, what));
}

bool IsComplete(const report::Results& results) {
  return static_cast<int>(results.runs.size()) == results.protocol.runs &&
         static_cast<int>(results.runs.back().rounds.size()) == results.protocol.rounds;
}

void PrintConditions(const bench::Environment& environment, const bench::Checks& changed, const OutputOptions& output) {
  PrintConditions(environment, changed, IsForPeople(output), output.format == "markdown" ? report::kCountersCheck : "");
}

Result<void> WriteMeasured(const std::string& path, const std::string& json, const std::string& resume_command) {
  const auto written = WriteFileAtomically(path, json, Existing::kRefuse);
  if (written || ReadWholeFile(path).value_or("") == json) return {};
  return InvalidError(fmt::format("{} Everything is measured and safe; when {}, go on with: {}",
                                  written.error().message,
                                  IsTaken(path) ? "it is out of the way" : "there is room for it", resume_command));
}

Result<std::string> NewResultsPath(const std::string& out, const std::string& what) {
  std::string path = out.empty() ? DefaultResultsPath() : out;
  if (ResultsPathOf(path) != path) {
    return UsageError(
        fmt::format("--out {}: names that end so belong to unfinished measurements; name another file.", path));
  }
  if (const auto free = CheckFree(path, what); !free) return tl::unexpected<Error>(free.error());
  return path;
}

Result<void> CarryOut(report::Results results, bench::Journal& journal, const bench::Checks& changed,
                      const Paths& paths, const std::string& path, const OutputOptions& output) {
  const auto complete = Carry(std::move(results), journal, changed, paths);
  if (!complete) return tl::unexpected<Error>(complete.error());
  return Finish(*complete, journal, path, output);
}

}  // namespace firstbyte::cli
