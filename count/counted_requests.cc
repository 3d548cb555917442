// SPDX-License-Identifier: GPL-2.0-or-later
#include "count/counted_requests.h"

#include <cstring>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "bench/arm.h"
#include "bench/arm_runner.h"
#include "bench/buffers.h"
#include "bench/phase_contestants.h"
#include "bench/phase_measurement.h"
#include "count/markers.h"
#include "cpuid/execute.h"
#include "engine/phases_loader.h"
#include "workspace/request.h"
#include "workspace/shared_workspace.h"

namespace firstbyte::count {
namespace {

using Json = nlohmann::ordered_json;
using workspace::InitPolicy;

// A context of its own on which the control sets a parameter; it must not touch that of the request.
struct Bystander {
  engine::Phases phases;
  bench::MappedMemory memory;
  workspace::SharedWorkspace shared;
  void* cctx = nullptr;
};

// What a window does, for the functions below: bench::ArmRunner takes a plain function.
struct Window {
  workspace::RequestFunction run = nullptr;
  Control control = Control::kNone;
  Bystander* bystander = nullptr;
};
Window window;
unsigned char cleared[kClearedByControl];

void AddControl() {
  switch (window.control) {
    case Control::kNone:
      break;
    case Control::kCpuid:
      cpuid::Execute(0);
      break;
    case Control::kParameter:
      (void)window.bystander->phases.table().set_parameter(window.bystander->cctx, 0,
                                                           &window.bystander->shared.parameters());
      break;
    case Control::kClear: {
      // Through a pointer, lest the compiler makes stores of it.
      void* (*volatile const clear)(void*, int, std::size_t) = std::memset;
      (void)clear(cleared, 0, sizeof cleared);
      break;
    }
  }
}

int CountedRequest(workspace::SharedWorkspace& shared, workspace::Request& request) {
  FIRSTBYTE_MARK_START();
  const int status = window.run(shared, request);
  if (window.control != Control::kNone) AddControl();
  FIRSTBYTE_MARK_STOP();
  return status;
}

int DoNothing(workspace::SharedWorkspace& /*shared*/, workspace::Request& /*request*/) { return 0; }

Result<std::unique_ptr<Bystander>> MakeBystander(const engine::Engine& engine) {
  auto phases = engine::Phases::LoadFor(engine);
  if (!phases) return tl::unexpected<Error>(phases.error());
  const firstbyte_engine& table = phases->engine().table();
  auto memory = bench::MappedMemory::Map(workspace::MemoryFor(table, workspace::kDefaultLevel, InitPolicy::kDeferred));
  if (!memory) return tl::unexpected<Error>(memory.error());
  auto shared =
      workspace::SharedWorkspace::Create(table, workspace::kDefaultLevel, InitPolicy::kDeferred, memory->bytes());
  if (!shared) return tl::unexpected<Error>(shared.error());
  void* const cctx = table.zstd_init_cstream(&shared->parameters(), 0, shared->memory(), shared->size());
  return std::make_unique<Bystander>(Bystander{*std::move(phases), *std::move(memory), *std::move(shared), cctx});
}

// One workload per engine and operation, as in bench/session.cc.
class Workloads {
 public:
  explicit Workloads(const std::vector<bench::Bytes>& pages) : pages_(pages) {}

  Result<std::shared_ptr<const bench::Workload>> Of(const engine::Engine& engine, const std::string& operation_name) {
    auto& made = made_[{engine.name(), operation_name}];
    if (made != nullptr) return made;
    const auto operation = bench::OperationByName(operation_name);
    if (!operation) return tl::unexpected<Error>(operation.error());
    bench::WorkloadOptions options;
    options.operation = *operation;
    auto workload = bench::Workload::Prepare(engine.table(), options, pages_);
    if (!workload) return tl::unexpected<Error>(workload.error());
    made = std::make_shared<const bench::Workload>(*std::move(workload));
    return made;
  }

