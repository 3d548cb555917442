// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/cpulist.h"

#include <algorithm>
#include <cstddef>

#include "base/number.h"

namespace firstbyte {
namespace {

std::optional<int> ParseCpu(std::string_view text) {
  const auto number = ParseNumber<int>(text);
  const bool is_cpu = number && text.front() != '-' && *number < kMaxCpus;
  return is_cpu ? number : std::nullopt;
}

bool AppendRange(std::string_view range, std::vector<int>& cpus) {
  const std::size_t dash = range.find('-');
  const auto first = ParseCpu(range.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : ParseCpu(range.substr(dash + 1));
  if (!first || !last || *last < *first) return false;
  for (int cpu = *first; cpu <= *last; ++cpu) cpus.push_back(cpu);
  return true;
}

void AppendText(int first, int last, std::string& text) {
  if (!text.empty()) text += ',';
  text += std::to_string(first);
  if (last > first) text += '-' + std::to_string(last);
}

}  // namespace

std::optional<std::vector<int>> ParseCpuList(std::string_view text) {
  std::vector<int> cpus;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    if (!AppendRange(text.substr(0, comma), cpus)) return {};
    // No honest list repeats itself like this; a damaged one would fill the memory.
    if (cpus.size() > std::size_t{2} * kMaxCpus) return {};
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
    if (text.empty()) return {};
  }
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

std::string FormatCpuList(const std::vector<int>& cpus) {
  std::string text;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t end = i + 1;
    while (end < cpus.size() && cpus[end] == cpus[end - 1] + 1) ++end;
    AppendText(cpus[i], cpus[end - 1], text);
    i = end;
  }
  return text.empty() ? "none" : text;
}

bool Contains(const std::vector<int>& sorted_cpus, int cpu) {
  return std::binary_search(sorted_cpus.begin(), sorted_cpus.end(), cpu);
}

}  // namespace firstbyte
