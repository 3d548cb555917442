// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/system_random.h"
#include "base/version.h"
#include "bench/corpus_source.h"
#include "bench/cpu_choice.h"
#include "bench/environment.h"
#include "bench/host.h"
#include "bench/phase_measurement.h"
#include "bench/pinning.h"
#include "cli/command.h"
#include "cli/conditions.h"
#include "cli/output.h"
#include "cli/percent_progress.h"
#include "cpuid/execute.h"
#include "engine/catalog.h"
#include "engine/phases_abi.h"
#include "report/attribution.h"
#include "report/attribution_svg.h"
#include "report/phase_json.h"
#include "report/phase_markdown.h"
#include "report/phase_summary.h"
#include "workspace/request_case.h"

namespace firstbyte::cli {
namespace {

constexpr int kFewestRepetitions = 3;  // below, nobody sees how much they differ
constexpr int kMostRepetitions = 1000;
constexpr int kMostBlocks = 1'000'000;
constexpr int kHighestLevel = 22;  // ZSTD_MAX_CLEVEL

struct PhasesCommand {
  bench::PhaseOptions options;
  std::optional<std::uint64_t> seed;
  std::optional<int> cpu;
  std::string engine = "zstd-1.5.4";
  std::string corpus = "mixed";
  std::string page_file;
  std::string format = "markdown";
  std::string out;
};

Result<void> CheckOptions(const PhasesCommand& command) {
  const bench::PhaseOptions& o = command.options;
  const auto outside = [](const char* option, int value, int low, int high) {
    return UsageError(fmt::format("{} must be from {} to {}, not {}.", option, low, high, value));
  };
  if (o.repetitions < kFewestRepetitions || o.repetitions > kMostRepetitions)
    return outside("--repetitions", o.repetitions, kFewestRepetitions, kMostRepetitions);
  if (o.blocks < bench::kBlockGroup || o.blocks > kMostBlocks)
    return outside("--blocks", o.blocks, bench::kBlockGroup, kMostBlocks);
  if (o.blocks % bench::kBlockGroup != 0)
    return UsageError(fmt::format("--blocks must be a multiple of {}, so that the orders are balanced, not {}.",
                                  bench::kBlockGroup, o.blocks));
  if (o.level < 1 || o.level > kHighestLevel) return outside("--level", o.level, 1, kHighestLevel);
  return {};
}

Result<bench::NamedPages> PagesOf(const PhasesCommand& command) {
  report::Protocol protocol;
  protocol.corpus_kind = command.page_file.empty() ? command.corpus : bench::kFileCorpus;
  protocol.corpus_path = command.page_file;
  protocol.corpus_seed = 1;  // the same pages for everybody, as in `run`
  protocol.corpus_pages = 64;
  protocol.request_bytes = static_cast<std::int64_t>(workspace::kPageBytes);
  return bench::MakeCorpus(protocol);
}

Result<report::PhaseResults> Measure(const PhasesCommand& command, const std::vector<bench::PhaseEngine>& engines,
                                     const bench::NamedPages& pages, int cpu) {
  if (const auto pinned = bench::PinTo(cpu); !pinned) return tl::unexpected<Error>(pinned.error());
  bench::PhaseOptions options = command.options;
  options.seed = command.seed ? *command.seed : DrawSeed();
  PercentProgress progress("Interrupted; phases are written only when all are measured, so nothing was.");
  bench::TscClock clock;
  auto results = bench::MeasurePhases(engines, options, pages.pages, clock, [&](std::int64_t done, std::int64_t total) {
    return progress.Show(done, total);
  });
  progress.Finish();
  if (!results) return results;
  if (const auto pinned = bench::CheckPinnedTo(cpu); !pinned) return tl::unexpected<Error>(pinned.error());
  results->engine = command.engine;
  results->cpu = cpu;
  results->repetitions = options.repetitions;
  results->blocks = options.blocks;
  results->seed = options.seed;
  results->level = options.level;
  results->parameters = FIRSTBYTE_PHASES_PARAMETERS;
  results->corpus = pages.policy;
  return results;
}

std::string Render(const std::string& format, const report::PhaseResults& results,
                   const report::PhaseSummary& summary) {
  if (format == "json") return report::PhasesJson(results, summary);
  if (format == "svg") return report::AttributionSvg(report::Attribute(results));
  return report::RenderPhases(results, summary);
}

bool IsForPeople(const PhasesCommand& command) { return command.format == "markdown" && command.out.empty(); }

void AddConditions(const bench::Host& host, const bench::Environment& environment, report::PhaseResults& results) {
  results.tool_version = kVersion;
  results.machine_id = bench::MachineId(host);
  results.platform = environment.platform;
  results.accel = environment.accel;
  results.environment = environment.checks;
}

Result<void> WriteOut(const PhasesCommand& command, const report::PhaseResults& results) {
  const std::string text = Render(command.format, results, report::Summarise(results));
  if (!command.out.empty()) return WriteOutput(command.out, text);
  Print(text);
  return {};
}

Result<void> RunPhases(const PhasesCommand& command, const Paths& paths) {
  if (!cpuid::kHaveCpuid)
    return InvalidError("This architecture has neither CPUID nor a time stamp counter: phases cannot be timed here.");
  if (const auto ok = CheckOptions(command); !ok) return ok;
  if (const auto ok = CheckOutput(command.out); !ok) return ok;
  if (const auto ok = CheckApart({{"--out", command.out}}, {command.page_file}); !ok) return ok;
  const bench::Host host = bench::Host::System();
  const auto choice = bench::ChooseCpu(host, command.cpu);
  if (!choice) return tl::unexpected<Error>(choice.error());
  const auto pages = PagesOf(command);
  if (!pages) return tl::unexpected<Error>(pages.error());
  const auto catalog = engine::Catalog::Open(paths.engine_directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  const auto engines = bench::LoadPhaseEngines(*catalog, command.engine, command.options.level);
  if (!engines) return tl::unexpected<Error>(engines.error());
  const bench::Environment environment = bench::CollectEnvironment(host, *choice, bench::CounterFactsOn(choice->cpu));
  PrintConditions(environment, {}, IsForPeople(command), IsForPeople(command) ? report::kCountersCheck : "");
  auto results = Measure(command, *engines, *pages, choice->cpu);
  if (!results) return tl::unexpected<Error>(results.error());
  AddConditions(host, environment, *results);
  return WriteOut(command, *results);
}

}  // namespace

void AddPhasesCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command =
      app.add_subcommand("phases", "Measure each part of a context's set-up, and what CPUID has to do with it.");
  command->footer(
      "Times each phase alone, the inits and requests as wholes, and baseline against patched, in balanced blocks "
      "with the price of a CPUID measured in each; both probes at once. Prints the conditions first. Takes about a "
      "minute.\n"
      "Example: firstbyte phases --per-parameter --format=json >phases.json");
  auto state = std::make_shared<PhasesCommand>();
  command->add_option("--engine", state->engine, "zstd build; see: firstbyte engines")->capture_default_str();
  command
      ->add_option("--repetitions", state->options.repetitions,
                   "each on fresh buffers and stack; 6 and more give an interval")
      ->capture_default_str();
  command->add_option("--blocks", state->options.blocks, "of each pair and repetition; a multiple of 4")
      ->capture_default_str();
  command->add_flag("--per-parameter", state->options.per_parameter, "time each of the ten parameters, too");
  command->add_option("--level", state->options.level, "zstd compression level; crypto/zstd.c uses 3")
      ->capture_default_str();
  CLI::Option* const corpus =
      command->add_option("--corpus", state->corpus, "built-in pages: mixed, text, heap, binary, zero, random")
          ->capture_default_str();
  command->add_option("--page", state->page_file, "real data: all pages of this file are cycled")
      ->type_name("FILE")
      ->excludes(corpus);
  command->add_option("--cpu", state->cpu, "CPU to pin to (default: an isolated one, else the last allowed)");
  command->add_option("--seed", state->seed, "of the orders (default: drawn)");
  command->add_option("--format", state->format, "markdown, json, or svg: the requests as stacked bars")
      ->check(CLI::IsMember({"markdown", "json", "svg"}))
      ->capture_default_str();
  command->add_option("--out", state->out, "write to this file instead of standard output")->type_name("FILE");
  command->callback([state, &paths, &action] { action = [state, &paths] { return RunPhases(*state, paths); }; });
}

}  // namespace firstbyte::cli
