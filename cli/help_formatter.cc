// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/help_formatter.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <sstream>

#include "base/wrap.h"

namespace firstbyte::cli {
namespace {

constexpr std::size_t kColumns = 80;

std::string Wrapped(const std::string& text, std::size_t width) {
  return fmt::format("{}", fmt::join(WrapLines(text, width), "\n"));
}

}  // namespace

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0) return "";
  std::string text = option->get_type_name().empty() ? "" : " " + option->get_type_name();
  if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
  return option->get_required() ? text + " (required)" : text;
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return Wrapped(option->get_description(), kColumns - get_column_width());
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  std::ostringstream out;
  CLI::detail::format_help(out, command->get_display_name(true),
                           Wrapped(command->get_description(), kColumns - get_column_width()), get_column_width());
  return out.str();
}

// Line breaks of the text stay; what is longer is broken.
std::string HelpFormatter::make_footer(const CLI::App* app) const {
  std::string footer;
  std::istringstream lines(app->get_footer());
  for (std::string line; std::getline(lines, line);) footer += Wrapped(line, kColumns) + "\n";
  return footer;
}

}  // namespace firstbyte::cli
