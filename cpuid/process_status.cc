// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/process_status.h"

#include <fmt/core.h>

#include <fstream>
#include <sstream>

namespace firstbyte::cpuid {

std::string ReadProcessStatus(pid_t pid) {
  std::ostringstream text;
  text << std::ifstream(fmt::format("/proc/{}/status", pid)).rdbuf();
  return text.str();
}

std::optional<std::string> StatusField(const std::string& status, std::string_view name) {
  std::istringstream lines(status);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name)) return line.substr(name.size());
  }
  return std::nullopt;
}

}  // namespace firstbyte::cpuid
