// SPDX-License-Identifier: GPL-2.0-or-later
// Follows a traced program, its threads and its children from stop to stop, and hands on to a method what is the
// method's own: traps, signals, new programs, new code.
#ifndef FIRSTBYTE_CPUID_TRACE_LOOP_H_
#define FIRSTBYTE_CPUID_TRACE_LOOP_H_

#include <sys/types.h>

#include <cstdint>
#include <map>

#include "base/error.h"
#include "cpuid/trace_context.h"
#include "cpuid/traced_program.h"

namespace firstbyte::cpuid {

class TraceLoop {
 public:
  // `root` was started by LaunchTraced().
  TraceLoop(pid_t root, TraceContext& context, Method& method) : root_(root), context_(context), method_(method) {}

  // Until nobody is left: the program and all that it has started have ended, or were ended because the context or a
  // terminal's interrupt asked for it.
  Result<void> Run();

 private:
  Result<void> Handle(pid_t tid, int status);
  void OnEnd(pid_t tid, int status);
  void OnRootEnd(int status);
  Result<void> AdoptOrphans();
  Result<void> OnStop(TracedThread& thread, int status);
  Result<void> OnEvent(TracedThread& thread, int signal, int event);
  Result<void> OnCallEnd(TracedThread& thread);
  Result<void> OnExec(TracedThread& thread);
  void OnChild(TracedThread& parent, int event);
  Result<void> GoOn(TracedThread& thread, int signal);
  void OnCodeMapped(TracedThread& thread, std::uint64_t begin, std::uint64_t end);
  bool NoteDescriptors();
  void End();

  pid_t root_;
  TraceContext& context_;
  Method& method_;
  std::map<pid_t, TracedThread> threads_;
  std::map<pid_t, int> early_;  // stopped before their parents told of them: wait statuses
  bool started_ = false;
  bool root_ended_ = false;
  bool ended_ = false;
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_LOOP_H_
