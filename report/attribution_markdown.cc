// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/attribution_markdown.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "report/cells.h"
#include "report/list_item.h"
#include "report/markdown_table.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

constexpr char kRest[] = "unattributed";

using Cells = std::vector<std::string>;

const AttributedPart* Find(const std::vector<AttributedPart>& parts, const std::string& phase) {
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.phase == phase; });
  return found == parts.end() ? nullptr : &*found;
}

void AddTimeAndShare(Cells& cells, double ns, double share) {
  cells.push_back(FormatPhaseNs(ns));
  cells.push_back(FormatShare(share));
}

void AddPart(Cells& cells, const std::vector<AttributedPart>& parts, const std::string& phase) {
  if (const AttributedPart* const part = Find(parts, phase)) return AddTimeAndShare(cells, part->ns, part->share);
  cells.insert(cells.end(), {"", ""});
}

const ArmAttribution* FindArm(const Attribution& attribution, const std::string& arm) {
  const auto found =
      std::find_if(attribution.arms.begin(), attribution.arms.end(), [&](const auto& a) { return a.arm == arm; });
  return found == attribution.arms.end() ? nullptr : &*found;
}

// The arms of a saving, and it, side by side; a row per phase of the first.
std::string SavingTable(const Attribution& attribution, const SavingAttribution& saving) {
  const ArmAttribution* const from = FindArm(attribution, saving.from);
  const ArmAttribution* const to = FindArm(attribution, saving.to);
  if (from == nullptr || to == nullptr) return "";
  std::vector<Cells> rows;
  for (const AttributedPart& part : from->parts) {
    Cells cells = {EscapeMarkdown(part.phase)};
    for (const auto* parts : {&from->parts, &to->parts, &saving.parts}) AddPart(cells, *parts, part.phase);
    rows.push_back(std::move(cells));
  }
  Cells rest = {kRest};
  AddTimeAndShare(rest, from->unattributed_ns.value, from->unattributed_share);
  AddTimeAndShare(rest, to->unattributed_ns.value, to->unattributed_share);
  AddTimeAndShare(rest, saving.unattributed_ns.value, saving.unattributed_share);
  rows.push_back(std::move(rest));
  Cells whole = {"request"};
  for (const Spread* const spread : {&from->whole_ns, &to->whole_ns, &saving.whole_ns})
    AddTimeAndShare(whole, spread->value, 1);
  rows.push_back(std::move(whole));
  return LayMarkdownTable({{attribution.operation + " (ns)", Align::kLeft},
                           {saving.from, Align::kRight},
                           {"share", Align::kRight},
                           {saving.to, Align::kRight},
                           {"share", Align::kRight},
                           {"saved", Align::kRight},
                           {"share", Align::kRight}},
                          rows);
}

// How sure the rest is; a total of a results file has no spread here.
std::string RestItem(const std::string& name, const Spread& whole, const Spread& rest) {
  if (whole.low == whole.high && rest.low == rest.high) return "";
  return ListItem(fmt::format("{}: {} ns ({}), of it unattributed {} ({})", name, FormatPhaseNs(whole.value),
                              FormatPhaseRange(whole), FormatPhaseNs(rest.value), FormatPhaseRange(rest)));
}

// An arm that no saving shows, since its partner was not measured.
std::string LoneArm(const Attribution& attribution, const ArmAttribution& arm) {
  for (const SavingAttribution& saving : attribution.savings) {
    if (saving.from == arm.arm || saving.to == arm.arm) return "";
  }
  std::vector<Cells> rows;
  for (const AttributedPart& part : arm.parts) {
    rows.push_back({EscapeMarkdown(part.phase)});
    AddTimeAndShare(rows.back(), part.ns, part.share);
  }
  rows.push_back({kRest});
  AddTimeAndShare(rows.back(), arm.unattributed_ns.value, arm.unattributed_share);
  rows.push_back({"request"});
  AddTimeAndShare(rows.back(), arm.whole_ns.value, 1);
  return LayMarkdownTable(
             {{attribution.operation + " (ns)", Align::kLeft}, {arm.arm, Align::kRight}, {"share", Align::kRight}},
             rows) +
         "\n";
}

std::string CountTable(const Attribution& attribution) {
  std::vector<Column> columns = {{"per " + attribution.operation, Align::kLeft}};
  Cells cpuids = {"CPUIDs executed"};
  Cells bytes = {"bytes cleared"};
  Cells calls = {"setParameter calls"};
  Cells instructions = {"instructions"};
  bool counted = false;
  for (const ArmAttribution& arm : attribution.arms) {
    columns.push_back({arm.arm, Align::kRight});
    cpuids.push_back(FormatCount(arm.cpuids));
    bytes.push_back(FormatCount(arm.bytes_cleared));
    calls.push_back(FormatCount(arm.parameter_calls));
    instructions.push_back(arm.instructions ? FormatCount(std::llround(*arm.instructions)) : "");
    counted = counted || arm.instructions.has_value();
  }
  std::vector<Cells> rows = {cpuids, bytes, calls};
  if (counted) rows.push_back(instructions);
  return LayMarkdownTable(columns, rows);
}

