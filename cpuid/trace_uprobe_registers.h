// SPDX-License-Identifier: GPL-2.0-or-later
// What the CPUIDs at uprobes asked for: EAX and ECX of each, sampled into one ring buffer per CPU.
//
// Samples can get lost where nobody reads in time, counters (trace_uprobe_events.h) cannot: so the counts are the
// counters', and the samples only tell them apart. It takes a counter per uprobe and CPU, which each new thread
// inherits; where they are too many, or anything else is not to be had, the counts remain.
#ifndef FIRSTBYTE_CPUID_TRACE_UPROBE_REGISTERS_H_
#define FIRSTBYTE_CPUID_TRACE_UPROBE_REGISTERS_H_

#include <linux/perf_event.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/perf_calls.h"
#include "cpuid/trace_uprobe_events.h"

namespace firstbyte::cpuid {

struct RegisterSample {
  std::uint64_t id = 0;  // of the sampling counter
  std::uint32_t eax = 0;
  std::uint32_t ecx = 0;
};

// Hands on what the kernel has written into a ring buffer since the last time, and gives its room back. `page` is the
// buffer's first page; the data lies where that says.
void DrainRing(perf_event_mmap_page& page, const std::function<void(const RegisterSample&)>& take);

class UprobeRegisters {
 public:
  using Request = std::pair<std::uint32_t, std::uint32_t>;  // EAX, ECX
  using Requests = std::map<Request, std::int64_t>;         // and how often

  // As UprobeEvents::Open(), on each of the CPUs 0 to cpus - 1 that is there. Reads from then on.
  static Result<std::unique_ptr<UprobeRegisters>> Open(const PerfCalls& calls, pid_t pid,
                                                       const std::vector<std::uint64_t>& ids, int cpus);
  ~UprobeRegisters();
  UprobeRegisters(const UprobeRegisters&) = delete;
  UprobeRegisters& operator=(const UprobeRegisters&) = delete;

  // Stops reading; what was seen, in the order of `ids`.
  std::vector<Requests> Finish();

 private:
  UprobeRegisters(PerfCalls calls, std::size_t sites) : calls_(std::move(calls)), requests_(sites) {}
  Result<void> OpenOn(int cpu, pid_t pid, const std::vector<std::uint64_t>& ids);
  Result<void> ShareRing(const std::vector<int>& descriptors);
  Result<void> StartReading();
  void ReadUntilStopped();
  void DrainAll();

  PerfCalls calls_;
  std::vector<int> descriptors_;
  std::vector<int> ring_descriptors_;
  std::vector<perf_event_mmap_page*> rings_;
  std::map<std::uint64_t, std::size_t> site_of_id_;
  std::vector<Requests> requests_;
  int stop_read_ = -1;
  int stop_write_ = -1;
  std::thread reader_;
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_UPROBE_REGISTERS_H_
