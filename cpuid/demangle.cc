// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace firstbyte::cpuid {

std::string Demangle(const std::string& symbol) {
  const std::size_t plus = symbol.rfind("+0x");
  const std::string offset = plus == std::string::npos ? "" : symbol.substr(plus);
  const std::string name = symbol.substr(0, plus);
  int status = -1;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      name.rfind("_Z", 0) == 0 ? abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status) : nullptr, std::free);
  std::string text = (status == 0 && demangled != nullptr ? demangled.get() : name) + offset;
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

std::string Shorten(const std::string& name, std::size_t width) {
  constexpr char kGap[] = "..";
  if (name.size() <= width || width < 8) return name;
  const std::size_t tail = (width - 2) / 3;
  return name.substr(0, width - 2 - tail) + kGap + name.substr(name.size() - tail);
}

}  // namespace firstbyte::cpuid
