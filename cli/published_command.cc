// SPDX-License-Identifier: GPL-2.0-or-later
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/command.h"
#include "report/published.h"
#include "report/published_check.h"

namespace firstbyte::cli {

void AddPublishedCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command =
      app.add_subcommand("published", "Print the tables of the kernel mails, with every derived cell recomputed.");
  command->footer(
      "Each table is printed as its mail has it. A cell that does not follow from the medians beside it is shown as "
      "printed and as computed.\nExample: firstbyte published");
  command->callback([&paths, &action] {
    action = [&paths]() -> Result<void> {
      const auto tables = report::ReadPublished(paths.published_directory);
      if (!tables) return tl::unexpected<Error>(tables.error());
      Print(report::RenderPublished(*tables));
      return {};
    };
  });
}

}  // namespace firstbyte::cli