// What a phase is drawn with.
char MarkOf(const std::string& phase) {
  if (phase == "bmi2_probe") return '#';
  if (phase.ends_with("_body")) return '=';
  if (phase == "table_clear") return 't';
  if (phase == kRest) return '?';
  return 's';
}

class Bar {
 public:
  Bar(double longest, std::size_t width) : longest_(longest), text_(width, ' ') {}

  void Add(double ns, char mark) {
    const std::size_t from = ColumnOf(ns_);
    ns_ += ns;
    const std::size_t to = ColumnOf(ns_);
    for (std::size_t i = from; i < to; ++i) text_[i] = mark;
  }

  std::string text() const { return text_.substr(0, text_.find_last_not_of(' ') + 1); }

 private:
  std::size_t ColumnOf(double ns) const {
    if (!(longest_ > 0) || !std::isfinite(ns)) return 0;
    return static_cast<std::size_t>(
        std::lround(std::clamp(ns / longest_, 0.0, 1.0) * static_cast<double>(text_.size())));
  }

  double longest_;
  double ns_ = 0;
  std::string text_;
};

}  // namespace

std::string FormatPhaseNs(double ns) {
  constexpr double kThousand = 1000;
  // Where blocks were few and the machine was busy, the table's width is more than the digits are worth.
  if (std::abs(ns) >= 99.5e6) return ns > 0 ? ">99M" : "<-99M";
  if (std::abs(ns) >= 999.5e3) return fmt::format("{:.0f}M", ns / (kThousand * kThousand));
  if (std::abs(ns) >= 99999.5) return fmt::format("{:.0f}k", ns / kThousand);
  if (std::abs(ns) >= 99.95) return FormatNs(ns);
  const std::string text = fmt::format("{:.1f}", ns);
  return text == "-0.0" ? "0.0" : text;
}

std::string FormatPhaseRange(const Spread& spread) {
  return FormatPhaseNs(spread.low) + ".." + FormatPhaseNs(spread.high);
}

std::string PlainBars(const Attribution& attribution) {
  constexpr std::size_t kNameWidth = 9;  // "baseline "
  double longest = 0;
  for (const ArmAttribution& arm : attribution.arms) longest = std::max(longest, arm.whole_ns.value);
  std::string text = attribution.operation + "\n";
  for (const ArmAttribution& arm : attribution.arms) {
    const std::string label = " " + FormatPhaseNs(arm.whole_ns.value);
    Bar bar(longest, kPageColumns - kNameWidth - 8);
    // As many set-up phases as there are, next to each other.
    for (const char mark : {'#', 's', 't', '='}) {
      for (const AttributedPart& part : arm.parts) {
        if (MarkOf(part.phase) == mark) bar.Add(part.ns, mark);
      }
    }
    bar.Add(std::max(0.0, arm.unattributed_ns.value), MarkOf(kRest));
    text += fmt::format("{:<{}}{}{}\n", arm.arm, kNameWidth, bar.text(), label);
  }
  return text + "# CPUID  s other set-up  t table_clear  = body  ? unattributed\n";
}

std::string RenderBars(const Attribution& attribution) { return "```\n" + PlainBars(attribution) + "```\n"; }

std::string RenderAttribution(const std::vector<Attribution>& attributions) {
  std::string text;
  for (const Attribution& attribution : attributions) {
    if (!text.empty()) text += "\n";
    for (const SavingAttribution& saving : attribution.savings) {
      text += SavingTable(attribution, saving) + "\n";
      for (const ArmAttribution& arm : attribution.arms) {
        if (arm.arm == saving.from || arm.arm == saving.to)
          text += RestItem(arm.arm, arm.whole_ns, arm.unattributed_ns);
      }
      const std::string item = RestItem("saved", saving.whole_ns, saving.unattributed_ns);
      text += item.empty() ? item : item + "\n";
    }
    for (const ArmAttribution& arm : attribution.arms) text += LoneArm(attribution, arm);
    text += CountTable(attribution) + "\n" + RenderBars(attribution);
  }
  return text;
}

std::string RenderAttribution(const PhaseAttribution& attribution) {
  return "**Where the nanoseconds of a request go**\n\n" + RenderAttribution(attribution.operations) + "\n" +
         ListItem("phases: " + EscapeMarkdown(attribution.source)) +
         ListItem(
             "Requests are the medians of the table above. The phases were measured apart from them: bodies over all "
             "pages as requests are, the parts of a set-up again and again. What that saves those, and what the price "
             "of an exit changed in between, is unattributed, too.");
}

}  // namespace firstbyte::report
