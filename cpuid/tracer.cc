// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/tracer.h"

#include <fmt/core.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "cpuid/launch.h"
#include "cpuid/terminal_signals.h"
#include "cpuid/trace_context.h"
#include "cpuid/trace_uprobes.h"

namespace firstbyte::cpuid {
namespace {

constexpr int kSyscallStop = SIGTRAP | 0x80;  // PTRACE_O_TRACESYSGOOD

std::unique_ptr<Method> MakeMethod(TraceContext& context) {
  switch (context.options().method) {
    case TraceMethod::kBreakpoints:
      return MakeBreakpointMethod(context);
    case TraceMethod::kSingleStep:
      return MakeStepMethod(context);
    case TraceMethod::kFaulting:
      return MakeFaultingMethod(context);
    case TraceMethod::kUprobes:
      break;  // is no tracer
  }
  return nullptr;
}

class Tracer {
 public:
  Tracer(pid_t root, TraceContext& context, Method& method) : root_(root), context_(context), method_(method) {}

  Result<void> Run() {
    Result<void> outcome;
    while (!threads_.empty() || !early_.empty() || !started_) {
      int status = 0;
      const pid_t tid = waitpid(-1, &status, __WALL);
      if (tid < 0 && errno != EINTR) break;  // nobody is left
      if (tid > 0) {
        auto handled = Handle(tid, status);
        if (!handled && outcome) outcome = std::move(handled);
      } else if (root_ended_ && Interrupts() > 0) {
        context_.Note("What outlived the program was ended by an interrupt.");
        context_.RequestEnd(false);
      }
      if (!outcome || context_.end_requested()) End();
    }
    return outcome;
  }

 private:
  Result<void> Handle(pid_t tid, int status) {
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
    return OnStop(thread, WSTOPSIG(status), status >> 16);
  }

  void OnEnd(pid_t tid, int status) {
    threads_.erase(tid);
    early_.erase(tid);
    if (tid == root_) OnRootEnd(status);
    if (!ended_) (void)AdoptOrphans();
  }

  void OnRootEnd(int status) {
    started_ = true;
    root_ended_ = true;
    ForgetInterrupts();
    TraceResult& result = context_.result();
    if (ended_) return;
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    result.exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

  // Whoever is killed in the middle of making a child tells of it no more. The child would wait for ever.
  Result<void> AdoptOrphans() {
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
      if (orphan.program != nullptr) {
        orphan.program->in_main = true;
        method_.OnCodeMapped(orphan, 0, std::numeric_limits<std::uint64_t>::max());
      }
      if (auto handled = OnStop(orphan, WSTOPSIG(status), status >> 16); !handled) return handled;
    }
    return {};
  }

  Result<void> OnStop(TracedThread& thread, int signal, int event) {
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
        NoteMapping(thread);
        ResumeThread(thread.tid, Resume::kToSyscall, 0);
        return {};
      case PTRACE_EVENT_STOP:
        // A stopped job stays stopped until it is continued; everything else of this kind is a new thread's first stop.
        if (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU) {
          ResumeThread(thread.tid, Resume::kListen, 0);
          return {};
        }
        return GoOn(thread, 0);
      default:
        break;
    }
    if (event != 0) return GoOn(thread, 0);
    if (signal == kSyscallStop && thread.returns_from_exec) return OnExec(thread);
    if (signal == kSyscallStop) {
      FinishMapping(thread);
      return GoOn(thread, 0);
    }
    if (thread.program == nullptr) return GoOn(thread, signal);
    if (signal == SIGTRAP && method_.OnTrap(thread)) return GoOn(thread, 0);
    return GoOn(thread, method_.OnSignal(thread, signal) ? 0 : signal);
  }

  // Until the program is executed there is nothing to look at: only this process's own code runs.
  Result<void> GoOn(TracedThread& thread, int signal) {
    ResumeThread(thread.tid, thread.program == nullptr ? Resume::kContinue : method_.resume(), signal);
    return {};
  }

