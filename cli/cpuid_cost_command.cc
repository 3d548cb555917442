// SPDX-License-Identifier: GPL-2.0-or-later
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "bench/host.h"
#include "bench/hypervisor_sources.h"
#include "cli/cpuid_commands.h"
#include "cpuid/cost.h"
#include "cpuid/cost_format.h"
#include "cpuid/cpu.h"
#include "cpuid/hypervisor_leaves.h"
#include "cpuid/meaning.h"

namespace firstbyte::cli {
namespace {

struct CostCommand {
  cpuid::CostOptions options;
  std::string native;
  std::string format = "text";
};

// By devices and flags that only such guests have; which leaves the CPU has says what it can, not what this guest is.
bool IsConfidential() {
  const auto evidence = bench::HypervisorEvidence(bench::Host::System());
  return std::any_of(evidence.begin(), evidence.end(),
                     [](const bench::Evidence& one) { return one.source == bench::kConfidential; });
}

Result<void> Cost(const CostCommand& command) {
  if (!cpuid::kHaveCpuid) return InvalidError("This architecture has no CPUID: there is nothing to measure.");
  std::optional<cpuid::NativeCost> native;
  if (!command.native.empty()) {
    auto read = cpuid::ReadNativeCost(command.native);
    if (!read) return tl::unexpected<Error>(read.error());
    native = *std::move(read);
  }
  cpuid::HardwareCpu cpu;
  cpuid::HardwareTimer timer;
  auto report = cpuid::MeasureCost(cpuid::LeavesToMeasure(cpu), command.options, timer);
  if (!report) return tl::unexpected<Error>(report.error());
  const cpuid::HypervisorLeaves leaves = cpuid::ReadHypervisorLeaves(cpu);
  report->meaning = cpuid::MeaningOf(report->trapped, {leaves.bit, leaves.tdx_guest || IsConfidential()});
  // Those that found out which leaves there are count, too.
  report->executed = static_cast<std::int64_t>(cpuid::ExecutedCount());
  Print(command.format == "json" ? cpuid::CostJson(*report, native) : cpuid::CostText(*report, native));
  return {};
}

}  // namespace

void AddCpuidCostCommand(CLI::App& cpuid, Action& action) {
  CLI::App* const command = cpuid.add_subcommand("cost", "Measure what one CPUID costs here, per leaf.");
  command->footer(
      "Needs no privileges, and takes a moment. Whether CPUID traps here is decided by the medians of leaves 0 and 7. "
      "`--native` takes off what it costs where it does not trap: a number of nanoseconds, or a file that this command "
      "wrote on such a machine.\n"
      "Example: firstbyte cpuid cost --format=json >cost.json");
  auto state = std::make_shared<CostCommand>();
  command->add_option("--samples", state->options.samples, "single executions per leaf")->capture_default_str();
  command->add_option("--batches", state->options.batches, "batches per leaf")->capture_default_str();
  command->add_option("--batch-size", state->options.batch_size, "executions per batch")->capture_default_str();
  command->add_option("--native", state->native, "native cost to take off: nanoseconds, or a file");
  command->add_option("--format", state->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->callback([state, &action] { action = [state] { return Cost(*state); }; });
}

}  // namespace firstbyte::cli