 private:
  const std::vector<bench::Bytes>& pages_;
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const bench::Workload>> made_;
};

// What the counter reports next is of `line`.
void Report(const Json& line, const Say& say) {
  say(line.dump());
  FIRSTBYTE_MARK_REPORT();
}

// All requests of the runner's workload, each in a window.
Result<void> RunAll(bench::ArmRunner& runner, std::int64_t requests, const Window& next) {
  window = next;
  const std::uint64_t sum = runner.RunBlock(requests);
  return next.run == DoNothing ? Result<void>() : runner.CheckBlock(requests, sum);
}

// Once before it counts, so that what is done only once is done; then what a window around nothing counts, then the
// requests.
Result<void> CountArm(const report::Arm& arm, const Window& counted, bench::ArmRunner& runner, std::int64_t requests,
                      const Say& say) {
  const auto line = [&arm](const char* name) {
    return Json{{"line", "requests"}, {"engine", arm.engine}, {"arm", name}, {"operation", arm.operation}};
  };
  if (const auto ran = RunAll(runner, requests, {counted.run, Control::kNone, nullptr}); !ran) return ran;
  Report({{"line", "warm_up"}}, say);
  if (const auto ran = RunAll(runner, requests, {DoNothing, Control::kNone, nullptr}); !ran) return ran;
  Report(line(""), say);
  if (const auto ran = RunAll(runner, requests, counted); !ran) return ran;
  Report(line(arm.name.c_str()), say);
  return {};
}

Result<void> PrepareAndCountArm(const engine::Catalog& catalog, const report::Arm& arm, Control control,
                                Workloads& workloads, const Say& say) {
  const auto engine = catalog.Load(arm.engine, arm.probe);
  if (!engine) return tl::unexpected<Error>(engine.error());
  const auto policy = bench::PolicyByName(arm.policy);
  if (!policy) return tl::unexpected<Error>(policy.error());
  const auto workload = workloads.Of(*engine, arm.operation);
  if (!workload) return tl::unexpected<Error>(workload.error());
  const auto slot = bench::Slot::Make(workspace::MemoryFor(engine->table(), workspace::kDefaultLevel, *policy),
                                      (*workload)->largest_destination(), (*workload)->most_destination_fragments());
  if (!slot) return tl::unexpected<Error>(slot.error());
  auto runner = bench::ArmRunner::CreateAround(engine->table(), *policy, CountedRequest, *workload, *slot);
  if (!runner) return tl::unexpected<Error>(runner.error());
  std::unique_ptr<Bystander> bystander;
  if (control == Control::kParameter) {
    auto made = MakeBystander(*engine);
    if (!made) return tl::unexpected<Error>(made.error());
    bystander = *std::move(made);
  }
  const Window counted{workspace::SelectRequest((*workload)->options().operation, *policy), control, bystander.get()};
  return CountArm(arm, counted, *runner, static_cast<std::int64_t>((*workload)->items().size()), say);
}

// In the order of docs/phases.md; "null" comes first, for the others are counted against it.
constexpr const char* kPhases[] = {"null",         "cwksp_layout",     "cctx_zeroing",   "bmi2_probe",   "reset",
                                   "pledge",       "parameter_replay", "table_clear",    "init_cstream", "init_cctx",
                                   "init_dstream", "compress_body",    "decompress_body"};

void RunWindow(bench::Contestant& contestant, int times) {
  FIRSTBYTE_MARK_START();
  contestant.Run(times);
  FIRSTBYTE_MARK_STOP();
}

void CountPhase(bench::Contestant& contestant, int pages, Json line, const Say& say) {
  for (const int times : {pages, 2 * pages}) {
    contestant.Prepare(0);
    contestant.Run(pages);
    RunWindow(contestant, times);
    line["times"] = times;
    Report(line, say);
  }
}

Result<void> CountPhasesOf(const bench::PhaseEngine& engine, const bench::PhaseGround::Workloads& workloads,
                           const Say& say) {
  const auto ground = bench::PhaseGround::Make(engine.measured, engine.phases, workspace::kDefaultLevel, workloads);
  if (!ground) return tl::unexpected<Error>(ground.error());
  const auto pages = static_cast<int>(workloads.compress->items().size());
  for (const char* const phase : kPhases) {
    const auto contestant = (*ground)->Phase(phase);
    CountPhase(
        *contestant, pages,
        {{"line", "phase"}, {"engine", engine.measured.name()}, {"probe", engine.measured.probe()}, {"phase", phase}},
        say);
  }
  return {};
}

}  // namespace

Result<void> CountRequests(const engine::Catalog& catalog, const CountedWork& work,
                           const std::vector<bench::Bytes>& pages, const Say& say) {
  Workloads workloads(pages);
  for (const report::Arm& arm : work.arms) {
    if (const auto counted = PrepareAndCountArm(catalog, arm, work.control, workloads, say); !counted) return counted;
  }
  return {};
}

Result<void> CountPhases(const engine::Catalog& catalog, const CountedWork& work,
                         const std::vector<bench::Bytes>& pages, const Say& say) {
  for (const std::string& name : work.engines) {
    const auto engines = bench::LoadPhaseEngines(catalog, name, workspace::kDefaultLevel);
    if (!engines) {
      say(Json{{"line", "no_phases"}, {"engine", name}, {"reason", engines.error().message}}.dump());
      continue;
    }
    const auto workloads =
        bench::MakePhaseWorkloads(engines->front().measured.table(), workspace::kDefaultLevel, pages);
    if (!workloads) return tl::unexpected<Error>(workloads.error());
    for (const bench::PhaseEngine& engine : *engines) {
      if (const auto counted = CountPhasesOf(engine, *workloads, say); !counted) return counted;
    }
  }
  return {};
}

}  // namespace firstbyte::count
