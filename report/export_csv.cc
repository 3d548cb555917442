// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

#include "report/export.h"
#include "report/results_fields.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

// Quoted where it must be; what a spreadsheet would take for a formula is text. The text is printable: one line, of
// characters that act on nobody's terminal.
std::string Quote(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  const bool formula = first != std::string::npos && std::string("=+-@").find(text[first]) != std::string::npos;
  if (!formula && text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = formula ? "\"'" : "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string Cell(const std::string& text) { return Quote(Printable(text)); }
template <typename T>
requires std::is_integral_v<T> std::string Cell(T number) { return fmt::format("{}", number); }
// What was not measured is an empty cell.
template <typename T>
std::string Cell(const std::optional<T>& value) {
  return value ? Cell(*value) : "";
}

}  // namespace

std::string ExportCsv(const Results& results) {
  std::string text = "platform,engine,probe,arm,policy,operation,run,round,operations";
  Sample names;
  auto name_field = [&](const char* name, const auto&, auto...) {
    if (std::string(name) != "arm") text += std::string(",") + name;
  };
  Fields(name_field, names);
  text += "\r\n";
  for (const Run& run : results.runs) {
    for (const Round& round : run.rounds) {
      for (const Sample& sample : round.samples) {
        const Arm& arm = results.arms[static_cast<std::size_t>(sample.arm)];
        text += fmt::format("{},{},{},{},{},{},{},{},{}", Cell(results.context.platform), Cell(arm.engine),
                            Cell(arm.probe), Cell(arm.name), Cell(arm.policy), Cell(arm.operation), run.run,
                            round.round, results.protocol.operations);
        auto add_field = [&](const char* name, const auto& value, auto...) {
          if (std::string(name) != "arm") text += "," + Cell(value);
        };
        Fields(add_field, sample);
        text += "\r\n";
      }
    }
  }
  return text;
}

}  // namespace firstbyte::report
