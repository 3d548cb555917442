// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/cpuinfo.h"

#include <sstream>

namespace firstbyte::bench {
namespace {

using Fields = std::map<std::string, std::string, std::less<>>;

std::string Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

// One stanza: the lines up to an empty one.
Fields NextStanza(std::istream& lines) {
  Fields fields;
  for (std::string line; std::getline(lines, line) && !line.empty();) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    fields.emplace(Trimmed(std::string_view(line).substr(0, colon)), Trimmed(std::string_view(line).substr(colon + 1)));
  }
  return fields;
}

}  // namespace

CpuInfo::CpuInfo(const Host& host, int cpu) {
  std::istringstream lines(host.Read("/proc/cpuinfo").value_or(""));
  while (lines) {
    Fields fields = NextStanza(lines);
    const auto processor = fields.find("processor");
    const bool wanted = processor != fields.end() && processor->second == std::to_string(cpu);
    if (fields_.empty() || wanted) fields_ = std::move(fields);
    if (wanted) return;
  }
}

std::optional<std::string> CpuInfo::Field(std::string_view name) const {
  const auto field = fields_.find(name);
  if (field == fields_.end() || field->second.empty()) return {};
  return field->second;
}

std::optional<bool> CpuInfo::Flag(std::string_view flag) const {
  const auto flags = Field("flags");
  if (!flags) return {};
  std::istringstream words(*flags);
  for (std::string word; words >> word;) {
    if (word == flag) return true;
  }
  return false;
}

}  // namespace firstbyte::bench
