// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_loop.h"

#include <fmt/core.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <limits>
#include <memory>
#include <utility>

#include "base/wait_status.h"
#include "cpuid/descriptors.h"
#include "cpuid/terminal_signals.h"
#include "cpuid/watched_calls.h"

namespace firstbyte::cpuid {
namespace {

constexpr int kSyscallStop = SIGTRAP | 0x80;  // PTRACE_O_TRACESYSGOOD

bool StopsJobs(int signal) { return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU; }

}  // namespace

Result<void> TraceLoop::Run() {
  Result<void> outcome;
  while (!threads_.empty() || !early_.empty() || !started_) {
    int status = 0;
    const pid_t tid = waitpid(-1, &status, __WALL);
    if (tid < 0 && errno != EINTR) break;  // nobody is left
    if (tid > 0) {
      auto handled = Handle(tid, status);
      if (!handled && outcome) outcome = std::move(handled);
    } else if (root_ended_ && Interrupts() > 0) {
      context_.RequestEnd(TraceEnd::kInterrupt);
    }
    if (!outcome || context_.end_requested()) End();
  }
  return outcome;
}

Result<void> TraceLoop::Handle(pid_t tid, int status) {
  if (WIFEXITED(status) || WIFSIGNALED(status)) {
    OnEnd(tid, status);
    return {};
  }
  if (ended_) {
    kill(tid, SIGKILL);
    return {};
  }
  if (!threads_.contains(tid) && tid != root_) {
    // A new thread can stop before its parent tells of it.
    early_[tid] = status;
    return AdoptOrphans();
  }
  TracedThread& thread = threads_[tid];
  thread.tid = tid;
  started_ = true;
  return OnStop(thread, status);
}

void TraceLoop::OnEnd(pid_t tid, int status) {
  threads_.erase(tid);
  early_.erase(tid);
  if (tid == root_) OnRootEnd(status);
  if (!ended_) (void)AdoptOrphans();
}

void TraceLoop::OnRootEnd(int status) {
  started_ = true;
  root_ended_ = true;
  ProgramHasEnded();
  TraceResult& result = context_.result();
  if (ended_) return;
  result.signal = KilledBy(status);
  result.exit_status = ShellStatus(status);
}

// Whoever is killed in the middle of making a child tells of it no more. The child would wait for ever.
Result<void> TraceLoop::AdoptOrphans() {
  for (auto it = early_.begin(); it != early_.end();) {
    const auto [tid, status] = *it;
    if (threads_.contains(ProcessOf(tid)) || threads_.contains(ParentOf(tid))) {
      ++it;
      continue;
    }
    it = early_.erase(it);
    TracedThread& orphan = threads_[tid];
    orphan.tid = tid;
    orphan.program = Program::OfExec(tid, context_.cache());
    NoteDescriptors();
    if (orphan.program != nullptr) {
      orphan.program->in_main = true;
      OnCodeMapped(orphan, 0, std::numeric_limits<std::uint64_t>::max());
    }
    if (auto handled = OnStop(orphan, status); !handled) return handled;
  }
  return {};
}

Result<void> TraceLoop::OnStop(TracedThread& thread, int status) {
  const int signal = WSTOPSIG(status);
  if (const int event = status >> 16; event != 0) return OnEvent(thread, signal, event);
  if (signal == kSyscallStop) return thread.returns_from_exec ? OnExec(thread) : OnCallEnd(thread);
  if (thread.program == nullptr) return GoOn(thread, signal);
  if (signal == SIGTRAP && method_.OnTrap(thread)) return GoOn(thread, 0);
  return GoOn(thread, method_.OnSignal(thread, signal) ? 0 : signal);
}

Result<void> TraceLoop::OnEvent(TracedThread& thread, int signal, int event) {
  switch (event) {
    case PTRACE_EVENT_EXEC:
      // A thread that was not its process's first takes over the number of the first.
      if (const auto former = EventMessage(thread.tid); former && static_cast<pid_t>(*former) != thread.tid)
        threads_.erase(static_cast<pid_t>(*former));
      // Inside the call still: what is in its result register would be overwritten when it returns.
      thread.returns_from_exec = true;
      ResumeThread(thread.tid, Resume::kToSyscall, 0);
      return {};
    case PTRACE_EVENT_FORK:
    case PTRACE_EVENT_VFORK:
    case PTRACE_EVENT_CLONE:
      OnChild(thread, event);
      return GoOn(thread, 0);
    case PTRACE_EVENT_SECCOMP:
      if (!BeginWatchedCall(thread))
        context_.Note("A child that was made not to be traced was not; it may have died of a breakpoint.");
      return GoOn(thread, 0);
    case PTRACE_EVENT_STOP:
      // A stopped job stays stopped until it is continued; everything else of this kind is a new thread's first stop.
      if (StopsJobs(signal)) {
        ResumeThread(thread.tid, Resume::kListen, 0);
        return {};
      }
      return OnCallEnd(thread);
    default:
      return GoOn(thread, 0);
  }
}

Result<void> TraceLoop::OnCallEnd(TracedThread& thread) {
  const auto code = EndWatchedCall(thread);
  if (code && thread.program != nullptr) OnCodeMapped(thread, code->begin, code->end);
  return GoOn(thread, 0);
}

void TraceLoop::OnCodeMapped(TracedThread& thread, std::uint64_t begin, std::uint64_t end) {
  method_.OnCodeMapped(thread, begin, end);
  NoteDescriptors();
}

// To be called where something had to be opened, before anything is closed.
bool TraceLoop::NoteDescriptors() {
  const bool ran_out = DescriptorsRanOut();
  if (ran_out) {
    context_.Note(
        "File descriptors ran out while the program was traced: not all of its CPUIDs were counted (raise ulimit -n).");
  }
  return ran_out;
}

Result<void> TraceLoop::OnExec(TracedThread& thread) {
  thread.returns_from_exec = false;
  thread.pending.reset();
  thread.mapping_code.reset();
  thread.untraced.reset();
  TraceResult& result = context_.result();
  if (result.processes == 0) result.processes = result.threads = 1;
  auto program = Program::OfExec(thread.tid, context_.cache());
  const bool ran_out = NoteDescriptors();
  thread.program = std::move(program);
  if (thread.program == nullptr) {
    if (!ran_out && GetRegisters(thread.tid))
      context_.Note("A program may be executed but not read; its CPUIDs were not counted.");
    return GoOn(thread, 0);
  }
  if (!thread.program->is_64_bit)
    context_.Note(thread.program->name + " is a 32-bit program; its CPUIDs were not counted.");
  if (LosesPrivileges(thread.tid))
    context_.Note(thread.program->name + " would get other privileges by its set-ID bits; traced, it does not.");
  if (auto prepared = method_.OnExec(thread); !prepared) return prepared;
  NoteDescriptors();
  return GoOn(thread, 0);
}

void TraceLoop::OnChild(TracedThread& parent, int event) {
  const auto message = EventMessage(parent.tid);
  if (!message) return;
  const auto tid = static_cast<pid_t>(*message);
  TracedThread& child = threads_[tid];
  child.tid = tid;
  child.untraced = parent.untraced;
  const bool shares = SharesMemory(parent, event);
  if (shares || parent.program == nullptr) {
    child.program = parent.program;
  } else {
    child.program = parent.program->Fork(tid);
    NoteDescriptors();
  }
  ++context_.result().threads;
  if (!shares || ProcessOf(tid) == tid) ++context_.result().processes;
  const auto early = early_.find(tid);
  if (early == early_.end()) return;
  const int status = early->second;
  early_.erase(early);
  (void)OnStop(child, status);
}

// Until the program is executed there is nothing to look at: only this process's own code runs.
Result<void> TraceLoop::GoOn(TracedThread& thread, int signal) {
  const Resume how = InWatchedCall(thread)       ? Resume::kToSyscall
                     : thread.program == nullptr ? Resume::kContinue
                                                 : method_.resume();
  ResumeThread(thread.tid, how, signal);
  return {};
}

// Takes the whole family down; its members are reaped by Run().
void TraceLoop::End() {
  if (ended_) return;
  ended_ = true;
  for (const auto& [tid, thread] : threads_) kill(tid, SIGKILL);
  for (const auto& [tid, status] : early_) kill(tid, SIGKILL);
}

}  // namespace firstbyte::cpuid
