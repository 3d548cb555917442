// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/plot_libraries.h"

#include <fmt/core.h>

#include "base/files.h"

namespace firstbyte::cli {
namespace {

// Far beyond what they are; a page holds them.
constexpr std::size_t kLimit = std::size_t{1} << 21;

}  // namespace

report::PlotLibraries ReadPlotLibraries(const std::string& directory) {
  auto script = ReadWholeFile(directory + "/plots.js", kLimit);
  if (!script) return {"", "they are not beside this program"};
  if (!script->empty()) return {*script, ""};
  auto why_not = ReadWholeFile(directory + "/why_not.txt", kLimit);
  if (!why_not || why_not->empty()) return {"", "nobody knows why"};
  return {"", why_not->substr(0, why_not->find('\n')) + "; once npm works: ./bazelw sync --only=plot_libraries"};
}

}  // namespace firstbyte::cli
