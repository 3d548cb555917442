// SPDX-License-Identifier: GPL-2.0-or-later
// The engines that this build has: the files NAME.PROBE.so of one directory. Nothing is loaded to list them.
#ifndef FIRSTBYTE_ENGINE_CATALOG_H_
#define FIRSTBYTE_ENGINE_CATALOG_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "engine/loader.h"

namespace firstbyte::engine {

struct EngineFile {
  std::string name;   // "zstd-1.5.4"
  std::string probe;  // "live" or "cached"
  std::string path;
};

class Catalog {
 public:
  // Lists `directory`. A directory that cannot be read, or has no engine, is an error.
  static Result<Catalog> Open(const std::string& directory);

  // Sorted by name, `live` before `cached`.
  const std::vector<EngineFile>& files() const { return files_; }

  // The engines' names without their probes, for messages: "zstd-1.5.4, linux-6.12".
  std::string Names() const;

  // Loads an engine and checks that it is what its file name says. An unknown name is a usage error that lists the
  // known ones, and says how to build it where the name is of a kernel or a candidate.
  Result<Engine> Load(const std::string& name, const std::string& probe) const;

 private:
  std::vector<EngineFile> files_;
};

}  // namespace firstbyte::engine

#endif  // FIRSTBYTE_ENGINE_CATALOG_H_
