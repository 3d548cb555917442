// SPDX-License-Identifier: GPL-2.0-or-later
#include "workspace/phase_guard.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "workspace/request_case.h"
#include "workspace/shared_workspace.h"

namespace firstbyte::workspace {
namespace {

using Bytes = std::vector<std::byte>;

// As no init leaves it.
constexpr std::byte kPattern{0xA5};

class Guard {
 public:
  Guard(const firstbyte_phases& phases, const firstbyte_engine& engine, int level, std::span<std::byte> memory)
      : phases_(phases),
        engine_(engine),
        parameters_(engine.zstd_get_params(level, kMaxSize)),
        memory_(memory.first(SizesFor(engine, level).shared)) {}

  Result<ClearedBytes> Check() {
    ClearedBytes cleared;
    if (const auto ok = CheckZeroing(cleared); !ok) return tl::unexpected<Error>(ok.error());
    if (const auto ok = CheckInitCctx(); !ok) return tl::unexpected<Error>(ok.error());
    if (const auto ok = CheckInitCstream(); !ok) return tl::unexpected<Error>(ok.error());
    if (const auto ok = CheckTableClear(cleared); !ok) return tl::unexpected<Error>(ok.error());
    return cleared;
  }

 private:
  void Fill() { std::fill(memory_.begin(), memory_.end(), kPattern); }

  // Runs something on a workspace full of the pattern, and copies what it left.
  template <typename Function>
  Bytes Left(Function function) {
    Fill();
    function();
    Bytes left(memory_.begin(), memory_.end());
    const auto padding = left.begin() + static_cast<std::ptrdiff_t>(phases_.padding_offset);
    std::fill(padding, padding + static_cast<std::ptrdiff_t>(phases_.padding_bytes), kPattern);
    return left;
  }

  void* InitCctxByPhases() {
    phases_.cctx_zeroing(memory_.data());
    void* const cctx = phases_.cwksp_layout(memory_.data(), memory_.size());
    if (cctx != nullptr) phases_.bmi2_probe(cctx);
    return cctx;
  }

  bool InitCstreamByPhases() {
    void* const cctx = InitCctxByPhases();
    return cctx != nullptr && !IsError(phases_.reset(cctx)) && !IsError(phases_.pledge(cctx, 0)) &&
           !IsError(phases_.parameter_replay(cctx, &parameters_));
  }

  bool IsError(std::size_t code) const { return engine_.zstd_is_error(code) != 0; }

  static Result<void> CheckSame(const char* what, const Bytes& phases, const Bytes& real) {
    const auto [here, there] = std::mismatch(phases.begin(), phases.end(), real.begin());
    if (here == phases.end()) return {};
    return InvalidError(
        fmt::format("The phases of {} leave 0x{:02x} at byte {} of the workspace where the real one leaves 0x{:02x}: "
                    "they cannot be timed in its place.",
                    what, std::to_integer<unsigned>(*here), here - phases.begin(), std::to_integer<unsigned>(*there)));
  }

  Result<void> CheckZeroing(ClearedBytes& cleared) {
    Fill();
    phases_.cctx_zeroing(memory_.data());
    const auto first_kept = std::find(memory_.begin(), memory_.end(), kPattern);
    cleared.cctx = static_cast<std::size_t>(first_kept - memory_.begin());
    const bool zero = std::all_of(memory_.begin(), first_kept, [](std::byte b) { return b == std::byte{0}; });
    const bool kept = std::all_of(first_kept, memory_.end(), [](std::byte b) { return b == kPattern; });
    if (zero && kept && cleared.cctx == engine_.sizeof_cctx) return {};
    return InvalidError(
        fmt::format("The phase cctx_zeroing clears {} bytes; the context has {}.", cleared.cctx, engine_.sizeof_cctx));
  }

  Result<void> CheckInitCctx() {
    bool done = false;
    const Bytes real = Left([&] { done = engine_.zstd_init_cctx(memory_.data(), memory_.size()) != nullptr; });
    const Bytes phases = Left([&] { done = InitCctxByPhases() != nullptr && done; });
    if (!done) return InvalidError("The engine refuses a workspace of the kernel's size.");
    return CheckSame("zstd_init_cctx", phases, real);
  }

