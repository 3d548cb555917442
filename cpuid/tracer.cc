// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/tracer.h"

#include <chrono>
#include <memory>
#include <utility>

#include "cpuid/descriptors.h"
#include "cpuid/launch.h"
#include "cpuid/terminal_signals.h"
#include "cpuid/trace_context.h"
#include "cpuid/trace_loop.h"
#include "cpuid/trace_uprobes.h"

namespace firstbyte::cpuid {
namespace {

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
  const MostDescriptors descriptors;
  const TerminalSignals signals(*root);
  const auto start = std::chrono::steady_clock::now();
  const auto done = TraceLoop(*root, context, *method).Run();
  if (!done) return tl::unexpected<Error>(done.error());
  if (options.until_main && context.result().end != TraceEnd::kMain) context.Note("main() was not reached.");
  TraceResult result = std::move(context.result());
  result.method = MethodName(options.method);
  result.wall_ns =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
  // Killed at main(), the program has no status of its own.
  if (result.end == TraceEnd::kMain) result.exit_status = 0;
  return result;
}

}  // namespace firstbyte::cpuid
