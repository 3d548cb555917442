// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/memory_map.h"

#include <fmt/core.h>

#include <fstream>
#include <optional>
#include <sstream>

namespace firstbyte::cpuid {
namespace {

// start-end perms offset major:minor inode path
std::optional<Mapping> ParseLine(const std::string& line) {
  std::istringstream words(line);
  Mapping m;
  char dash = 0;
  char colon = 0;
  std::string permissions;
  std::uint64_t major = 0;
  std::uint64_t minor = 0;
  words >> std::hex >> m.start >> dash >> m.end >> permissions >> m.offset >> major >> colon >> minor >> std::dec >>
      m.inode;
  if (!words || dash != '-' || colon != ':' || permissions.size() != 4 || m.end <= m.start) return std::nullopt;
  m.writable = permissions[1] == 'w';
  m.executable = permissions[2] == 'x';
  m.shared = permissions[3] == 's';
  m.device = major << 32 | minor;
  std::getline(words >> std::ws, m.path);
  return m;
}

}  // namespace

std::vector<Mapping> ParseMaps(std::string_view text) {
  std::vector<Mapping> mappings;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (auto mapping = ParseLine(line)) mappings.push_back(*std::move(mapping));
  }
  return mappings;
}

std::vector<Mapping> ReadMaps(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/maps", pid));
  std::stringstream text;
  text << file.rdbuf();
  return ParseMaps(text.str());
}

}  // namespace firstbyte::cpuid
