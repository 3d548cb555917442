// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/cpuid_commands.h"
#include "cpuid/scan.h"
#include "cpuid/scan_format.h"

namespace firstbyte::cli {
namespace {

struct ScanCommand {
  std::vector<std::string> files;
  std::string format = "text";
};

Result<void> Scan(const ScanCommand& command, int& exit_status) {
  std::vector<cpuid::ScanOutcome> outcomes;
  for (const std::string& file : command.files) outcomes.push_back({file, cpuid::ScanFile(file)});
  Print(command.format == "json" ? cpuid::ScanJson(outcomes) : cpuid::ScanText(outcomes));
  for (const cpuid::ScanOutcome& outcome : outcomes) {
    if (outcome.result) continue;
    fmt::print(stderr, "firstbyte: {}\n", outcome.result.error().message);
    exit_status = static_cast<int>(outcome.result.error().code);
  }
  return {};
}

}  // namespace

void AddCpuidScanCommand(CLI::App& cpuid, Action& action, int& exit_status) {
  CLI::App* const command = cpuid.add_subcommand("scan", "List every CPUID instruction of ELF files.");
  command->footer(
      "Executables, shared objects and kernel modules, stripped or not. Each occurrence of the bytes 0F A2 is decided "
      "by "
      "a decoder; offsets are in the file.\n"
      "Example: firstbyte cpuid scan /usr/lib/x86_64-linux-gnu/libzstd.so.1");
  auto state = std::make_shared<ScanCommand>();
  command->add_option("files", state->files, "x86-64 ELF files")->required();
  command->add_option("--format", state->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->callback(
      [state, &action, &exit_status] { action = [state, &exit_status] { return Scan(*state, exit_status); }; });
}

}  // namespace firstbyte::cli
