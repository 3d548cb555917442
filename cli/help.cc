// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/help.h"

#include <fmt/format.h>

#include <sstream>

#include "base/wrap.h"

namespace firstbyte::cli {
namespace {

constexpr std::size_t kColumns = 80;

}  // namespace

std::string HelpFormat::Wrapped(const std::string& description) const {
  // The parser indents what follows a line break.
  return fmt::format("{}", fmt::join(WrapLines(description, kColumns - get_column_width()), "\n"));
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  std::stringstream out;
  CLI::detail::format_help(out, command->get_name(), Wrapped(command->get_description()), get_column_width());
  return out.str();
}

std::string HelpFormat::make_footer(const CLI::App* command) const {
  std::string text;
  std::istringstream paragraphs(command->get_footer());
  for (std::string paragraph; std::getline(paragraphs, paragraph);) text += WrapIndented(paragraph, 0, kColumns) + "\n";
  return text;
}

std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0) return "";
  const std::string& value = option->get_default_str();
  return fmt::format(" {}{}{}", option->get_type_name(), value.empty() ? "" : "=" + value,
                     option->get_required() ? " REQUIRED" : "");
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const { return Wrapped(option->get_description()); }

}  // namespace firstbyte::cli
