// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/utc.h"
#include "bench/corpus_source.h"
#include "bench/environment.h"
#include "bench/host.h"
#include "bench/pinning.h"
#include "bench/profile_measurement.h"
#include "cli/command.h"
#include "cli/conditions.h"
#include "cli/list_option.h"
#include "cli/output.h"
#include "cli/percent_progress.h"
#include "cli/profile_phases.h"
#include "cli/run_options.h"
#include "cpuid/execute.h"
#include "engine/catalog.h"
#include "report/collapsed.h"
#include "report/phase_table.h"
#include "report/profile_agreement.h"
#include "report/profile_json.h"
#include "report/profile_markdown.h"

namespace firstbyte::cli {
namespace {

constexpr double kNsPerMs = 1e6;
constexpr std::int64_t kNsPerS = 1'000'000'000;
constexpr int kLongestPeriodMs = 1000;
constexpr int kMostSeconds = 60;  // a sample holds 8 KiB of stack until the arm is done

struct ProfileCommand {
  RunOptions options;
  double period_ms = 1;
  int seconds = 5;
  std::string phases;
  std::string format = "markdown";
  std::string out;
  bool difference = false;
};

Result<void> CheckCollapsed(const ProfileCommand& command, const report::Results& header) {
  const bool collapsed = command.format == "collapsed";
  if (command.difference && !collapsed)
    return UsageError("--difference is one of stacks: add --format=collapsed, or leave it out.");
  if (!collapsed) return {};
  const std::size_t wanted = command.difference ? 2 : 1;
  if (header.arms.size() == wanted) return {};
  return UsageError(fmt::format(
      "--format=collapsed{} prints {} of one operation, not {}: choose with --arms and --operation.",
      command.difference ? " --difference" : "", command.difference ? "two arms" : "one arm", header.arms.size()));
}

Result<void> CheckOptions(const ProfileCommand& command) {
  if (!(command.period_ms >= 1 && command.period_ms <= kLongestPeriodMs)) {
    return UsageError(
        fmt::format("--period must be from 1 to {} ms, not {:g}: more often would change what is sampled.",
                    kLongestPeriodMs, command.period_ms));
  }
  if (command.seconds < 1 || command.seconds > kMostSeconds)
    return UsageError(fmt::format("--seconds must be from 1 to {}, not {}.", kMostSeconds, command.seconds));
  if (SplitList(command.options.engine).size() > 1)
    return UsageError("profile takes one --engine: its phases are those of one; profile each by itself.");
  if (const auto ok = CheckOutput(command.out); !ok) return ok;
  return CheckApart({{"--out", command.out}}, {command.phases, command.options.page_file});
}

// Every comparison has the baseline; a profile need not.
Result<report::Results> HeaderOf(const ProfileCommand& command, const bench::Host& host,
                                 const engine::Catalog& catalog) {
  RunOptions options = command.options;
  const std::vector<std::string> names = SplitList(options.arms);
  if (names.empty()) return UsageError("Name at least one arm; see: firstbyte run --help.");
  if (std::find(names.begin(), names.end(), "baseline") == names.end()) options.arms += ",baseline";
  auto header = MakeHeader(options, host, catalog, UtcNow());
  if (!header) return header;
  std::erase_if(header->arms,
                [&](const report::Arm& arm) { return std::find(names.begin(), names.end(), arm.name) == names.end(); });
  return header;
}

void AddConditions(const report::Results& header, report::ProfileResults& results) {
  results.engine = header.arms.front().engine;
  results.tool_version = header.context.tool_version;
  results.machine_id = header.context.machine_id;
  results.platform = header.context.platform;
  results.accel = header.context.accel;
  results.environment = header.context.environment;
  results.cpu = header.protocol.cpu;
  results.level = header.protocol.level;
  results.request_case = header.protocol.request_case;
  results.corpus = header.protocol.corpus;
}

report::AgreementReport AgreementOf(const ProfileCommand& command, const report::Results& header,
                                    const engine::Catalog& catalog, const std::vector<bench::Bytes>& pages,
                                    const std::optional<report::PhaseTable>& read,
                                    const report::ProfileResults& results) {
  if (read) return {report::CompareWithPhases(results, *read), command.phases, ""};
  const auto measured = MeasurePhaseTable(header, catalog, pages);
  if (!measured) return {{}, "", measured.error().message};
  return {report::CompareWithPhases(results, *measured), DescribeMeasuredPhases(), ""};
}

bench::ProfileOptions SamplingOf(const ProfileCommand& command) {
  bench::ProfileOptions options;
  options.period_ns = static_cast<std::int64_t>(command.period_ms * kNsPerMs);
  options.cpu_ns_per_arm = command.seconds * kNsPerS;
  return options;
}

Result<report::ProfileResults> Sample(const ProfileCommand& command, const report::Results& header,
                                      const engine::Catalog& catalog, const std::vector<bench::Bytes>& pages) {
  PercentProgress progress(kProfileInterrupted);
  auto results =
      bench::MeasureProfile(header, catalog, pages, SamplingOf(command), bench::SystemForProfile(),
                            [&](std::int64_t done, std::int64_t total) { return progress.Show(done, total); });
  progress.Finish();
  if (!results) return results;
  if (const auto pinned = bench::CheckPinnedTo(header.protocol.cpu); !pinned)
    return tl::unexpected<Error>(pinned.error());
  AddConditions(header, *results);
  return results;
}

bool IsForPeople(const ProfileCommand& command) { return command.format == "markdown" && command.out.empty(); }

std::string Render(const ProfileCommand& command, const report::Results& header, const engine::Catalog& catalog,
                   const std::vector<bench::Bytes>& pages, const std::optional<report::PhaseTable>& read,
                   const report::ProfileResults& results) {
  if (command.difference) return report::CollapsedDifference(results.arms[0], results.arms[1]);
  if (command.format == "collapsed") return report::CollapsedStacks(results.arms[0]);
  const auto agreement = AgreementOf(command, header, catalog, pages, read, results);
  return command.format == "json" ? report::ProfileJson(results, agreement) : report::RenderProfile(results, agreement);
}

// From here on everything is known to be allowed.
Result<void> Carry(const ProfileCommand& command, const report::Results& header, const engine::Catalog& catalog,
                   const std::optional<report::PhaseTable>& read) {
  if (const auto pinned = bench::PinTo(header.protocol.cpu); !pinned) return pinned;
  const auto pages = bench::PagesOf(header.protocol);
  if (!pages) return tl::unexpected<Error>(pages.error());
  const auto results = Sample(command, header, catalog, *pages);
  if (!results) return tl::unexpected<Error>(results.error());
  const std::string text = Render(command, header, catalog, *pages, read, *results);
  if (!command.out.empty()) return WriteOutput(command.out, text);
  Print(text);
  return {};
}

Result<void> RunProfile(const ProfileCommand& command, const Paths& paths) {
  if (!cpuid::kHaveCpuid) return InvalidError("This architecture has no CPUID: there is nothing to charge to it.");
  if (const auto ok = CheckOptions(command); !ok) return ok;
  const auto catalog = engine::Catalog::Open(paths.engine_directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  const auto header = HeaderOf(command, bench::Host::System(), *catalog);
  if (!header) return tl::unexpected<Error>(header.error());
  if (const auto ok = CheckCollapsed(command, *header); !ok) return ok;
  const auto read = ReadPhases(command.phases, *header);
  if (!read) return tl::unexpected<Error>(read.error());
  if (const auto ok = bench::CheckSampling(SamplingOf(command), bench::SystemForProfile()); !ok) return ok;
  PrintConditions({header->context.platform, header->context.accel, header->context.environment}, {},
                  IsForPeople(command), IsForPeople(command) ? report::kCountersCheck : "");
  return Carry(command, *header, *catalog, *read);
}

void AddSamplingOptions(CLI::App& command, ProfileCommand& state) {
  command.add_option("--seconds", state.seconds, "of CPU time for each arm")->capture_default_str();
  command.add_option("--period", state.period_ms, "ms of CPU time between samples; no less than 1")
      ->capture_default_str();
  command
      .add_option("--phases", state.phases,
                  "output of phases --format=json to agree with (default: phases are timed after the last sample)")
      ->type_name("FILE");
  command
      .add_option("--format", state.format,
                  "markdown, json, or collapsed: the stacks of one arm and operation, for flame graphs")
      ->check(CLI::IsMember({"markdown", "json", "collapsed"}))
      ->capture_default_str();
  command.add_flag("--difference", state.difference, "with collapsed: the counts of two arms behind each stack");
  command.add_option("--out", state.out, "write to this file instead of standard output")->type_name("FILE");
}

}  // namespace

void AddProfileCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command =
      app.add_subcommand("profile", "Sample where requests spend their time: CPUID, functions, phases.");
  command->footer(
      "Samples at most once per ms, in a pass of its own, by cycles or else by the kernel's cpu-clock. Prints the "
      "conditions first, then what the samples are charged to, and how the share of CPUID agrees with the phases. "
      "Takes about half a minute.\n"
      "Example: firstbyte profile --operation=decompress --phases=phases.json");
  auto state = std::make_shared<ProfileCommand>();
  RunOptions& options = state->options;
  options.arms = "baseline,patched";
  command->add_option("--arms", options.arms, "of baseline, patched, cached, both, floor, A/A")->capture_default_str();
  command->add_option("--operation,--op", options.operations, "compress, decompress (default: both)");
  command->add_option("--engine", options.engine, "zstd build; see: firstbyte engines")->capture_default_str();
  command->add_option("--level", options.level, "zstd compression level; crypto/zstd.c uses 3")->capture_default_str();
  CLI::Option* const corpus =
      command->add_option("--corpus", options.corpus, "built-in pages: mixed, text, heap, binary, zero, random")
          ->capture_default_str();
  command->add_option("--page", options.page_file, "real data: all pages of this file are cycled")
      ->type_name("FILE")
      ->excludes(corpus);
  command->add_option("--cpu", options.cpu, "CPU to pin to (default: an isolated one, else the last allowed)");
  AddSamplingOptions(*command, *state);
  command->callback([state, &paths, &action] { action = [state, &paths] { return RunProfile(*state, paths); }; });
}

}  // namespace firstbyte::cli
