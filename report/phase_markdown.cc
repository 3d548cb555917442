// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/phase_markdown.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include "report/attribution.h"
#include "report/attribution_markdown.h"
#include "report/cells.h"
#include "report/counts_markdown.h"
#include "report/list_item.h"
#include "report/markdown_table.h"
#include "report/sign_flip.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string Time(double ns) { return FormatPhaseNs(ns); }

std::string Range(const Spread& spread) { return FormatPhaseRange(spread); }

// Of parts to a whole that may be next to nothing.
std::string Ratio(double ratio, int decimals) {
  if (ratio > 999.5 || ratio < -999.5) return ratio > 0 ? ">999" : "<-999";
  return fmt::format("{:.{}f}", ratio, std::abs(ratio) < 9.99 ? decimals : 0);
}

std::string RatioRange(const Spread& spread) { return Ratio(spread.low, 2) + ".." + Ratio(spread.high, 2); }

// How the operation of a probe is called.
std::string OfProbe(const ProbeSummary& probe, const std::string& operation) {
  return EscapeMarkdown(probe.probe + " " + operation);
}

std::string SpreadHeading(const PhaseResults& results) { return results.repetitions >= 6 ? "95 % interval" : "range"; }

bool IsPartOf(const WholeRow& whole, const std::string& name) {
  return std::find(whole.parts.begin(), whole.parts.end(), name) != whole.parts.end();
}

std::vector<std::string> PhaseCells(const PhaseRow& row, const WholeRow* whole) {
  const bool shares = whole != nullptr && IsPartOf(*whole, row.name);
  return {EscapeMarkdown(row.name),
          row.bytes ? FormatCount(*row.bytes) : "",
          row.cpuids > 0 ? FormatCount(row.cpuids) : "",
          Time(row.ns.value),
          Range(row.ns),
          shares ? FormatPercent(100 * row.ns.value / whole->ns.value) : ""};
}

// The parts of the stream's init, what they leave unattributed, the whole, and then what else was timed alone.
std::string PhaseTable(const ProbeSummary& probe, const PhaseResults& results) {
  const WholeRow* const whole = probe.wholes.empty() ? nullptr : &probe.wholes.front();
  Rows parts;
  Rows others;
  for (const PhaseRow& row : probe.phases)
    (whole != nullptr && IsPartOf(*whole, row.name) ? parts : others).push_back(PhaseCells(row, whole));
  if (whole != nullptr) {
    const Spread& rest = whole->unattributed_ns;
    parts.push_back(
        {"unattributed", "", "", Time(rest.value), Range(rest), FormatPercent(100 * rest.value / whole->ns.value)});
    parts.push_back({EscapeMarkdown(whole->name), "", whole->cpuids > 0 ? FormatCount(whole->cpuids) : "",
                     Time(whole->ns.value), Range(whole->ns), FormatPercent(100)});
  }
  parts.insert(parts.end(), others.begin(), others.end());
  return LayMarkdownTable({{fmt::format("phase ({}, ns)", EscapeMarkdown(probe.probe)), Align::kLeft},
                           {"bytes", Align::kRight},
                           {"CPUIDs", Align::kRight},
                           {"alone", Align::kRight},
                           {SpreadHeading(results), Align::kRight},
                           {"share", Align::kRight}},
                          parts);
}

std::string WholeTable(const ProbeSummary& probe) {
  Rows rows;
  for (const WholeRow& row : probe.wholes) {
    rows.push_back({EscapeMarkdown(row.name), Time(row.ns.value), Ratio(row.sum_over_whole.value, 3),
                    RatioRange(row.sum_over_whole), Time(row.unattributed_ns.value), Range(row.unattributed_ns)});
  }
  return LayMarkdownTable({{OfProbe(probe, "whole"), Align::kLeft},
                           {"ns", Align::kRight},
                           {"sum", Align::kRight},
                           {"its spread", Align::kRight},
                           {"rest", Align::kRight},
                           {"its spread", Align::kRight}},
                          rows);
}

std::string SavingTable(const PhaseSummary& summary, const PhaseResults& results) {
  Rows rows;
  for (const ProbeSummary& probe : summary.probes) {
    for (const SavingRow& row : probe.savings) {
      rows.push_back({OfProbe(probe, row.operation), Time(row.ns.value), row.cpuids > 0 ? Time(row.cpuid_ns.value) : "",
                      Time(row.residual_ns.value), Range(row.residual_ns), row.residual_ns.resolved ? "yes" : "no"});
    }
  }
  return LayMarkdownTable({{"patch saves (ns)", Align::kLeft},
                           {"in all", Align::kRight},
                           {"CPUIDs", Align::kRight},
                           {"rest", Align::kRight},
                           {SpreadHeading(results), Align::kRight},
                           {"resolved", Align::kLeft}},
                          rows);
}

