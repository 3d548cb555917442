// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/phase_pairs.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bench/arm.h"

namespace firstbyte::bench {

static_assert(report::kPhaseBlockGroup == kBlockGroup);

namespace {

using report::PairKind;
using report::PairSeries;
using workspace::InitPolicy;
using workspace::Operation;

constexpr std::string_view kLive = "live";
constexpr int kDoses[] = {0, 1, 2, 4};

// Operations per cell: enough that a cell is far longer than a reading of the clock (some 25 ns), and short enough
// (some 100 us) that an interrupt comes into few of them.
constexpr int kTimesOfShort = 64;  // up to some 400 ns
constexpr int kTimesOfLong = 4;    // up to some 20 us
constexpr int kTimesOfExits = 2;   // requests where each of their CPUIDs can be an exit

// What takes another page each time takes each of them once in a cell: pages differ by more than their median would
// tell. Where there are thousands, the cell would never end.
int TimesOfAllPages(const Workload& workload) {
  constexpr std::size_t kMost = 64;
  return static_cast<int>(std::min(kMost, workload.items().size()));
}

int TimesOfRequests(int cpuids) { return cpuids > 0 ? kTimesOfExits : kTimesOfLong; }

int CpuidsOfInit(const PhaseEngine& engine) { return engine.measured.probe() == kLive ? kCpuidsOfAProbe : 0; }

bool ExecutesCpuids(const std::string& name) {
  return name == "bmi2_probe" || name == "parts_in_order" || name.starts_with("init_");
}

std::string ParameterName(const firstbyte_phases& phases, unsigned index) {
  constexpr std::string_view kPrefix = "ZSTD_";
  std::string_view name = phases.parameter_names[index];
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  return std::string(name);
}

std::optional<std::int64_t> BytesOf(const PhaseEngine& engine, const std::string& name) {
  if (name == "cctx_zeroing") return engine.cctx_bytes;
  if (name == "table_clear") return engine.table_bytes;
  return std::nullopt;
}

}  // namespace

Result<PhasePairs> PhasePairs::Make(const std::vector<PhaseEngine>& engines, const PhaseOptions& options,
                                    const PhaseGround::Workloads& workloads) {
  PhasePairs made;
  for (const PhaseEngine& engine : engines) {
    auto ground = PhaseGround::Make(engine.measured, engine.phases, options.level, workloads);
    if (!ground) return tl::unexpected<Error>(ground.error());
    made.grounds_.push_back(*std::move(ground));
    made.AddProbe(engine, *made.grounds_.back(), options.per_parameter);
    if (CpuidsOfInit(engine) > 0) made.probe_ = made.grounds_.back()->Phase("bmi2_probe");
  }
  if (!made.probe_) return InvalidError("There is no engine with a live probe to price CPUIDs with.");
  return made;
}

std::int64_t PhasePairs::failures() const {
  std::int64_t failures = probe_->failures();
  for (const auto& contestant : contestants_) failures += contestant->failures();
  return failures;
}

void PhasePairs::AddProbe(const PhaseEngine& engine, PhaseGround& ground, bool per_parameter) {
  AddPhases(engine, ground, per_parameter);
  for (const Operation operation : {Operation::kCompress, Operation::kDecompress})
    AddRequests(engine, ground, operation);
  // Where requests execute no other CPUID, so that the dose is all there is.
  if (CpuidsOfInit(engine) == 0) AddDoses(engine, ground);
}

void PhasePairs::AddPhases(const PhaseEngine& engine, PhaseGround& ground, bool per_parameter) {
  const auto add = [&](PairKind kind, const std::string& name, std::unique_ptr<Contestant> contestant) {
    PairSeries series{kind, name, engine.measured.probe(), BytesOf(engine, name), 0, {}};
    if (ExecutesCpuids(name)) series.cpuids = CpuidsOfInit(engine);
    AddAgainstNothing(engine, ground, std::move(contestant), std::move(series));
  };
  for (const char* name : {"cwksp_layout", "cctx_zeroing", "bmi2_probe", "reset", "pledge", "parameter_replay"})
    add(PairKind::kPhase, name, ground.Phase(name));
  for (unsigned i = 0; per_parameter && i < FIRSTBYTE_PHASES_PARAMETERS; ++i)
    add(PairKind::kPhase, ParameterName(engine.phases.table(), i), ground.Parameter(i));
  for (const char* name : {"parts_in_order", "table_clear", "compress_body", "decompress_body"})
    add(PairKind::kPhase, name, ground.Phase(name));
  for (const char* name : {"init_cstream", "init_cctx", "init_dstream"})
    add(PairKind::kWhole, name, ground.Phase(name));
}

void PhasePairs::AddRequests(const PhaseEngine& engine, PhaseGround& ground, Operation operation) {
  const std::string name = OperationName(operation);
  const std::string probe = engine.measured.probe();
  const int cpuids = CpuidsOfInit(engine);
  const int times = TimesOfRequests(cpuids);
  const auto request = [&](InitPolicy policy, PageChoice pages = PageChoice::kOfBlock) {
    return ground.Request(operation, policy, pages);
  };
  // A request sets up two contexts as baseline and one as patched.
  Add(request(InitPolicy::kEager, PageChoice::kNext), ground.Phase("null"),
      TimesOfAllPages(ground.WorkloadOf(operation)), {PairKind::kWhole, name, probe, std::nullopt, 2 * cpuids, {}},
      report::kEveryOfAllPages);
  Add(request(InitPolicy::kEager), request(InitPolicy::kDeferred), times,
      {PairKind::kSaving, name, probe, std::nullopt, cpuids, {}});
  Add(request(InitPolicy::kDeferred), request(InitPolicy::kDeferred), times,
      {PairKind::kControl, name, probe, std::nullopt, 0, {}});
}

void PhasePairs::AddDoses(const PhaseEngine& engine, PhaseGround& ground) {
  for (const int dose : kDoses) {
    Add(ground.Request(Operation::kCompress, InitPolicy::kDeferred, PageChoice::kOfBlock, dose),
        ground.Request(Operation::kCompress, InitPolicy::kDeferred, PageChoice::kOfBlock), TimesOfRequests(dose),
        {PairKind::kDose, "compress", engine.measured.probe(), std::nullopt, dose, {}});
  }
}

void PhasePairs::AddAgainstNothing(const PhaseEngine& engine, PhaseGround& ground,
                                   std::unique_ptr<Contestant> contestant, PairSeries series) {
  constexpr std::string_view kBody = "_body";
  if (series.name.ends_with(kBody)) {
    const Operation operation = series.name.starts_with("de") ? Operation::kDecompress : Operation::kCompress;
    const int times = TimesOfAllPages(ground.WorkloadOf(operation));
    return Add(std::move(contestant), ground.Phase("null"), times, std::move(series), report::kEveryOfAllPages);
  }
  const bool is_long = ExecutesCpuids(series.name) && CpuidsOfInit(engine) > 0;
  Add(std::move(contestant), ground.Phase("null"), is_long ? kTimesOfLong : kTimesOfShort, std::move(series));
}

void PhasePairs::Add(std::unique_ptr<Contestant> first, std::unique_ptr<Contestant> second, int times,
                     PairSeries series, int every) {
  pairs_.push_back({first.get(), second.get(), times, every});
  series_.push_back(std::move(series));
  contestants_.push_back(std::move(first));
  contestants_.push_back(std::move(second));
}

}  // namespace firstbyte::bench
