// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/shell.h"

namespace firstbyte {

std::string ShellWord(std::string_view path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./+:=@%,";
  std::string named = (path.starts_with('-') ? "./" : "") + std::string(path);
  if (!named.empty() && named.find_first_not_of(kPlain) == std::string::npos) return named;
  std::string quoted = "'";
  for (const char c : named) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace firstbyte
