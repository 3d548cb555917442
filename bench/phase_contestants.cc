// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/phase_contestants.h"

#include <algorithm>
#include <span>
#include <utility>

#include "bench/arm_runner.h"
#include "cpuid/execute.h"

namespace firstbyte::bench {
namespace {

using workspace::InitPolicy;
using workspace::Operation;

// A loop around one call; the call goes through a pointer out of an engine's table, so that no compiler sees into it.
// What it gives is looked at once per block, before that is timed.
template <typename Setup, typename Call, typename IsGood>
class Looped final : public Contestant {
 public:
  Looped(Setup setup, Call call, IsGood is_good)
      : setup_(std::move(setup)), call_(std::move(call)), is_good_(std::move(is_good)) {}
  void Prepare(std::int64_t block) override {
    if (!setup_(block) || !is_good_(call_())) ++failures_;
  }
  void Run(int times) override {
    for (int i = 0; i < times; ++i) (void)call_();
  }
  std::int64_t failures() const override { return failures_; }

 private:
  Setup setup_;
  Call call_;
  IsGood is_good_;
  std::int64_t failures_ = 0;
};

template <typename Setup, typename Call, typename IsGood>
std::unique_ptr<Contestant> Loop(Setup setup, Call call, IsGood is_good) {
  return std::make_unique<Looped<Setup, Call, IsGood>>(std::move(setup), std::move(call), std::move(is_good));
}

// Of a call that cannot fail, and gives nothing.
template <typename Setup, typename Call>
std::unique_ptr<Contestant> LoopVoid(Setup setup, Call call) {
  const auto done = [call = std::move(call)] {
    call();
    return true;
  };
  return Loop(std::move(setup), done, [](bool) { return true; });
}

constexpr auto kNoSetup = [](std::int64_t) { return true; };
constexpr auto kIsContext = [](const void* context) { return context != nullptr; };

// Before a group of blocks of what takes another page each time. With the built-in pages, each once.
constexpr int kWarmUpPages = 64;

bool BeginsGroup(std::int64_t block) { return block % kBlockGroup == 0; }

const WorkItem& ItemOf(const Workload& workload, std::int64_t block) {
  return workload.items()[static_cast<std::size_t>(block) % workload.items().size()];
}

// What is left of a request whose context is set up, for one page after the other.
class BodyContestant final : public Contestant {
 public:
  using Call = std::size_t (*)(void* context, void* to, std::size_t capacity, const void* from, std::size_t size);

  // `set_up` makes the context, for the page that comes next.
  BodyContestant(Call call, void* context, void* to, std::shared_ptr<const Workload> workload,
                 std::function<bool(const WorkItem& next)> set_up)
      : call_(call), context_(context), to_(to), workload_(std::move(workload)), set_up_(std::move(set_up)) {}

  void Prepare(std::int64_t block) override {
    if (!set_up_(ItemOf(*workload_, next_))) ++failures_;
    if (BeginsGroup(block)) Run(kWarmUpPages);
  }
  void Run(int times) override {
    for (int i = 0; i < times; ++i) {
      const WorkItem& item = ItemOf(*workload_, next_++);
      const std::size_t size =
          call_(context_, to_, item.layout.destination_size, item.source[0].data, item.source_size);
      if (size != item.expected_produced) ++failures_;
    }
  }
  std::int64_t failures() const override { return failures_; }

