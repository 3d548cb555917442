// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/output.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <cstdio>

#include "cli/command.h"
#include "report/comparison.h"
#include "report/comparison_json.h"
#include "report/markdown.h"
#include "report/table.h"

namespace firstbyte::cli {

void AddOutputOptions(CLI::App& command, OutputOptions& options) {
  command.add_option("--format", options.format, "markdown (all arms), mail (as in a cover letter) or json")
      ->check(CLI::IsMember({"markdown", "mail", "json"}))
      ->capture_default_str();
  command.add_option("--clock", options.clock, "wall, or cpu: the thread's CPU time, quieter on a shared machine")
      ->check(CLI::IsMember({"wall", "cpu"}))
      ->capture_default_str();
}

bool IsForPeople(const OutputOptions& options) { return options.format != "json"; }

Result<std::string> RenderResults(const report::Results& results, const OutputOptions& options) {
  const auto comparison =
      report::Compare(results, options.clock == "cpu" ? report::Clock::kThreadCpu : report::Clock::kWall);
  if (!comparison) return tl::unexpected<Error>(comparison.error());
  if (options.format == "json") return report::RenderJson(results, *comparison);
  if (options.format == "mail") return report::RenderMailTable(results, *comparison);
  return report::RenderMarkdown(results, *comparison);
}

Result<void> ShowResults(const report::Results& results, const OutputOptions& options) {
  const auto text = RenderResults(results, options);
  if (!text) return tl::unexpected<Error>(text.error());
  Print(*text);
  return {};
}

}  // namespace firstbyte::cli
