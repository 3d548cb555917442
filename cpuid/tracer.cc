// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/tracer.h"

#include <fmt/core.h>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <map>
#include <memory>
#include <optional>

#include "cpuid/launch.h"
#include "cpuid/trace_context.h"
#include "cpuid/trace_uprobes.h"

namespace firstbyte::cpuid {
namespace {

constexpr int kSyscallStop = SIGTRAP | 0x80;  // PTRACE_O_TRACESYSGOOD

// Ctrl-C is for the program: whoever presses it wants to see what was counted until then.
class IgnoreTerminalSignals {
 public:
  IgnoreTerminalSignals() : interrupt_(std::signal(SIGINT, SIG_IGN)), quit_(std::signal(SIGQUIT, SIG_IGN)) {}
  ~IgnoreTerminalSignals() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGQUIT, quit_);
  }
  IgnoreTerminalSignals(const IgnoreTerminalSignals&) = delete;
  IgnoreTerminalSignals& operator=(const IgnoreTerminalSignals&) = delete;

 private:
  void (*interrupt_)(int);
  void (*quit_)(int);
};

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

// Whether the call that a thread is making gives its child the same memory.
bool SharesMemory(const TracedThread& parent, int event) {
  const auto registers = GetRegisters(parent.tid);
  if (event == PTRACE_EVENT_VFORK) return true;
  if (!registers) return event == PTRACE_EVENT_CLONE;
  std::uint64_t flags = 0;
  switch (registers->orig_rax) {
    case SYS_clone:
      flags = registers->rdi;
      break;
    case SYS_clone3:
      // The flags come first in its structure.
      if (parent.program->space->memory().Read(registers->rdi,
                                               {reinterpret_cast<std::uint8_t*>(&flags), sizeof flags}) != sizeof flags)
        flags = 0;
      break;
    default:
      break;
  }
  return (flags & CLONE_VM) != 0;
}

class Tracer {
 public:
  Tracer(pid_t root, TraceContext& context, Method& method) : root_(root), context_(context), method_(method) {}

  Result<void> Run() {
    while (!threads_.empty() || !started_) {
      int status = 0;
      const pid_t tid = waitpid(-1, &status, __WALL);
      if (tid < 0 && errno == EINTR) continue;
      if (tid < 0) break;  // nobody is left
      if (auto handled = Handle(tid, status); !handled) {
        End();
        return handled;
      }
      if (context_.end_requested()) End();
    }
    return {};
  }

 private:
  Result<void> Handle(pid_t tid, int status) {
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      OnEnd(tid, status);
      return {};
    }
    auto found = threads_.find(tid);
    if (found == threads_.end() && tid != root_) {
      // A new thread can stop before its parent tells of it.
      early_[tid] = status;
      return {};
    }
    TracedThread& thread = threads_[tid];
    thread.tid = tid;
    started_ = true;
    return OnStop(thread, WSTOPSIG(status), status >> 16);
  }

  void OnEnd(pid_t tid, int status) {
    threads_.erase(tid);
    early_.erase(tid);
    if (tid != root_) return;
    started_ = true;
    TraceResult& result = context_.result();
    if (ended_) return;
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    result.exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

  Result<void> OnStop(TracedThread& thread, int signal, int event) {
    switch (event) {
      case PTRACE_EVENT_EXEC:
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
    // A thread that was not its process's first takes over the number of the first.
    if (const auto former = EventMessage(thread.tid); former && static_cast<pid_t>(*former) != thread.tid)
      threads_.erase(static_cast<pid_t>(*former));
    thread.returns_from_exec = false;
    thread.pending.reset();
    thread.mapping_code.reset();
    if (thread.program == nullptr) {
      ++context_.result().processes;
      ++context_.result().threads;
    }
    thread.program = Program::OfExec(thread.tid, context_.cache());
    if (thread.program == nullptr) return GoOn(thread, 0);
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
    child.program = shares ? parent.program : parent.program->Fork(tid);
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
    const auto registers = GetRegisters(thread.tid);
    if (!registers || !thread.mapping_code) return;
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
  const IgnoreTerminalSignals ignore;
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