  Result<void> CheckInitCstream() {
    bool done = false;
    const Bytes real =
        Left([&] { done = engine_.zstd_init_cstream(&parameters_, 0, memory_.data(), memory_.size()) != nullptr; });
    const Bytes phases = Left([&] { done = InitCstreamByPhases() && done; });
    if (!done) return InvalidError("The engine refuses the kernel's parameters.");
    if (const auto same = CheckSame("zstd_init_cstream", phases, real); !same) return same;
    const Bytes one_by_one = Left([&] { done = InitCstreamOneByOne() && done; });
    if (!done) return InvalidError("The engine refuses one of the kernel's parameters.");
    return CheckSame("zstd_init_cstream, parameter by parameter,", one_by_one, real);
  }

  bool InitCstreamOneByOne() {
    void* const cctx = InitCctxByPhases();
    bool done = cctx != nullptr && !IsError(phases_.reset(cctx)) && !IsError(phases_.pledge(cctx, 0));
    for (unsigned i = 0; done && i < FIRSTBYTE_PHASES_PARAMETERS; ++i)
      done = !IsError(phases_.set_parameter(cctx, i, &parameters_));
    return done;
  }

  // Compresses a page in a new context; null where that fails.
  void* CompressPage() {
    const std::vector<unsigned char> page(kPageBytes, 'x');
    std::vector<unsigned char> frame(CompressBound(page.size()));
    void* const cctx = engine_.zstd_init_cctx(memory_.data(), memory_.size());
    if (cctx == nullptr) return nullptr;
    const std::size_t size =
        engine_.zstd_compress_cctx(cctx, frame.data(), frame.size(), page.data(), page.size(), &parameters_);
    return IsError(size) ? nullptr : cctx;
  }

  // The real clearing happens within a compression. That page has few positions to remember, so in what it cleared few
  // bytes are still those of the pattern, and the memory behind the tables is as it was.
  Result<void> CheckTableClear(ClearedBytes& cleared) {
    Fill();
    void* const cctx = CompressPage();
    if (cctx == nullptr) return InvalidError("The engine cannot compress a page.");
    cleared.tables = phases_.table_bytes(cctx);
    const auto* const start = static_cast<const std::byte*>(phases_.tables(cctx));
    const auto offset = static_cast<std::size_t>(start - memory_.data());
    if (cleared.tables == 0 || offset > memory_.size() || cleared.tables >= memory_.size() - offset)
      return InvalidError(fmt::format("The tables of a context are said to have {} bytes.", cleared.tables));
    const std::span<std::byte> tables = memory_.subspan(offset, cleared.tables);
    const auto dirty = std::count(tables.begin(), tables.end(), kPattern);
    if (dirty > static_cast<std::ptrdiff_t>(cleared.tables / 100) || memory_[offset + cleared.tables] != kPattern)
      return InvalidError(fmt::format("A compression does not clear the {} bytes of its tables.", cleared.tables));
    return CheckClearsExactly(cctx, offset, cleared.tables);
  }

  Result<void> CheckClearsExactly(void* cctx, std::size_t offset, std::size_t size) {
    const std::span<std::byte> tables = memory_.subspan(offset, size);
    std::fill(tables.begin(), tables.end(), kPattern);
    Bytes expected(memory_.begin() + static_cast<std::ptrdiff_t>(engine_.sizeof_cctx), memory_.end());
    const auto first = expected.begin() + static_cast<std::ptrdiff_t>(offset - engine_.sizeof_cctx);
    std::fill(first, first + static_cast<std::ptrdiff_t>(size), std::byte{0});
    phases_.table_clear(cctx);
    if (std::equal(expected.begin(), expected.end(),
                   memory_.begin() + static_cast<std::ptrdiff_t>(engine_.sizeof_cctx))) {
      return {};
    }
    return InvalidError(fmt::format("The phase table_clear does not clear exactly the {} bytes of the tables.", size));
  }

  const firstbyte_phases& phases_;
  const firstbyte_engine& engine_;
  firstbyte_parameters parameters_;
  std::span<std::byte> memory_;
};

}  // namespace

Result<ClearedBytes> CheckPhases(const firstbyte_phases& phases, const firstbyte_engine& engine, int level,
                                 std::span<std::byte> memory) {
  if (memory.size() < SizesFor(engine, level).shared)
    return InvalidError("The memory for checking phases is smaller than a workspace.");
  return Guard(phases, engine, level, memory).Check();
}

}  // namespace firstbyte::workspace
