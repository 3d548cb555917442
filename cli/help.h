// SPDX-License-Identifier: GPL-2.0-or-later
// How --help looks: within 80 columns, and without what the parser says about options excluding each other.
#ifndef FIRSTBYTE_CLI_HELP_H_
#define FIRSTBYTE_CLI_HELP_H_

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>

namespace firstbyte::cli {

class HelpFormat : public CLI::Formatter {
 public:
  std::string make_subcommand(const CLI::App* command) const override;
  // Each line of a footer is a paragraph.
  std::string make_footer(const CLI::App* command) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;

 private:
  // The lines of a description that stands in the right column.
  std::string Wrapped(const std::string& description) const;
};

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_HELP_H_
