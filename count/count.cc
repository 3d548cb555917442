// SPDX-License-Identifier: GPL-2.0-or-later
#include "count/count.h"

#include <fmt/core.h>
#include <unistd.h>

#include <utility>

#include "base/version.h"
#include "bench/arm.h"
#include "bench/session.h"
#include "bench/workload.h"
#include "count/counted_output.h"
#include "count/counted_pages.h"
#include "count/counted_run.h"
#include "count/qemu.h"
#include "engine/catalog.h"
#include "workspace/request_case.h"

namespace firstbyte::count {
namespace {

constexpr const char* kPageKinds[] = {"mixed", "text", "heap", "binary", "zero", "random"};

std::string Join(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts) joined += (joined.empty() ? "" : ",") + part;
  return joined;
}

Result<std::int64_t> CompressedBytes(const engine::Engine& engine, const std::vector<bench::Bytes>& pages) {
  const auto workload = bench::Workload::Prepare(engine.table(), bench::WorkloadOptions{}, pages);
  if (!workload) return tl::unexpected<Error>(workload.error());
  std::int64_t bytes = 0;
  for (const bench::WorkItem& item : workload->items()) bytes += static_cast<std::int64_t>(item.expected_produced);
  return bytes;
}

Result<void> AddEngine(const engine::Catalog& catalog, const std::string& name, report::ExactCounts& counts) {
  const auto engine = catalog.Load(name, "live");
  if (!engine) return tl::unexpected<Error>(engine.error());
  const auto record = bench::DescribeEngine(*engine);
  if (!record) return tl::unexpected<Error>(record.error());
  counts.engines.push_back(
      {record->name, record->version, record->compiler, record->flags, record->source, record->source_sha256});
  for (const char* const kind : kPageKinds) {
    const auto pages = CountedPages(kind);
    if (!pages) return tl::unexpected<Error>(pages.error());
    const auto bytes = CompressedBytes(*engine, pages->pages);
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    counts.sizes.push_back({name, kind, static_cast<std::int64_t>(pages->pages.size()), *bytes});
  }
  return {};
}

// Why nothing can be counted here, or the command that does it.
Result<std::vector<std::string>> Command(const CountOptions& options, report::ExactCounts& counts) {
#if !defined(__x86_64__)
  return InvalidError("only programs of x86-64 are counted");
#endif
  const auto qemu = FindQemu(options.path);
  if (!qemu) return tl::unexpected<Error>(qemu.error());
  const auto version = QemuVersion(*qemu);
  if (!version) return tl::unexpected<Error>(version.error());
  counts.counter = *version;
  if (access(options.plugin.c_str(), R_OK) != 0)
    return InvalidError("this build has no counter; build it with --define=exact_counts=on");
  return CountedCommand(*qemu, options.plugin,
                        {options.program, options.engine_directory, Join(options.engines), Join(options.arms),
                         Join(options.operations), kControlNames[static_cast<std::size_t>(options.control)]});
}

void NotMeasured(const std::vector<report::Arm>& arms, std::string reason, report::ExactCounts& counts) {
  counts.not_measured = std::move(reason);
  for (const report::Arm& arm : arms) counts.rows.push_back({arm.engine, arm.name, arm.operation, std::nullopt, {}});
}

}  // namespace

Result<report::ExactCounts> Count(const CountOptions& options) {
  const auto info = workspace::FindCase("linear");
  if (!info) return tl::unexpected<Error>(info.error());
  const auto arms = bench::MakeArms(options.engines, options.arms, options.operations, *info);
  if (!arms) return tl::unexpected<Error>(arms.error());
  const auto catalog = engine::Catalog::Open(options.engine_directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  const auto pages = CountedPages(kPageKinds[0]);
  if (!pages) return tl::unexpected<Error>(pages.error());
  report::ExactCounts counts;
  counts.tool_version = kVersion;
  counts.control = kControlNames[static_cast<std::size_t>(options.control)];
  counts.pages = pages->policy;
  counts.pages_sha256 = bench::DigestPages(pages->pages);
  for (const std::string& name : options.engines) {
    if (const auto added = AddEngine(*catalog, name, counts); !added) return tl::unexpected<Error>(added.error());
  }
  const auto command = Command(options, counts);
  if (!command) {
    NotMeasured(*arms, command.error().message, counts);
    return counts;
  }
  const auto ended = RunToEnd(*command);
  if (!ended) return tl::unexpected<Error>(ended.error());
  const auto not_started = WhyNotStarted(*ended);
  if (!not_started) return tl::unexpected<Error>(not_started.error());
  if (*not_started) {
    NotMeasured(*arms, **not_started, counts);
    return counts;
  }
  if (const auto read = ReadCountedOutput(ended->out, counts); !read) return tl::unexpected<Error>(read.error());
  return counts;
}

}  // namespace firstbyte::count
