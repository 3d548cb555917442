// SPDX-License-Identifier: GPL-2.0-or-later
// Loads an engine's shared object and checks it before anything is measured with it.
//
// RTLD_LOCAL does not keep two zstd builds apart (a symbol of the main program's scope wins), the engines' version
// script does; the checks here would show it if it did not. A `cached` engine executes three CPUIDs when it is loaded,
// a `live` one none.
#ifndef FIRSTBYTE_ENGINE_LOADER_H_
#define FIRSTBYTE_ENGINE_LOADER_H_

#include <memory>
#include <string>

#include "base/error.h"
#include "engine/engine_abi.h"

namespace firstbyte::engine {

// An engine in memory; unloaded with the last copy of this object.
class Engine {
 public:
  // Loads `path` and checks: ABI number and size, that every function is there, that the version of its headers is the
  // version its code answers, and a round trip. Errors say which check failed.
  static Result<Engine> Load(const std::string& path);

  const firstbyte_engine& table() const { return *table_; }
  const std::string& path() const { return path_; }
  std::string name() const { return table_->name; }
  std::string probe() const { return table_->probe; }
  std::string version() const;  // "1.5.4"

 private:
  Engine(std::shared_ptr<void> handle, const firstbyte_engine* table, std::string path)
      : handle_(std::move(handle)), table_(table), path_(std::move(path)) {}

  std::shared_ptr<void> handle_;
  const firstbyte_engine* table_;
  std::string path_;
};

// The check of a table alone: what Load does after the symbol was found.
Result<void> CheckTable(const firstbyte_engine& table);

// Compresses and decompresses a built-in 4 KiB page in a workspace of the engine's own bounds.
Result<void> CheckRoundTrip(const firstbyte_engine& table);

// Two engines of one name must produce the same bytes: else a comparison of their probes compares something else as
// well.
Result<void> CheckSameOutput(const firstbyte_engine& a, const firstbyte_engine& b);

}  // namespace firstbyte::engine

#endif  // FIRSTBYTE_ENGINE_LOADER_H_
