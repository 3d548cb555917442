// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/arguments.h"

#include <fmt/core.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace firstbyte::cli {
namespace {

template <typename T>
std::string CheckNumberAs(std::string_view value) {
  const std::string_view digits = value.substr(value.starts_with('-') ? 1 : 0);
  T number{};
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error == std::errc::result_out_of_range) return fmt::format("{} is out of range", value);
  const bool padded = digits.size() > 1 && digits.front() == '0';
  if (error != std::errc() || stop != end || padded) return fmt::format("'{}' is no whole number", value);
  return "";
}

}  // namespace

std::optional<std::string> FindEmptyOption(std::span<char* const> arguments) {
  for (const std::string_view argument : arguments) {
    if (argument == "--") break;  // what follows belongs to a program that is to be run
    if (argument.starts_with("--") && argument.size() > 3 && argument.find('=') == argument.size() - 1)
      return fmt::format("{} has no value", argument);
  }
  return {};
}

CommandLine TakeProgramOut(std::span<char* const> arguments) {
  CommandLine line{{arguments.begin(), arguments.end()}, {}};
  const auto dashes = std::find(arguments.begin(), arguments.end(), std::string_view("--"));
  const bool traces =
      arguments.size() > 2 && std::string_view(arguments[1]) == "cpuid" && std::string_view(arguments[2]) == "trace";
  if (!traces || arguments.end() - dashes < 2) return line;
  line.program.assign(dashes + 1, arguments.end());
  line.ours.resize(static_cast<std::size_t>(dashes - arguments.begin()) + 2);
  return line;
}

std::string CheckNumber(std::string_view value, bool is_signed) {
  return is_signed ? CheckNumberAs<std::int64_t>(value) : CheckNumberAs<std::uint64_t>(value);
}

void CheckValues(CLI::App& command) {
  for (CLI::Option* const option : command.get_options()) {
    if (option->get_type_size() == 0) continue;  // a flag
    option->check([](const std::string& value) { return value.empty() ? std::string("the value is empty") : ""; });
    const std::string type = option->get_type_name();
    if (type != "INT" && type != "UINT") continue;
    option->check([is_signed = type == "INT"](const std::string& value) { return CheckNumber(value, is_signed); });
  }
  for (CLI::App* const below : command.get_subcommands([](CLI::App*) { return true; })) CheckValues(*below);
}

}  // namespace firstbyte::cli
