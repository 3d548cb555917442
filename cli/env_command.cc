// SPDX-License-Identifier: GPL-2.0-or-later
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "bench/cpu_choice.h"
#include "bench/environment.h"
#include "bench/host.h"
#include "cli/command.h"

namespace firstbyte::cli {
namespace {

struct EnvCommand {
  std::optional<int> cpu;
  std::string format = "text";
};

std::string ToJson(const bench::Environment& environment) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const report::EnvironmentCheck& check : environment.checks) {
    checks.push_back(
        {{"name", check.name}, {"value", check.value}, {"verdict", check.verdict}, {"reason", check.reason}});
  }
  const nlohmann::ordered_json json = {
      {"platform", environment.platform}, {"accel", environment.accel}, {"environment", checks}};
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<void> ShowEnvironment(const EnvCommand& command) {
  const bench::Host host = bench::Host::System();
  const auto choice = bench::ChooseCpu(host, command.cpu);
  if (!choice) return tl::unexpected<Error>(choice.error());
  const bench::Environment environment = bench::CollectEnvironment(host, *choice, bench::CounterFactsOn(choice->cpu));
  if (command.format == "json") {
    Print(ToJson(environment) + "\n");
  } else {
    Print(bench::RenderEnvironment(environment));
  }
  return {};
}

}  // namespace

void AddEnvCommand(CLI::App& app, Action& action) {
  CLI::App* const command = app.add_subcommand("env", "Print the conditions on this machine that move numbers.");
  command->footer(
      "Nothing is changed, and no CPUID is executed. docs/environment.md says what to do about each "
      "warning.\nExample: firstbyte env --cpu=3");
  auto state = std::make_shared<EnvCommand>();
  command->add_option("--cpu", state->cpu, "CPU that a measurement would be pinned to");
  command->add_option("--format", state->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->callback([state, &action] { action = [state] { return ShowEnvironment(*state); }; });
}

}  // namespace firstbyte::cli