std::string ControlTable(const PhaseSummary& summary, const PhaseResults& results) {
  Rows rows;
  for (const ProbeSummary& probe : summary.probes) {
    for (const ControlRow& row : probe.controls) {
      rows.push_back(
          {OfProbe(probe, row.operation), Time(row.ns.value), Range(row.ns), row.passed ? "passed" : "FAILED"});
    }
  }
  return LayMarkdownTable({{"A/A control (ns)", Align::kLeft},
                           {"difference", Align::kRight},
                           {SpreadHeading(results), Align::kRight},
                           {"control", Align::kLeft}},
                          rows);
}

std::string DoseTable(const DoseResponse& dose, const PhaseResults& results) {
  Rows rows;
  for (const DosePoint& point : dose.points) {
    rows.push_back(
        {FormatCount(point.cpuids), Time(point.ns.value), Range(point.ns), Time(point.beside_line_ns.value)});
  }
  std::string text = LayMarkdownTable({{"extra CPUIDs", Align::kRight},
                                       {"ns", Align::kRight},
                                       {SpreadHeading(results), Align::kRight},
                                       {"beside the line", Align::kRight}},
                                      rows);
  text += "\n";
  text += ListItem(fmt::format("one CPUID, by the slope: {} ns ({})", Time(dose.slope_ns.value), Range(dose.slope_ns)));
  text += ListItem(fmt::format("one CPUID, timed in the same blocks: {} ns ({})", Time(dose.calibrated_ns.value),
                               Range(dose.calibrated_ns)));
  text += ListItem(
      fmt::format("the line at no CPUID: {} ns ({})", Time(dose.intercept_ns.value), Range(dose.intercept_ns)));
  return text;
}

std::string PartsOf(const WholeRow& whole) {
  std::string text;
  std::map<std::string, int> said;
  for (const std::string& part : whole.parts) {
    if (said[part]++ > 0) continue;
    const auto times = std::count(whole.parts.begin(), whole.parts.end(), part);
    text += (text.empty() ? "" : " + ") + (times > 1 ? fmt::format("{} x ", times) : "") + part;
  }
  return text;
}

std::string Legend(const PhaseResults& results, const PhaseSummary& summary) {
  std::string text = ListItem(
      fmt::format("{}; {:.3f} TSC ticks per ns", EscapeMarkdown(DescribePhases(results)), results.ticks_per_ns));
  text += ListItem(results.repetitions >= kRunsForInterval
                       ? "spread: 95 % interval of the mean over the repetitions, by sign flips"
                       : fmt::format("spread: the range over the repetitions; an interval takes {}", kRunsForInterval));
  if (!summary.probes.empty()) {
    for (const WholeRow& whole : summary.probes.front().wholes)
      text += ListItem(EscapeMarkdown(fmt::format("sum of {}: {}", whole.name, PartsOf(whole))));
  }
  text += ListItem("sum: of the parts, over the whole; rest, or unattributed: what the whole costs beyond it");
  text += ListItem("parts_in_order: the parts of init_cstream, called one after the other");
  text += ListItem("CPUIDs of a saving: at the price that one had in the same blocks");
  return text;
}

std::string Warnings(const PhaseSummary& summary) {
  std::string text;
  for (const ProbeSummary& probe : summary.probes) {
    for (const ControlRow& row : probe.controls) {
      if (row.passed) continue;
      text += ListItem(EscapeMarkdown(
          fmt::format("WARNING the A/A control of {} {} is more than {} ns from 0: no residual of that size can be "
                      "trusted.",
                      probe.probe, row.operation, kMostControlNs)));
    }
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string RenderPhases(const PhaseResults& results, const PhaseSummary& summary) {
  std::string text =
      fmt::format("**Phases of {}**, {}\n\n", EscapeMarkdown(results.engine), EscapeMarkdown(results.platform));
  for (const ProbeSummary& probe : summary.probes) text += PhaseTable(probe, results) + "\n" + WholeTable(probe) + "\n";
  text += SavingTable(summary, results) + "\n" + ControlTable(summary, results) + "\n";
  if (summary.dose) text += DoseTable(*summary.dose, results) + "\n";
  return text + RenderAttribution(Attribute(results)) + "\n" + Legend(results, summary) +
         CountersLine(results.environment) + Warnings(summary);
}

}  // namespace firstbyte::report
