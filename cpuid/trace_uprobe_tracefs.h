// SPDX-License-Identifier: GPL-2.0-or-later
// Tells the kernel's tracefs of places that uprobes may be enabled at, and forgets them again.
//
// The uprobe PMU of perf_event_open(2) would need no tracefs, but its counters cannot be inherited: the kernel reads
// the file's name again, from the memory of the program that forks, and fork(2) fails there with EFAULT (seen
// with 6.18). A definition touches no process; only an enabled counter does. Definitions of a process that was killed
// (SIGKILL) stay in uprobe_events, where they do nothing; other signals are held back (deferred_signals.h).
#ifndef FIRSTBYTE_CPUID_TRACE_UPROBE_TRACEFS_H_
#define FIRSTBYTE_CPUID_TRACE_UPROBE_TRACEFS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace firstbyte::cpuid {

struct UprobeSite {
  std::string path;
  std::uint64_t offset = 0;  // in the file, of the instruction
};

// A descriptor of the tracefs's directory: where it is mounted by custom, else a mount that only this descriptor sees.
// Takes root.
Result<int> OpenTracefs();

// A name for a set of definitions that nobody else on this kernel has: numbers of processes are not enough, since each
// container counts its own.
std::string NewUprobeGroup();

class UprobeDefinitions {
 public:
  // Takes the descriptor over. All sites or none: a missing one would be a wrong count.
  static Result<UprobeDefinitions> Make(int tracefs, std::string group, const std::vector<UprobeSite>& sites);
  ~UprobeDefinitions();
  UprobeDefinitions(UprobeDefinitions&& other) noexcept;
  UprobeDefinitions& operator=(UprobeDefinitions&&) = delete;
  UprobeDefinitions(const UprobeDefinitions&) = delete;
  UprobeDefinitions& operator=(const UprobeDefinitions&) = delete;

  // What perf_event_open(2) knows them by, in the order of `sites`.
  const std::vector<std::uint64_t>& ids() const { return ids_; }

 private:
  UprobeDefinitions(int tracefs, std::string group) : tracefs_(tracefs), group_(std::move(group)) {}
  std::string EventName(std::size_t i) const;
  Result<void> OpenList();
  Result<void> Add(const UprobeSite& site);

  int tracefs_ = -1;
  int list_ = -1;  // uprobe_events
  std::string group_;
  std::size_t defined_ = 0;
  std::vector<std::uint64_t> ids_;
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_UPROBE_TRACEFS_H_
