// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/phases_loader.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>

namespace firstbyte::engine {
namespace {

constexpr std::string_view kEnding = ".so";

bool HasEveryFunction(const firstbyte_phases& t) {
  return t.cctx_zeroing != nullptr && t.cwksp_layout != nullptr && t.bmi2_probe != nullptr && t.reset != nullptr &&
         t.pledge != nullptr && t.parameter_replay != nullptr && t.set_parameter != nullptr && t.tables != nullptr &&
         t.table_bytes != nullptr && t.table_clear != nullptr && t.compress_body != nullptr;
}

bool HasEveryName(const firstbyte_phases& t) {
  return std::all_of(std::begin(t.parameter_names), std::end(t.parameter_names),
                     [](const char* name) { return name != nullptr; });
}

Result<void> CheckSameEngine(const firstbyte_engine& phases, const firstbyte_engine& engine) {
  const bool same = std::string_view(phases.name) == engine.name && std::string_view(phases.probe) == engine.probe &&
                    std::string_view(phases.source_sha256) == engine.source_sha256 &&
                    std::string_view(phases.compiler) == engine.compiler &&
                    std::string_view(phases.flags) == engine.flags && phases.sizeof_cctx == engine.sizeof_cctx;
  if (same) return {};
  return InvalidError(
      fmt::format("The phases of engine {} with probe {} are of another build than the engine; build both from one "
                  "tree.",
                  engine.name, engine.probe));
}

}  // namespace

std::string PhasesPath(const std::string& engine_path) {
  const std::string_view path = engine_path;
  const std::string_view stem = path.ends_with(kEnding) ? path.substr(0, path.size() - kEnding.size()) : path;
  return fmt::format("{}.phases{}", stem, kEnding);
}

Result<void> CheckPhasesTable(const firstbyte_phases& table) {
  if (table.abi != FIRSTBYTE_PHASES_ABI || table.struct_size != sizeof(firstbyte_phases)) {
    return InvalidError(
        fmt::format("they speak phases ABI {} ({} bytes), this program {} ({} bytes); build both from one tree",
                    table.abi, table.struct_size, FIRSTBYTE_PHASES_ABI, sizeof(firstbyte_phases)));
  }
  if (table.why_not != nullptr) return InvalidError(table.why_not);
  if (!HasEveryFunction(table) || !HasEveryName(table)) return InvalidError("their table has an empty entry");
  return {};
}

Result<Phases> Phases::LoadFor(const Engine& engine) {
  const std::string path = PhasesPath(engine.path());
  const auto refuse = [&engine](const std::string& why) {
    return InvalidError(
        fmt::format("The phases of engine {} with probe {} cannot be timed: {}.", engine.name(), engine.probe(), why));
  };
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return refuse(fmt::format("this build has no {}", path));
  auto built_with = Engine::Load(path);
  if (!built_with) return tl::unexpected<Error>(built_with.error());
  // The same object as the line above loaded.
  std::shared_ptr<void> handle(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* h) {
    if (h != nullptr) dlclose(h);
  });
  if (!handle) return refuse(dlerror());
  void* const symbol = dlsym(handle.get(), FIRSTBYTE_PHASES_SYMBOL);
  if (symbol == nullptr) return refuse("their file has no symbol " FIRSTBYTE_PHASES_SYMBOL);
  const firstbyte_phases* const table = reinterpret_cast<firstbyte_phases_get_function>(symbol)();
  if (table == nullptr) return refuse(FIRSTBYTE_PHASES_SYMBOL "() returned NULL");
  if (const auto ok = CheckPhasesTable(*table); !ok) return refuse(ok.error().message);
  if (const auto ok = CheckSameEngine(built_with->table(), engine.table()); !ok)
    return tl::unexpected<Error>(ok.error());
  if (const auto ok = CheckSameOutput(built_with->table(), engine.table()); !ok)
    return tl::unexpected<Error>(ok.error());
  return Phases(std::move(handle), table, *std::move(built_with));
}

}  // namespace firstbyte::engine
