// SPDX-License-Identifier: GPL-2.0-or-later
// How --help looks: CLI11's layout, 80 columns wide whatever the texts are, and without the lists of options that
// exclude each other. Whoever names two of those is told.
#ifndef FIRSTBYTE_CLI_HELP_FORMATTER_H_
#define FIRSTBYTE_CLI_HELP_FORMATTER_H_

#include <CLI/App.hpp>
#include <CLI/FormatterFwd.hpp>
#include <string>

namespace firstbyte::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* app) const override;
};

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_HELP_FORMATTER_H_
