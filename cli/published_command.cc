// SPDX-License-Identifier: GPL-2.0-or-later
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "report/published.h"
#include "report/published_check.h"
#include "report/published_formats.h"

namespace firstbyte::cli {
namespace {

std::string Render(const std::vector<report::PublishedTable>& tables, const std::string& format) {
  if (format == "json") return report::RenderPublishedJson(tables);
  return format == "markdown" ? report::RenderPublishedMarkdown(tables) : report::RenderPublished(tables);
}

}  // namespace

void AddPublishedCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command =
      app.add_subcommand("published", "Print the tables of the kernel mails, with every derived cell recomputed.");
  command->footer(
      "Each table is printed as its mail has it. A cell that does not follow from the medians beside it is shown as "
      "printed and as computed.\nExample: firstbyte published --format=json");
  auto format = std::make_shared<std::string>("mail");
  command->add_option("--format", *format, "mail, markdown or json")
      ->check(CLI::IsMember({"mail", "markdown", "json"}))
      ->capture_default_str();
  command->callback([format, &paths, &action] {
    action = [format, &paths]() -> Result<void> {
      const auto tables = report::ReadPublished(paths.published_directory);
      if (!tables) return tl::unexpected<Error>(tables.error());
      Print(Render(*tables, *format));
      return {};
    };
  });
}

}  // namespace firstbyte::cli
