// SPDX-License-Identifier: GPL-2.0-or-later
// What all methods of tracing share: the scanned files, the counts, and whether main() was reached.
#ifndef FIRSTBYTE_CPUID_TRACE_CONTEXT_H_
#define FIRSTBYTE_CPUID_TRACE_CONTEXT_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpuid/memory_map.h"
#include "cpuid/object_cache.h"
#include "cpuid/trace_result.h"
#include "cpuid/traced_program.h"
#include "cpuid/tracer.h"

namespace firstbyte::cpuid {

class TraceContext {
 public:
  explicit TraceContext(const TraceOptions& options) : options_(options) {}

  const TraceOptions& options() const { return options_; }
  ObjectCache& cache() { return cache_; }
  TraceResult& result() { return result_; }

  // The CPUID at a breakpoint of ours, with the registers it is executed with.
  PendingCpuid Describe(const TracedThread& thread, const PlantedSite& site, std::uint64_t address,
                        const MachineRegisters& registers);
  // The CPUID at an address of which nothing is known yet.
  PendingCpuid Describe(const TracedThread& thread, std::uint64_t address, std::uint8_t length,
                        const MachineRegisters& registers);

  // Whether a thread has stopped at the breakpoint on main(). If so, that is taken away, and the thread stands where it
  // was; the trace ends there, if it is to.
  bool ReachMain(TracedThread& thread, MachineRegisters registers);

  // Counts the thread's pending CPUID, and forgets it.
  void Count(TracedThread& thread);

  // A sentence about what could not be seen; the same one once.
  void Note(const std::string& sentence);

  // The trace is to end before the program does.
  void RequestEnd(TraceEnd why);
  bool end_requested() const { return end_requested_; }

 private:
  std::string Stack(const TracedThread& thread, const SiteKey& key);
  std::string FunctionName(pid_t pid, const std::vector<Mapping>& maps, std::uint64_t address);

  TraceOptions options_;
  ObjectCache cache_;
  TraceResult result_;
  bool end_requested_ = false;
};

// A way of noticing CPUIDs. The tracer follows processes and hands their stops on.
class Method {
 public:
  virtual ~Method() = default;
  // The program wants to be told of mapped code (exec_filter.h).
  virtual bool needs_filter() const { return false; }
  // How threads go on between stops.
  virtual Resume resume() const { return Resume::kContinue; }
  // The thread has just started a new program.
  virtual Result<void> OnExec(TracedThread& thread) = 0;
  // Code was mapped at [begin, end).
  virtual void OnCodeMapped(TracedThread& thread, std::uint64_t begin, std::uint64_t end);
  // A stop by a trap; whether it was the method's own, not the program's.
  virtual bool OnTrap(TracedThread& thread) = 0;
  // A signal is about to be delivered; whether it was the method's own.
  virtual bool OnSignal(TracedThread& thread, int signal) = 0;
};

std::unique_ptr<Method> MakeBreakpointMethod(TraceContext& context);
std::unique_ptr<Method> MakeStepMethod(TraceContext& context);
std::unique_ptr<Method> MakeFaultingMethod(TraceContext& context);

// Has the tracer's own CPU answer in the thread's place, and moves the thread past the instruction. For leaves that
// differ by CPU the answer is another CPU's.
bool AnswerInPlaceOf(pid_t tid, MachineRegisters registers, std::uint64_t next);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_CONTEXT_H_