  Result<void> OnExec(TracedThread& thread) {
    thread.returns_from_exec = false;
    thread.pending.reset();
    thread.mapping_code.reset();
    TraceResult& result = context_.result();
    if (result.processes == 0) result.processes = result.threads = 1;
    thread.program = Program::OfExec(thread.tid, context_.cache());
    if (thread.program == nullptr) {
      if (GetRegisters(thread.tid))
        context_.Note("A program may be executed but not read; its CPUIDs were not counted.");
      return GoOn(thread, 0);
    }
    if (!thread.program->is_64_bit)
      context_.Note(thread.program->name + " is a 32-bit program; its CPUIDs were not counted.");
    if (LosesPrivileges(thread.tid))
      context_.Note(thread.program->name + " would get other privileges by its set-ID bits; traced, it does not.");
    if (auto prepared = method_.OnExec(thread); !prepared) return prepared;
    return GoOn(thread, 0);
  }

  void OnChild(TracedThread& parent, int event) {
    const auto message = EventMessage(parent.tid);
    if (!message) return;
    const auto tid = static_cast<pid_t>(*message);
    TracedThread& child = threads_[tid];
    child.tid = tid;
    const bool shares = SharesMemory(parent, event);
    if (shares || parent.program == nullptr) {
      child.program = parent.program;
    } else {
      child.program = parent.program->Fork(tid);
    }
    ++context_.result().threads;
    if (!shares || ProcessOf(tid) == tid) ++context_.result().processes;
    const auto early = early_.find(tid);
    if (early == early_.end()) return;
    const int status = early->second;
    early_.erase(early);
    (void)OnStop(child, WSTOPSIG(status), status >> 16);
  }

  // mmap(address, length, protection, ...), mprotect(address, length, protection)
  void NoteMapping(TracedThread& thread) {
    const auto registers = GetRegisters(thread.tid);
    if (!registers) return;
    thread.mapping_code = {registers->rdi, registers->rsi};
    thread.maps_fresh_address = registers->orig_rax == SYS_mmap;
  }

  void FinishMapping(TracedThread& thread) {
    if (!thread.mapping_code) return;
    const auto registers = GetRegisters(thread.tid);
    if (!registers) return;
    auto [begin, length] = *thread.mapping_code;
    thread.mapping_code.reset();
    // Errors are the last 4095 numbers.
    if (registers->rax > static_cast<std::uint64_t>(-4096)) return;
    if (thread.maps_fresh_address) begin = registers->rax;
    if (thread.program != nullptr) method_.OnCodeMapped(thread, begin, begin + length);
  }

  // Takes the whole family down; its members are reaped by Run().
  void End() {
    if (ended_) return;
    ended_ = true;
    for (const auto& [tid, thread] : threads_) kill(tid, SIGKILL);
    for (const auto& [tid, status] : early_) kill(tid, SIGKILL);
  }

  pid_t root_;
  TraceContext& context_;
  Method& method_;
  std::map<pid_t, TracedThread> threads_;
  std::map<pid_t, int> early_;
  bool started_ = false;
  bool root_ended_ = false;
  bool ended_ = false;
};

}  // namespace

const char* MethodName(TraceMethod method) {
  switch (method) {
    case TraceMethod::kBreakpoints:
      return "breakpoints";
    case TraceMethod::kSingleStep:
      return "single-step";
    case TraceMethod::kFaulting:
      return "CPUID faulting";
    case TraceMethod::kUprobes:
      return "uprobes";
  }
  return "unknown";
}

Result<TraceResult> Trace(const std::vector<std::string>& command, const TraceOptions& options) {
  if (command.empty()) return UsageError("Name a program to trace.");
  if (options.method == TraceMethod::kUprobes) return TraceByUprobes(command, options);
  TraceContext context(options);
  const std::unique_ptr<Method> method = MakeMethod(context);
  const auto root = LaunchTraced(command, method->needs_filter());
  if (!root) return tl::unexpected<Error>(root.error());
  const TerminalSignals signals;
  const auto start = std::chrono::steady_clock::now();
  const auto done = Tracer(*root, context, *method).Run();
  if (!done) return tl::unexpected<Error>(done.error());
  TraceResult result = std::move(context.result());
  result.method = MethodName(options.method);
  result.wall_ns =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
  if (options.until_main) result.exit_status = 0;
  return result;
}

}  // namespace firstbyte::cpuid
