// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_uprobes.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <utility>

#include "base/wait_status.h"
#include "cpuid/deferred_signals.h"
#include "cpuid/scan.h"
#include "cpuid/subleaf.h"
#include "cpuid/trace_uprobe_child.h"
#include "cpuid/trace_uprobe_objects.h"
#include "cpuid/trace_uprobe_registers.h"

namespace firstbyte::cpuid {
namespace {

struct KnownSites {
  std::vector<UprobeSite> places;
  std::vector<std::string> symbols;  // of the places
  std::vector<std::string> notes;
};

Result<KnownSites> SitesOf(const std::string& program) {
  const auto objects = ObjectsOf(program);
  if (!objects) return tl::unexpected<Error>(objects.error());
  KnownSites known;
  for (const std::string& path : *objects) {
    const auto scan = ScanFile(path);
    if (!scan && path == objects->front()) return tl::unexpected<Error>(scan.error());
    if (!scan) {
      known.notes.push_back("CPUIDs of a library were not counted: " + scan.error().message);
      continue;
    }
    for (const Site& site : scan->sites) {
      known.places.push_back({path, site.offset});
      known.symbols.push_back(site.symbol);
    }
  }
  known.notes.push_back(
      fmt::format("Uprobes stood on {} CPUIDs; files known before the start: {}. Not seen: other files, be they loaded "
                  "later (dlopen) or by other programs that it executes; code made at run time; children that outlive "
                  "it.",
                  known.places.size(), objects->size()));
  known.notes.emplace_back("A uprobe does not tell whether main() had been reached.");
  return known;
}

int CpuCount() { return static_cast<int>(sysconf(_SC_NPROCESSORS_CONF)); }

// The signals of a lost single step: what stands behind the copy of a CPUID is then executed.
bool MayBeTheUprobes(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGTRAP;
}

void NoteEnd(int status, TraceResult& result) {
  result.signal = KilledBy(status);
  result.exit_status = ShellStatus(status);
  if (MayBeTheUprobes(result.signal)) {
    result.notes.emplace_back(
        "Uprobes on CPUID have killed programs in virtual machines: see whether it dies with --method=breakpoints, "
        "too.");
  }
}

void Add(const KnownSites& known, std::size_t site, SiteKey key, std::int64_t times, TraceResult& result) {
  key.object = known.places[site].path;
  key.offset = known.places[site].offset;
  SiteCount& count = result.sites[key];
  count.symbol = known.symbols[site];
  count.any_time += times;
}

// The counters are the truth; samples tell them apart as far as they go.
void NoteCounts(const KnownSites& known, const std::vector<std::int64_t>& counts,
                const std::vector<UprobeRegisters::Requests>& samples, TraceResult& result) {
  std::int64_t unknown = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::int64_t left = counts[i];
    for (const auto& [request, times] : samples[i]) {
      const std::int64_t believed = std::min(times, left);
      left -= believed;
      const auto [eax, ecx] = request;
      if (believed > 0) Add(known, i, {"", 0, eax, SubleafOf(eax, ecx)}, believed, result);
    }
    if (left > 0) Add(known, i, {"", 0, 0, 0, false}, left, result);
    unknown += left;
  }
  if (unknown > 0) result.notes.push_back(fmt::format("Of {} CPUIDs the leaf was not seen.", unknown));
}

Result<TraceResult> Run(WaitingChild& child, DeferredSignals& signals, const UprobeEvents& events,
                        UprobeRegisters* registers, KnownSites known) {
  TraceResult result;
  result.method = MethodName(TraceMethod::kUprobes);
  result.notes = std::move(known.notes);
  const auto start = std::chrono::steady_clock::now();
  if (const auto started = child.Start(); !started) return tl::unexpected<Error>(started.error());
  NoteEnd(child.Wait(signals), result);
  result.wall_ns =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
  const auto counts = events.Read();
  if (!counts) return tl::unexpected<Error>(counts.error());
  const std::vector<UprobeRegisters::Requests> nothing(counts->size());
  NoteCounts(known, *counts, registers != nullptr ? registers->Finish() : nothing, result);
  return result;
}

}  // namespace

Result<TraceResult> TraceByUprobes(const std::vector<std::string>& command, const TraceOptions& options,
                                   const UprobeKernel& kernel) {
  if (command.empty()) return UsageError("Name a program to trace.");
  if (options.until_main || options.stacks)
    return UsageError("Uprobes see neither main() nor call stacks; use --method=breakpoints.");
  const auto program = FindProgram(command[0]);
  if (!program) return tl::unexpected<Error>(program.error());
  auto known = SitesOf(*program);
  if (!known) return tl::unexpected<Error>(known.error());
  const auto tracefs = kernel.tracefs();
  if (!tracefs) return tl::unexpected<Error>(tracefs.error());
  // Outlives all that the kernel would keep.
  DeferredSignals signals;
  // Outlives the counters: what is in use cannot be removed.
  const auto definitions = UprobeDefinitions::Make(*tracefs, kernel.group, known->places);
  if (!definitions) return tl::unexpected<Error>(definitions.error());
  auto child = WaitingChild::Fork(command, signals);
  if (!child) return tl::unexpected<Error>(child.error());
  const auto events = UprobeEvents::Open(kernel.perf, child->pid(), definitions->ids());
  if (!events) return tl::unexpected<Error>(events.error());
  const auto registers = UprobeRegisters::Open(kernel.perf, child->pid(), definitions->ids(), CpuCount());
  if (!registers) known->notes.push_back("The leaves could not be sampled (" + registers.error().message + ").");
  if (signals.EndRequested()) return InvalidError("A signal ended the trace before the program was run.");
  return Run(*child, signals, *events, registers ? registers->get() : nullptr, *std::move(known));
}

}  // namespace firstbyte::cpuid
