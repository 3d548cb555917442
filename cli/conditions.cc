// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/conditions.h"

#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "base/wrap.h"
#include "report/results.h"

namespace firstbyte::cli {

void PrintConditions(const bench::Environment& environment, const bench::Checks& changed, bool for_people,
                     const std::string& explained_below) {
  std::FILE* const to = for_people ? stdout : stderr;
  std::string text = bench::RenderEnvironment(environment, explained_below);
  if (!changed.empty()) {
    std::vector<std::string> names;
    for (const report::EnvironmentCheck& check : changed) names.push_back(check.name);
    text += WrapIndented(fmt::format("Changed since this measurement was begun: {}.", fmt::join(names, ", ")), 0, 80) +
            "\n";
  }
  (void)std::fputs((text + "\n").c_str(), to);
  (void)std::fflush(to);
}

}  // namespace firstbyte::cli
