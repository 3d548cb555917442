// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/paths.h"

#include <filesystem>

#include "base/program_files.h"

namespace firstbyte::cli {
namespace {

constexpr char kSelfTest[] = "cpuid/self_test_program";
constexpr char kCountedProgram[] = "count/counted_program";
constexpr char kCounter[] = "count/plugin/counter.so";
constexpr char kPlots[] = "report/plot_libraries/plots.js";
constexpr char kPublished[] = "report/published/2026-08-25-workspace-twice.json";

}  // namespace

Result<Paths> FindPaths() {
  const auto files = ProgramFiles::Find();
  if (!files) return tl::unexpected<Error>(files.error());
  Paths paths;
  paths.program = files->program();
  paths.engine_directory = files->EngineDirectory();
  paths.published_directory = std::filesystem::path(files->Path(kPublished)).parent_path().string();
  paths.self_test_program = files->Path(kSelfTest);
  paths.counted_program = files->Path(kCountedProgram);
  paths.counter = files->Path(kCounter);
  paths.plot_libraries = std::filesystem::path(files->Path(kPlots)).parent_path().string();
  return paths;
}

}  // namespace firstbyte::cli
