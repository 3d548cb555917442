// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "base/wrap.h"
#include "bench/environment.h"
#include "bench/printable.h"

namespace firstbyte::bench {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kIndent = 2;
// Names are ours and shorter; a stored file's may be anything.
constexpr std::size_t kLongestName = 24;

std::size_t NameWidth(const Checks& checks) {
  std::size_t width = 0;
  for (const auto& check : checks) width = std::max(width, std::min(check.name.size(), kLongestName));
  return width;
}

// The value, and the verdict with its reason below it. An unknown value says no more than its reason does.
std::vector<std::string> Body(const report::EnvironmentCheck& check, std::size_t width, bool explained_below) {
  std::vector<std::string> lines;
  if (check.verdict == kOk || check.value != kUnknown) lines = WrapLines(Printable(check.value), width);
  if (check.verdict == kOk && lines.empty()) lines.push_back(kUnknown);
  if (check.verdict == kOk) return lines;
  const std::string reason = explained_below ? "see below the tables" : check.reason;
  for (std::string& line : WrapLines(Printable(check.verdict + ": " + reason), width)) lines.push_back(std::move(line));
  return lines;
}

std::string Heading(const Environment& environment) {
  const auto warnings = std::count_if(environment.checks.begin(), environment.checks.end(),
                                      [](const auto& check) { return check.verdict == kWarning; });
  const std::string count =
      warnings == 0 ? "no warning" : std::to_string(warnings) + (warnings == 1 ? " warning" : " warnings");
  return "Environment: " + environment.platform + ", " + environment.accel + "; " + count;
}

}  // namespace

std::string RenderEnvironment(const Environment& environment, const std::string& explained_below) {
  std::string text;
  for (const std::string& line : WrapLines(Printable(Heading(environment)), kColumns)) text += line + "\n";
  const std::size_t name_width = NameWidth(environment.checks);
  const std::size_t start = kIndent + name_width + 2;
  for (const auto& check : environment.checks) {
    std::string left = std::string(kIndent, ' ') + Printable(check.name).substr(0, name_width);
    for (const std::string& line : Body(check, kColumns - start, check.name == explained_below)) {
      left.resize(start, ' ');
      text += left + line + "\n";
      left.clear();
    }
  }
  return text;
}

}  // namespace firstbyte::bench
