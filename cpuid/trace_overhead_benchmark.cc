// SPDX-License-Identifier: GPL-2.0-or-later
// What tracing costs: /bin/true natively, under breakpoints and single-stepped; and a program without CPUIDs, with
// threads and system calls, from its main() on. Natively and traced take turns, so that a drift of the machine meets
// both. Prints markdown, in milliseconds of wall time. trace_overhead KEEPS_BUSY [REPETITIONS] [SINGLE-STEPPED
// REPETITIONS]
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/median.h"
#include "base/number.h"
#include "cpuid/tracer.h"

namespace firstbyte::cpuid {
namespace {

using Command = std::vector<std::string>;
using Milliseconds = std::optional<double>;

// A third of a second for the program that keeps busy, on the machine of the documentation.
constexpr char kBusyRounds[] = "20000";

bool RunNatively(const Command& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t pid = -1;
  int status = 0;
  return posix_spawn(&pid, arguments[0], nullptr, nullptr, arguments.data(), environ) == 0 &&
         waitpid(pid, &status, 0) == pid && status == 0;
}

std::function<bool(const Command&)> Traced(TraceMethod method) {
  return [method](const Command& command) {
    TraceOptions options;
    options.method = method;
    const auto result = Trace(command, options);
    return result && result->exit_status == 0;
  };
}

// The whole life of a program.
Milliseconds WallTime(const Command& command, const std::function<bool(const Command&)>& run) {
  const auto start = std::chrono::steady_clock::now();
  if (!run(command)) return std::nullopt;
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// What the program says of itself.
Milliseconds OwnTime(const std::string& program, const std::string& file,
                     const std::function<bool(const Command&)>& run) {
  if (!run({program, kBusyRounds, file})) return std::nullopt;
  const auto text = ReadWholeFile(file, 64);
  if (!text) return std::nullopt;
  const auto ns = ParseNumber<std::int64_t>(text->substr(0, text->find('\n')));
  return ns ? Milliseconds(static_cast<double>(*ns) / 1e6) : std::nullopt;
}

struct Series {
  std::vector<double> native;
  std::vector<double> traced;

  bool Take(Milliseconds a, Milliseconds b) {
    if (!a || !b) return false;
    native.push_back(*a);
    traced.push_back(*b);
    return true;
  }
};

bool MeasureTrue(int repetitions, TraceMethod method, Series& series) {
  for (int i = 0; i < repetitions; ++i) {
    if (!series.Take(WallTime({"/bin/true"}, RunNatively), WallTime({"/bin/true"}, Traced(method)))) return false;
  }
  return true;
}

bool MeasureBusy(int repetitions, const std::string& program, const std::string& file, Series& series) {
  const auto traced = Traced(TraceMethod::kBreakpoints);
  for (int i = 0; i < repetitions; ++i) {
    if (!series.Take(OwnTime(program, file, RunNatively), OwnTime(program, file, traced))) return false;
  }
  return true;
}

void Print(const std::string& what, const Series& series) {
  const double native = Median(series.native);
  const double traced = Median(series.traced);
  fmt::print("| {:<38} | {:>3} | {:>9.2f} | {:>9.2f} | {:>13.3f} |\n", what, series.native.size(), native, traced,
             traced / native);
}

int Main(const std::string& busy, int repetitions, int stepped) {
  const std::string file = (std::filesystem::temp_directory_path() / fmt::format("busy.{}", getpid())).string();
  Series planted;
  Series stepping;
  Series working;
  const bool measured = MeasureTrue(repetitions, TraceMethod::kBreakpoints, planted) &&
                        MeasureTrue(stepped, TraceMethod::kSingleStep, stepping) &&
                        MeasureBusy(repetitions, busy, file, working);
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  if (!measured) {
    fmt::print(stderr, "A program could not be run or traced; try firstbyte cpuid trace -- /bin/true.\n");
    return 1;
  }
  fmt::print("| medians, ms                            |   n | native    | traced    | traced/native |\n");
  fmt::print("|:---------------------------------------|----:|----------:|----------:|--------------:|\n");
  Print("/bin/true, breakpoints", planted);
  Print("/bin/true, single-stepped", stepping);
  Print("no CPUID, 4 threads, system calls", working);
  fmt::print("\nSingle-stepping /bin/true takes {:.0f} times as long as breakpoints.\n",
             Median(stepping.traced) / Median(planted.traced));
  return 0;
}

}  // namespace
}  // namespace firstbyte::cpuid

int main(int argc, char** argv) {
  const auto repetitions = argc > 2 ? firstbyte::ParseNumber<int>(argv[2]) : 31;
  const auto stepped = argc > 3 ? firstbyte::ParseNumber<int>(argv[3]) : 3;
  if (argc < 2 || argc > 4 || !repetitions || !stepped || *repetitions < 1 || *stepped < 1) {
    fmt::print(stderr, "Usage: trace_overhead KEEPS_BUSY [REPETITIONS] [SINGLE-STEPPED REPETITIONS]\n");
    return 2;
  }
  return firstbyte::cpuid::Main(argv[1], *repetitions, *stepped);
}
