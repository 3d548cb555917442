// SPDX-License-Identifier: GPL-2.0-or-later
// Loads the phases of an engine (engine/phases_abi.h) and checks that they belong to it: the same source, the same
// probe, the same output. A `cached` one executes three CPUIDs when it is loaded, as its engine does.
#ifndef FIRSTBYTE_ENGINE_PHASES_LOADER_H_
#define FIRSTBYTE_ENGINE_PHASES_LOADER_H_

#include <memory>
#include <string>

#include "base/error.h"
#include "engine/loader.h"
#include "engine/phases_abi.h"

namespace firstbyte::engine {

// An engine's phases in memory; unloaded with the last copy of this object.
class Phases {
 public:
  // NAME.PROBE.phases.so, beside the engine's own file. An engine that has none, or whose insides are not known, is an
  // error that says so.
  static Result<Phases> LoadFor(const Engine& engine);

  const firstbyte_phases& table() const { return *table_; }

  // The engine that the phases were built with: same source and flags as the one that is measured, at other addresses.
  const Engine& engine() const { return engine_; }

 private:
  Phases(std::shared_ptr<void> handle, const firstbyte_phases* table, Engine engine)
      : handle_(std::move(handle)), table_(table), engine_(std::move(engine)) {}

  std::shared_ptr<void> handle_;
  const firstbyte_phases* table_;
  Engine engine_;
};

// "/x/zstd-1.5.4.live.so" -> "/x/zstd-1.5.4.live.phases.so".
std::string PhasesPath(const std::string& engine_path);

// What is wrong with a table alone: another ABI, a version whose insides are not known, an empty entry.
Result<void> CheckPhasesTable(const firstbyte_phases& table);

}  // namespace firstbyte::engine

#endif  // FIRSTBYTE_ENGINE_PHASES_LOADER_H_
