// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_check.h"

#include "bench/printable.h"

namespace firstbyte::bench {
namespace {

report::EnvironmentCheck Check(std::string_view name, std::string_view value, std::string_view verdict,
                               std::string_view reason) {
  const std::string printable = Printable(value);
  return {std::string(name), printable.empty() ? kUnknown : printable, std::string(verdict), Printable(reason)};
}

}  // namespace

report::EnvironmentCheck Ok(std::string_view name, std::string_view value) { return Check(name, value, kOk, ""); }

report::EnvironmentCheck Warning(std::string_view name, std::string_view value, std::string_view reason) {
  return Check(name, value, kWarning, reason);
}

report::EnvironmentCheck NotApplicable(std::string_view name, std::string_view value, std::string_view reason) {
  return Check(name, value, kNotApplicable, reason);
}

report::EnvironmentCheck Unreadable(std::string_view name, std::string_view path) {
  return NotApplicable(name, kUnknown, std::string(path) + " is missing or cannot be understood.");
}

}  // namespace firstbyte::bench
