// SPDX-License-Identifier: GPL-2.0-or-later
#include "workspace/testing.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>

namespace firstbyte::workspace {
namespace {

constexpr std::size_t kFakeError = static_cast<std::size_t>(-1);
constexpr std::size_t kFakeBound = 1024;

const char* SideName(Side side) { return side == Side::kSource ? "source" : "destination"; }

SharedWorkspace CreateOrDie(const firstbyte_engine& engine, int level, InitPolicy policy, std::span<std::byte> memory) {
  auto workspace = SharedWorkspace::Create(engine, level, policy, memory);
  if (!workspace) {
    fmt::print(stderr, "{}\n", workspace.error().message);
    std::abort();
  }
  return *workspace;
}

std::size_t Units(std::size_t bytes) { return bytes / sizeof(std::max_align_t) + 1; }

void Log(std::string line) { FakeState().log.push_back(std::move(line)); }

// A context of the fake: any address that is not null.
void* Context(bool refuse, const char* call, void* workspace) {
  Log(call);
  return refuse ? nullptr : workspace;
}

// The fake stream moves bytes as they are, as far as they fit.
std::size_t MoveStream(bool fail, const char* call, firstbyte_out_buffer* out, firstbyte_in_buffer* in) {
  Log(fmt::format("{} in {} out {}", call, in->size - in->pos, out->size - out->pos));
  if (fail) return kFakeError;
  const std::size_t size = std::min(in->size - in->pos, out->size - out->pos);
  std::memcpy(static_cast<unsigned char*>(out->dst) + out->pos, static_cast<const unsigned char*>(in->src) + in->pos,
              size);
  in->pos += size;
  out->pos += size;
  return 0;
}

std::size_t Step(bool fail, const char* call) {
  Log(call);
  return fail ? kFakeError : 0;
}

firstbyte_engine MakeFakeEngine() {
  firstbyte_engine e{};
  e.abi = FIRSTBYTE_ENGINE_ABI;
  e.struct_size = sizeof(firstbyte_engine);
  e.name = "fake";
  e.probe = "live";
  e.zstd_get_params = [](int, unsigned long long) { return firstbyte_parameters{}; };
  e.zstd_cctx_workspace_bound = [](const firstbyte_parameters*) { return kFakeBound; };
  e.zstd_cstream_workspace_bound = [](const firstbyte_parameters*) { return kFakeBound; };
  e.zstd_dctx_workspace_bound = [] { return kFakeBound; };
  e.zstd_dstream_workspace_bound = [](size_t) { return kFakeBound; };
  e.zstd_init_cctx = [](void* w, size_t) { return Context(FakeState().refuse_cctx, "init_cctx", w); };
  e.zstd_compress_cctx = [](void*, void*, size_t capacity, const void*, size_t size, const firstbyte_parameters*) {
    Log(fmt::format("compress_cctx in {} out {}", size, capacity));
    return std::min(size, capacity);
  };
  e.zstd_init_cstream = [](const firstbyte_parameters*, unsigned long long pledged, void* w, size_t) {
    return Context(FakeState().refuse_cstream, fmt::format("init_cstream pledged {}", pledged).c_str(), w);
  };
  e.zstd_reset_cstream = [](void*, unsigned long long) { return Step(false, "reset_cstream"); };
  e.zstd_compress_stream = [](void*, firstbyte_out_buffer* out, firstbyte_in_buffer* in) {
    return MoveStream(FakeState().fail_compress_stream, "compress_stream", out, in);
  };
  e.zstd_flush_stream = [](void*, firstbyte_out_buffer*) {
    return Step(FakeState().fail_flush_stream, "flush_stream");
  };
  e.zstd_end_stream = [](void*, firstbyte_out_buffer*) { return Step(FakeState().fail_end_stream, "end_stream"); };
  e.zstd_init_dctx = [](void* w, size_t) { return Context(FakeState().refuse_dctx, "init_dctx", w); };
  e.zstd_decompress_dctx = [](void*, void*, size_t capacity, const void*, size_t size) {
    Log(fmt::format("decompress_dctx in {} out {}", size, capacity));
    return capacity;
  };
  e.zstd_init_dstream = [](size_t window, void* w, size_t) {
    return Context(FakeState().refuse_dstream, fmt::format("init_dstream window {}", window).c_str(), w);
  };
  e.zstd_reset_dstream = [](void*) { return Step(false, "reset_dstream"); };
  e.zstd_decompress_stream = [](void*, firstbyte_out_buffer* out, firstbyte_in_buffer* in) {
    return MoveStream(FakeState().fail_decompress_stream, "decompress_stream", out, in);
  };
  e.zstd_is_error = [](size_t code) { return code == kFakeError ? 1u : 0u; };
  e.zstd_get_error_name = [](size_t) { return "fake error"; };
  e.version_number = [] { return 0u; };
  e.empty_call = [](size_t value) { return value; };
  return e;
}

}  // namespace

OwnedRequest::OwnedRequest(const Bytes& source, const Layout& layout) {
  auto next = source.begin();
  for (const std::size_t size : layout.source) {
    source_memory_.emplace_back(next, next + static_cast<std::ptrdiff_t>(size));
    next += static_cast<std::ptrdiff_t>(size);
  }
  for (const std::size_t size : layout.destination)
    destination_memory_.emplace_back(size, static_cast<unsigned char>(0xA5));
  for (const Bytes& fragment : source_memory_) source_.push_back({fragment.data(), fragment.size()});
  for (Bytes& fragment : destination_memory_) destination_.push_back({fragment.data(), fragment.size()});
  request_.source = source_;
  request_.source_size = source.size();
  request_.destination = destination_;
  request_.destination_size = layout.destination_size;
}

Bytes OwnedRequest::Output() const {
  Bytes all;
  for (const Bytes& fragment : destination_memory_) all.insert(all.end(), fragment.begin(), fragment.end());
  all.resize(request_.produced);
  return all;
}

OwnedWorkspace::OwnedWorkspace(const firstbyte_engine& engine, InitPolicy policy, int level)
    : memory_(Units(MemoryFor(engine, level, policy))), workspace_([&] {
        const std::span<std::byte> bytes = std::as_writable_bytes(std::span(memory_));
        std::memset(bytes.data(), 0xA5, bytes.size());
        return CreateOrDie(engine, level, policy, bytes);
      }()) {}

void WalkLog::OnMap(Side side, std::size_t size) {
  if (log_ != nullptr) log_->push_back(fmt::format("map {} {}", SideName(side), size));
  mapped_.push_back(side);
}

void WalkLog::OnUnmap(Side side, std::size_t used) {
  if (log_ != nullptr) log_->push_back(fmt::format("unmap {} {}", SideName(side), used));
  const auto last = std::find(mapped_.rbegin(), mapped_.rend(), side);
  if (last != mapped_.rbegin() || last == mapped_.rend()) reverse_order_ = false;
  if (last != mapped_.rend()) mapped_.erase(std::next(last).base());
}

FakeEngineState& FakeState() {
  static FakeEngineState state;
  return state;
}

const firstbyte_engine& FakeEngine() {
  static const firstbyte_engine engine = MakeFakeEngine();
  FakeState() = FakeEngineState{};
  return engine;
}

}  // namespace firstbyte::workspace
