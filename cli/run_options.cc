// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/run_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/sha256.h"
#include "base/system_random.h"
#include "base/version.h"
#include "bench/arm.h"
#include "bench/corpus_source.h"
#include "bench/cpu_choice.h"
#include "bench/environment.h"
#include "bench/meter.h"
#include "bench/pinning.h"
#include "bench/session.h"
#include "cli/list_option.h"
#include "report/text.h"
#include "workspace/request_case.h"

namespace firstbyte::cli {
namespace {

// What a results file holds: with all twelve arms these rounds make some 30 MiB.
constexpr std::int64_t kMostRounds = 10'000;
constexpr std::int64_t kMostRuns = 1'000;
constexpr std::int64_t kMostOperations = 1'000'000'000;
constexpr std::int64_t kMostBytes = 256 * 1024;  // 2^18, the largest window of crypto/zstd.c
constexpr int kMostFragments = 64;
constexpr int kDefaultFragments = 2;  // the fewest that stream
constexpr char kThisProgram[] = "/proc/self/exe";
constexpr int kHighestLevel = 22;  // ZSTD_MAX_CLEVEL

// Enough to fill caches and predictors with an arm's own lines; the check of each request has run before.
constexpr std::int64_t kWarmupOperations = 200;

Result<void> CheckRange(const char* option, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return {};
  return UsageError(fmt::format("{} must be from {} to {}, not {}.", option, low, high, value));
}

Result<void> CheckRanges(const RunOptions& options) {
  const std::vector<Result<void>> checks = {
      CheckRange("--runs", options.runs, 1, kMostRuns),
      CheckRange("--rounds", options.rounds, 1, kMostRounds),
      CheckRange("--runs times --rounds", std::int64_t{options.runs} * options.rounds, 1, kMostRounds),
      CheckRange("--ops", options.ops, 1, kMostOperations),
      CheckRange("--level", options.level, 1, kHighestLevel),
      CheckRange("--bytes", options.bytes, 1, kMostBytes),
      CheckRange("--fragments", options.fragments.value_or(kDefaultFragments), 2, kMostFragments),
  };
  for (const Result<void>& check : checks) {
    if (!check) return check;
  }
  return {};
}

Result<void> CheckCase(const RunOptions& options, const workspace::CaseInfo& info) {
  if (options.fragments && info.request_case != workspace::RequestCase::kScattered) {
    return UsageError(
        fmt::format("Case {} has its own fragments: leave out --fragments, or add --case=scattered.", info.name));
  }
  const bool zswap =
      info.request_case != workspace::RequestCase::kLinear && info.request_case != workspace::RequestCase::kScattered;
  if (zswap && options.bytes != static_cast<std::int64_t>(workspace::kPageBytes)) {
    return UsageError(
        fmt::format("Case {} is made of pages: leave out --bytes, or use the case linear or scattered.", info.name));
  }
  return {};
}

std::vector<std::string> OperationsOf(const RunOptions& options, const workspace::CaseInfo& info) {
  if (!options.operations.empty()) return SplitList(options.operations);
  std::vector<std::string> operations;
  if (info.compress) operations.emplace_back("compress");
  if (info.decompress) operations.emplace_back("decompress");
  return operations;
}

Result<std::vector<report::EngineRecord>> DescribeEngines(const std::vector<report::Arm>& arms,
                                                          const engine::Catalog& catalog) {
  std::vector<report::EngineRecord> records;
  std::map<std::string, engine::Engine> first_of_name;
  std::set<std::pair<std::string, std::string>> seen;
  for (const report::Arm& arm : arms) {
    if (!seen.emplace(arm.engine, arm.probe).second) continue;
    const auto loaded = catalog.Load(arm.engine, arm.probe);
    if (!loaded) return tl::unexpected<Error>(loaded.error());
    const auto [first, is_first] = first_of_name.emplace(arm.engine, *loaded);
    if (!is_first) {
      if (const auto same = engine::CheckSameOutput(first->second.table(), loaded->table()); !same)
        return tl::unexpected<Error>(same.error());
    }
    auto record = bench::DescribeEngine(*loaded);
    if (!record) return tl::unexpected<Error>(record.error());
    records.push_back(*std::move(record));
  }
  return records;
}

report::Protocol MakeProtocol(const RunOptions& options, const workspace::CaseInfo& info, int cpu) {
  report::Protocol protocol;
  protocol.runs = options.runs;
  protocol.rounds = options.rounds;
  protocol.operations = options.ops;
  protocol.seed = options.seed ? *options.seed : DrawSeed();
  protocol.cpu = cpu;
  protocol.order = "williams";
  protocol.level = options.level;
  protocol.request_bytes = options.bytes;
  protocol.request_case = info.name;
  protocol.fragments =
      info.request_case == workspace::RequestCase::kScattered ? options.fragments.value_or(kDefaultFragments) : 1;
  protocol.clock = "CLOCK_MONOTONIC_RAW";
  protocol.warmup_operations = std::min(options.ops, kWarmupOperations);
  return protocol;
}

Result<void> AddCorpus(const RunOptions& options, const engine::Catalog& catalog, report::Results& header) {
  report::Protocol& protocol = header.protocol;
  // The processes that measure read the name in JSON, which would change it.
  if (!report::IsUtf8(options.page_file))
    return UsageError(
        fmt::format("--page {}: results are UTF-8, which this name is not; rename the file.", options.page_file));
  protocol.corpus_kind = options.page_file.empty() ? options.corpus : bench::kFileCorpus;
  protocol.corpus_path = options.page_file;
  protocol.corpus_seed = options.page_file.empty() ? options.corpus_seed : 0;
  protocol.corpus_pages = options.page_file.empty() ? options.pages : 0;
  const auto corpus = bench::MakeCorpus(protocol);
  if (!corpus) return tl::unexpected<Error>(corpus.error());
  protocol.corpus_pages = static_cast<std::int64_t>(corpus->pages.size());
  const auto note = bench::PagesNote(header, catalog, corpus->pages);
  if (!note) return tl::unexpected<Error>(note.error());
  protocol.corpus = corpus->policy + *note;
  protocol.corpus_sha256 = bench::DigestPages(corpus->pages);
  return {};
}

}  // namespace

Result<report::Results> MakeHeader(const RunOptions& options, const bench::Host& host, const engine::Catalog& catalog,
                                   const std::string& started) {
  if (const auto ok = CheckRanges(options); !ok) return tl::unexpected<Error>(ok.error());
  const auto info = workspace::FindCase(options.request_case);
  if (!info) return tl::unexpected<Error>(info.error());
  if (const auto ok = CheckCase(options, *info); !ok) return tl::unexpected<Error>(ok.error());
  const auto arms =
      bench::MakeArms(SplitList(options.engine), SplitList(options.arms), OperationsOf(options, *info), *info);
  if (!arms) return tl::unexpected<Error>(arms.error());
  const auto choice = bench::ChooseCpu(host, options.cpu);
  if (!choice) return tl::unexpected<Error>(choice.error());
  auto engines = DescribeEngines(*arms, catalog);
  if (!engines) return tl::unexpected<Error>(engines.error());

  report::Results header;
  header.arms = *arms;
  header.protocol = MakeProtocol(options, *info, choice->cpu);
  if (const auto ok = AddCorpus(options, catalog, header); !ok) return tl::unexpected<Error>(ok.error());
  const bench::Environment environment = bench::CollectEnvironment(host, *choice, bench::CounterFactsOn(choice->cpu));
  header.context.started = started;
  header.context.tool_version = kVersion;
  const auto program = Sha256File(kThisProgram);
  if (!program) return tl::unexpected<Error>(program.error());
  header.context.program_sha256 = *program;
  header.context.machine_id = bench::MachineId(host);
  header.context.accel = environment.accel;
  header.context.platform = environment.platform;
  header.context.environment = environment.checks;
  header.context.engines = *std::move(engines);
  // As the thread will find it that measures.
  bench::RunOn(choice->cpu, [&] { header.not_measured = bench::SystemMeter(choice->cpu).WhyNot(); });
  return header;
}

Result<bench::Environment> CheckResumable(const report::Results& header, const bench::Host& host) {
  if (header.context.tool_version != kVersion) {
    return InvalidError(
        fmt::format("This measurement was begun by firstbyte {}, this is {}; results compare only within a version.",
                    header.context.tool_version, kVersion));
  }
  const auto program = Sha256File(kThisProgram);
  if (!program) return tl::unexpected<Error>(program.error());
  if (header.context.program_sha256 != *program) {
    return InvalidError(
        "This measurement was begun by another build of firstbyte, and the loop that measures is part of it; go on "
        "with that build, or start a new measurement.");
  }
  if (header.context.machine_id != bench::MachineId(host)) {
    return InvalidError("This measurement was begun on another machine or kernel; go on there, or start a new one.");
  }
  const auto choice = bench::ChooseCpu(host, header.protocol.cpu);
  if (!choice) return tl::unexpected<Error>(choice.error());
  auto environment = bench::CollectEnvironment(host, *choice, bench::CounterFactsOn(choice->cpu));
  if (environment.accel != header.context.accel) {
    return InvalidError(
        fmt::format("This measurement was begun with accelerator {}, and this is {}: times of an emulated CPU never "
                    "stand beside those of hardware. Go on where it was begun, or start a new one.",
                    header.context.accel, environment.accel));
  }
  return environment;
}

}  // namespace firstbyte::cli
