// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/list_option.h"

#include <sstream>

namespace firstbyte::cli {

std::vector<std::string> SplitList(std::string_view list) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(list)};
  for (std::string part; std::getline(stream, part, ',');) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

}  // namespace firstbyte::cli
