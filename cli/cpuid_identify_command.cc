// SPDX-License-Identifier: GPL-2.0-or-later
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <memory>
#include <string>

#include "bench/host.h"
#include "bench/identify.h"
#include "cli/cpuid_commands.h"
#include "cpuid/cpu.h"
#include "cpuid/libcpuid_adapter.h"

namespace firstbyte::cli {
namespace {

Result<void> IdentifyHere(const std::string& format) {
  cpuid::HardwareCpu cpu;
  const bench::Identity identity =
      bench::Identify(bench::Host::System(), cpuid::kHaveCpuid ? &cpu : nullptr, cpuid::AskLibcpuid());
  Print(format == "json" ? bench::IdentityJson(identity) : bench::IdentityText(identity));
  return {};
}

}  // namespace

void AddCpuidIdentifyCommand(CLI::App& cpuid, Action& action) {
  CLI::App* const command = cpuid.add_subcommand("identify", "Show every source of evidence about the hypervisor.");
  command->footer(
      "Needs no privileges. CPUID's own leaves, the machine's files and libcpuid are shown side by side; where they "
      "name "
      "different hypervisors the verdict is `unknown`.\n"
      "Example: firstbyte cpuid identify --format=json");
  auto format = std::make_shared<std::string>("text");
  command->add_option("--format", *format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->callback([format, &action] { action = [format] { return IdentifyHere(*format); }; });
}

}  // namespace firstbyte::cli
