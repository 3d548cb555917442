// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/published_formats.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/wrap.h"
#include "report/list_item.h"
#include "report/markdown_table.h"
#include "report/published_check.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kPublishedCheckSchema[] = "firstbyte-published-check/1";
constexpr char kNotPrinted[] = "The mail does not print it.";

std::string Table(const PublishedTable& table, const std::vector<DerivedCell>& cells) {
  std::vector<std::vector<std::string>> rows;
  auto cell = cells.begin();
  for (const PublishedGroup& group : table.groups) {
    rows.push_back({EscapeMarkdown(group.label), "", "", "", "", ""});
    for (const PublishedRow& row : group.rows) {
      rows.push_back({" " + EscapeMarkdown(row.name), row.baseline, row.arm, row.delta.value_or(""), row.percent,
                      NewsOf(cell[0], cell[1])});
      cell += 2;
    }
  }
  return LayMarkdownTable({{"", Align::kLeft},
                           {"baseline", Align::kRight},
                           {EscapeMarkdown(table.arm_heading), Align::kRight},
                           {EscapeMarkdown(table.delta_heading), Align::kRight},
                           {"%", Align::kRight},
                           {"computed", Align::kRight}},
                          rows);
}

// As code, to be copied: an address would be parted by what keeps it from being a link.
std::string MessageId(const std::string& id) {
  return id.find('`') == std::string::npos ? "`" + Printable(id) + "`" : EscapeMarkdown(id);
}

std::string Source(const PublishedTable& table) {
  const std::string heading = fmt::format("**{}**, {}, {}", EscapeMarkdown(table.subject), EscapeMarkdown(table.author),
                                          EscapeMarkdown(table.date));
  std::string text = WrapIndented(heading, 0, kPageColumns) + "\n\n";
  text += ListItem("message id " + MessageId(table.message_id) + ". " + EscapeMarkdown(table.provenance));
  text += ListItem(EscapeMarkdown(table.method));
  for (const PublishedGroup& group : table.groups)
    text += ListItem(EscapeMarkdown(group.label) + ": " + EscapeMarkdown(group.setup));
  return text + "\n";
}

std::string Findings(const std::vector<DerivedCell>& cells) {
  std::string text;
  for (const DerivedCell& cell : cells) {
    if (cell.follows) continue;
    text += ListItem(fmt::format("{}, {}: printed {}, computed {}: {}", EscapeMarkdown(cell.group),
                                 EscapeMarkdown(cell.row), cell.printed, cell.computed, cell.explanation));
  }
  return text.empty() ? "" : "\n" + text;
}

Json ToJson(const DerivedCell& cell) {
  Json json = {{"column", cell.column}};
  json["printed"] = cell.printed.empty() ? Json() : Json(cell.printed);
  json["computed"] = cell.computed;
  json["value"] = cell.value;
  json["follows"] = cell.printed.empty() ? Json() : Json(cell.follows);
  json["explanation"] = cell.explanation;
  json["null_reasons"] = Json::object();
  if (cell.printed.empty()) json["null_reasons"] = {{"printed", kNotPrinted}, {"follows", kNotPrinted}};
  return json;
}

Json ToJson(const PublishedTable& table) {
  Json json = {{"subject", table.subject},
               {"author", table.author},
               {"date", table.date},
               {"message_id", table.message_id},
               {"provenance", table.provenance},
               {"method", table.method},
               {"arm", table.arm_heading},
               {"percent_means", table.percent_means},
               {"groups", Json::array()}};
  const std::vector<DerivedCell> cells = CheckDerivedCells(table);
  auto cell = cells.begin();
  for (const PublishedGroup& group : table.groups) {
    Json rows = Json::array();
    for (const PublishedRow& row : group.rows) {
      rows.push_back({{"name", row.name},
                      {"baseline", row.baseline},
                      {"baseline_ns", row.baseline_ns},
                      {"arm", row.arm},
                      {"arm_ns", row.arm_ns},
                      {"derived", Json::array({ToJson(cell[0]), ToJson(cell[1])})}});
      cell += 2;
    }
    json["groups"].push_back({{"label", group.label}, {"setup", group.setup}, {"rows", std::move(rows)}});
  }
  return json;
}

}  // namespace

std::string RenderPublishedMarkdown(const std::vector<PublishedTable>& tables) {
  std::string text;
  for (const PublishedTable& table : tables) {
    const std::vector<DerivedCell> cells = CheckDerivedCells(table);
    text += (text.empty() ? "" : "\n") + Source(table) + Table(table, cells) + Findings(cells);
  }
  return text;
}

std::string RenderPublishedJson(const std::vector<PublishedTable>& tables) {
  Json json = {{"schema", kPublishedCheckSchema}, {"tables", Json::array()}};
  for (const PublishedTable& table : tables) json["tables"].push_back(ToJson(table));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstbyte::report
