// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "bench/environment.h"
#include "bench/printable.h"

namespace firstbyte::bench {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kIndent = 2;
// Names are ours and shorter; a stored file's may be anything.
constexpr std::size_t kLongestName = 24;

// Lines of at most `width` characters, broken at blanks; a word longer than a line is broken where the line ends.
std::vector<std::string> Wrap(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(line);
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
    while (line.size() > width) {
      lines.push_back(line.substr(0, width));
      line.erase(0, width);
    }
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

std::size_t NameWidth(const Checks& checks) {
  std::size_t width = 0;
  for (const auto& check : checks) width = std::max(width, std::min(check.name.size(), kLongestName));
  return width;
}

// The value, and the verdict with its reason below it. An unknown value says no more than its reason does.
std::vector<std::string> Body(const report::EnvironmentCheck& check, std::size_t width) {
  std::vector<std::string> lines;
  if (check.verdict == kOk || check.value != kUnknown) lines = Wrap(Printable(check.value), width);
  if (check.verdict == kOk && lines.empty()) lines.push_back(kUnknown);
  if (check.verdict == kOk) return lines;
  for (std::string& line : Wrap(Printable(check.verdict + ": " + check.reason), width))
    lines.push_back(std::move(line));
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

std::string RenderEnvironment(const Environment& environment) {
  std::string text;
  for (const std::string& line : Wrap(Printable(Heading(environment)), kColumns)) text += line + "\n";
  const std::size_t name_width = NameWidth(environment.checks);
  const std::size_t start = kIndent + name_width + 2;
  for (const auto& check : environment.checks) {
    std::string left = std::string(kIndent, ' ') + Printable(check.name).substr(0, name_width);
    for (const std::string& line : Body(check, kColumns - start)) {
      left.resize(start, ' ');
      text += left + line + "\n";
      left.clear();
    }
  }
  return text;
}

}  // namespace firstbyte::bench