 private:
  Call call_;
  void* context_;
  void* to_;
  std::shared_ptr<const Workload> workload_;
  std::function<bool(const WorkItem&)> set_up_;
  std::int64_t next_ = 0;
  std::int64_t failures_ = 0;
};

}  // namespace

RequestContestant::RequestContestant(workspace::SharedWorkspace& workspace, InitPolicy policy, const Workload& workload,
                                     const Slot& slot, PageChoice pages, int extra_cpuids)
    : workspace_(workspace),
      run_(workspace::SelectRequest(workload.options().operation, policy)),
      pages_(pages),
      extra_cpuids_(extra_cpuids) {
  destinations_.reserve(workload.items().size());
  for (const WorkItem& item : workload.items()) {
    destinations_.push_back(slot.Destination(item.layout.destination));
    workspace::Request request;
    request.source = item.source;
    request.source_size = item.source_size;
    request.destination = destinations_.back();
    request.destination_size = item.layout.destination_size;
    requests_.push_back(request);
    expected_.push_back(Outcome(item.expected_status, item.expected_produced));
  }
}

void RequestContestant::Prepare(std::int64_t block) {
  if (pages_ == PageChoice::kOfBlock) {
    current_ = static_cast<std::size_t>(block) % requests_.size();
  } else if (BeginsGroup(block)) {
    Run(kWarmUpPages);
  }
}

void RequestContestant::Run(int times) {
  for (int i = 0; i < times; ++i) {
    for (int leaf = 0; leaf < extra_cpuids_; ++leaf) cpuid::Execute(leaf % 2 == 0 ? 0 : 7);
    workspace::Request& request = requests_[current_];
    const int status = run_(workspace_, request);
    if (Outcome(status, request.produced) != expected_[current_]) ++failures_;
    if (pages_ == PageChoice::kNext && ++current_ == requests_.size()) current_ = 0;
  }
}

Result<std::unique_ptr<PhaseGround>> PhaseGround::Make(const engine::Engine& measured, const engine::Phases& phases,
                                                       int level, Workloads workloads) {
  // One workspace serves all: eager and deferred need the same memory, and the policy is the request function's.
  constexpr InitPolicy kPolicy = InitPolicy::kDeferred;
  auto slot = Slot::Make(
      workspace::MemoryFor(measured.table(), level, kPolicy),
      std::max(workloads.compress->largest_destination(), workloads.decompress->largest_destination()),
      std::max(workloads.compress->most_destination_fragments(), workloads.decompress->most_destination_fragments()));
  if (!slot) return tl::unexpected<Error>(slot.error());
  auto shared = workspace::SharedWorkspace::Create(measured.table(), level, kPolicy, slot->workspace());
  if (!shared) return tl::unexpected<Error>(shared.error());
  return std::unique_ptr<PhaseGround>(
      new PhaseGround(measured, phases, std::move(workloads), *std::move(slot), *std::move(shared)));
}

unsigned char* PhaseGround::destination() const {
  constexpr std::size_t kWhole[] = {1};
  return slot_.Destination(kWhole)[0].data;
}

bool PhaseGround::SetUpCstream() {
  return phases_.engine().table().zstd_init_cstream(&shared_.parameters(), 0, shared_.memory(), shared_.size()) !=
         nullptr;
}

bool PhaseGround::CompressOnce(const WorkItem& item) {
  const firstbyte_engine& engine = phases_.engine().table();
  void* const cctx = engine.zstd_init_cctx(shared_.memory(), shared_.size());
  return cctx != nullptr &&
         engine.zstd_compress_cctx(cctx, destination(), item.layout.destination_size, item.source[0].data,
                                   item.source_size, &shared_.parameters()) == item.expected_produced;
}

std::function<bool(std::size_t)> PhaseGround::IsNoError() const {
  return [is_error = phases_.engine().table().zstd_is_error](std::size_t code) { return is_error(code) == 0; };
}

std::unique_ptr<Contestant> PhaseGround::Phase(const std::string& name) {
  if (name == "null") return LoopVoid(kNoSetup, [call = measured_.table().empty_call] { (void)call(0); });
  if (name == "compress_body") return CompressBody();
  if (name == "decompress_body") return DecompressBody();
  if (name == "parts_in_order") return PartsInOrder();
  if (auto contestant = InitPhase(name)) return contestant;
  if (auto contestant = ContextPhase(name)) return contestant;
  return WholeInit(name);
}

// Of ZSTD_initStaticCCtx: needs no context, and leaves none that is whole.
std::unique_ptr<Contestant> PhaseGround::InitPhase(const std::string& name) {
  const firstbyte_phases& p = phases_.table();
  void* const memory = shared_.memory();
  const std::size_t size = shared_.size();
  if (name == "cwksp_layout")
    return Loop(
        kNoSetup, [call = p.cwksp_layout, memory, size] { return call(memory, size); }, kIsContext);
  if (name == "cctx_zeroing") return LoopVoid(kNoSetup, [call = p.cctx_zeroing, memory] { call(memory); });
  if (name == "bmi2_probe") return LoopVoid(kNoSetup, [call = p.bmi2_probe, memory] { call(memory); });
  return nullptr;
}

// Of a context that is set up: contexts lie at the beginning of their workspace.
std::unique_ptr<Contestant> PhaseGround::ContextPhase(const std::string& name) {
  const firstbyte_phases& p = phases_.table();
  void* const cctx = shared_.memory();
  const firstbyte_parameters* const parameters = &shared_.parameters();
  const auto set_up = [this](std::int64_t) { return SetUpCstream(); };
  if (name == "reset")
    return Loop(
        set_up, [call = p.reset, cctx] { return call(cctx); }, IsNoError());
  if (name == "pledge")
    return Loop(
        set_up, [call = p.pledge, cctx] { return call(cctx, 0); }, IsNoError());
  if (name == "parameter_replay") {
    return Loop(
        set_up, [call = p.parameter_replay, cctx, parameters] { return call(cctx, parameters); }, IsNoError());
  }
  if (name == "table_clear") {
    return LoopVoid([this](std::int64_t block) { return CompressOnce(ItemOf(*workloads_.compress, block)); },
                    [call = p.table_clear, cctx] { call(cctx); });
  }
  return nullptr;
}

// What init_cstream costs where it is made of its parts: what this costs more than their sum, they cost each other.
std::unique_ptr<Contestant> PhaseGround::PartsInOrder() {
  return Loop(
      kNoSetup,
      [p = phases_.table(), memory = shared_.memory(), size = shared_.size(), parameters = &shared_.parameters()] {
        p.cctx_zeroing(memory);
        void* const cctx = p.cwksp_layout(memory, size);
        p.bmi2_probe(cctx);
        (void)p.reset(cctx);
        (void)p.pledge(cctx, 0);
        // Refuses a context that those before it did not leave as it should be.
        return p.parameter_replay(cctx, parameters);
      },
      IsNoError());
}

std::unique_ptr<Contestant> PhaseGround::Parameter(unsigned index) {
  return Loop([this](std::int64_t) { return SetUpCstream(); },
              [call = phases_.table().set_parameter, cctx = shared_.memory(), index,
               parameters = &shared_.parameters()] { return call(cctx, index, parameters); },
              IsNoError());
}

std::unique_ptr<Contestant> PhaseGround::WholeInit(const std::string& name) {
  const firstbyte_engine& e = measured_.table();
  void* const memory = shared_.memory();
  const std::size_t size = shared_.size();
  const auto loop = [](auto call) { return Loop(kNoSetup, std::move(call), kIsContext); };
  if (name == "init_cctx") return loop([call = e.zstd_init_cctx, memory, size] { return call(memory, size); });
  if (name == "init_dctx") return loop([call = e.zstd_init_dctx, memory, size] { return call(memory, size); });
  if (name == "init_cstream") {
    return loop([call = e.zstd_init_cstream, parameters = &shared_.parameters(), memory, size] {
      return call(parameters, 0, memory, size);
    });
  }
  if (name == "init_dstream") {
    return loop([call = e.zstd_init_dstream, memory, size] { return call(workspace::kMaxSize, memory, size); });
  }
  return nullptr;
}

// A context that has compressed a page, compressing others: its tables need no clearing.
std::unique_ptr<Contestant> PhaseGround::CompressBody() {
  return std::make_unique<BodyContestant>(phases_.table().compress_body, shared_.memory(), destination(),
                                          workloads_.compress,
                                          [this](const WorkItem& next) { return CompressOnce(next); });
}

std::unique_ptr<Contestant> PhaseGround::DecompressBody() {
  return std::make_unique<BodyContestant>(measured_.table().zstd_decompress_dctx, shared_.memory(), destination(),
                                          workloads_.decompress, [this](const WorkItem&) {
                                            return measured_.table().zstd_init_dctx(shared_.memory(), shared_.size()) !=
                                                   nullptr;
                                          });
}

std::unique_ptr<RequestContestant> PhaseGround::Request(Operation operation, InitPolicy policy, PageChoice pages,
                                                        int extra_cpuids) {
  return std::make_unique<RequestContestant>(shared_, policy, WorkloadOf(operation), slot_, pages, extra_cpuids);
}

}  // namespace firstbyte::bench
