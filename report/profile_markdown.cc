// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_markdown.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

#include "report/cells.h"
#include "report/list_item.h"
#include "report/markdown_table.h"
#include "report/profile_summary.h"
#include "report/text.h"

namespace firstbyte::report {
namespace {

constexpr std::size_t kMostRows = 10;     // of sites and functions; the JSON has all
constexpr std::size_t kNameColumns = 38;  // beside three columns of numbers
constexpr double kPercent = 100;
constexpr double kNsPerMs = 1e6;
constexpr double kNsPerS = 1e9;

using Rows = std::vector<std::vector<std::string>>;

// The middle of a long name is left out: names differ at both ends.
std::string Name(const std::string& name) {
  std::string text = Printable(name);
  if (text.size() > kNameColumns) {
    const std::size_t end = (kNameColumns - 2) / 2;
    text = text.substr(0, kNameColumns - 2 - end) + ".." + text.substr(text.size() - end);
  }
  return EscapeMarkdown(text);
}

std::string Range(const Share& share) {
  return fmt::format("{:.1f}..{:.1f}%", kPercent * share.low, kPercent * share.high);
}

std::vector<std::string> Cells(const std::string& name, const Share& share) {
  return {name, FormatCount(share.samples), FormatPercent(kPercent * share.value), Range(share)};
}

std::string ShareTable(const std::string& heading, const Rows& rows) {
  return LayMarkdownTable({{heading, Align::kLeft},
                           {"samples", Align::kRight},
                           {"share", Align::kRight},
                           {"95 % interval", Align::kRight}},
                          rows) +
         "\n";
}

std::string Label(const Arm& arm) { return EscapeMarkdown(fmt::format("{} {}", arm.name, arm.operation)); }

// "zstd-1.5.4.live.so" of its path.
std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string PhaseShares(const ProfileArm& arm, const ProfileSummary& summary) {
  Rows rows;
  for (const NamedShare& phase : summary.phases) rows.push_back(Cells(EscapeMarkdown(phase.name), phase.share));
  return ShareTable(Label(arm.arm) + ": phase", rows);
}

std::string SiteShares(const ProfileSummary& summary) {
  Rows rows;
  for (const SiteShare& site : summary.sites) {
    if (rows.size() == kMostRows) break;
    rows.push_back(
        Cells(Name(site.site.symbol.empty() ? fmt::format("{}+{:#x}", FileName(site.site.object), site.site.offset)
                                            : site.site.symbol),
              site.share));
  }
  rows.push_back(Cells("all CPUIDs", summary.cpuid));
  return ShareTable("CPUID at", rows);
}

std::string FunctionShares(const ProfileSummary& summary) {
  Rows rows;
  std::int64_t rest = 0;
  for (const NamedShare& function : summary.functions) {
    if (rows.size() < kMostRows) {
      rows.push_back(Cells(Name(function.name), function.share));
    } else {
      rest += function.share.samples;
    }
  }
  if (rest > 0) rows.push_back(Cells("all others", ShareOf(rest, summary.samples)));
  return ShareTable("function", rows);
}

std::string Account(const ProfileArm& arm, const ProfileSummary& summary) {
  std::string text =
      fmt::format("{}: {} samples in {} requests and {:.2f} s of CPU time", Label(arm.arm), FormatCount(arm.samples),
                  FormatCount(arm.requests), static_cast<double>(arm.running_ns) / kNsPerS);
  if (summary.delivered) text += fmt::format(", {:.3f} of those expected", *summary.delivered);
  if (arm.slowdown) text += fmt::format(", {:.2f} times as slow as without", *arm.slowdown);
  text += fmt::format("; {} lost", FormatCount(arm.lost));
  text += arm.throttles == 0 ? ", never throttled"
                             : fmt::format(", throttled {} times, {:.1f} ms", FormatCount(arm.throttles),
                                           static_cast<double>(arm.throttled_ns) / kNsPerMs);
  if (arm.broken > 0) text += fmt::format("; broken records: {}", FormatCount(arm.broken));
  text += fmt::format("; outside requests: {}; stacks not followed: {}", FormatCount(summary.outside),
                      FormatCount(summary.not_followed));
  return ListItem(text);
}

std::string AgreementTable(const AgreementReport& agreement) {
  if (agreement.arms.empty())
    return ListItem("not compared with the phases: " + EscapeMarkdown(agreement.why_not)) + "\n";
  constexpr const char* kVerdicts[] = {"", "yes", "unclear", "NO"};
  Rows rows;
  for (const Agreement& row : agreement.arms) {
    rows.push_back({Label(row.arm), FormatPercent(kPercent * row.samples.value), Range(row.samples),
                    row.phases ? FormatPercent(kPercent * *row.phases) : "",
                    row.points ? fmt::format("{:+.1f}", *row.points) : "",
                    kVerdicts[static_cast<std::size_t>(row.verdict)]});
  }
  return LayMarkdownTable({{"CPUID", Align::kLeft},
                           {"samples", Align::kRight},
                           {"95 % interval", Align::kRight},
                           {"phases", Align::kRight},
                           {"points", Align::kRight},
                           {"agree", Align::kLeft}},
                          rows) +
         "\n";
}

std::string Legend(const ProfileResults& results, const AgreementReport& agreement) {
  std::string text =
      ListItem(EscapeMarkdown(fmt::format("{} each {:g} ms of CPU time, user mode only, CPU {}, level {}, case {}; {}",
                                          results.event, static_cast<double>(results.period_ns) / kNsPerMs, results.cpu,
                                          results.level, results.request_case, results.corpus)));
  if (!results.note.empty()) text += ListItem(EscapeMarkdown(results.note));
  text += ListItem("shares are of samples, and no times: an arm that is sampled is slower than it is");
  if (!agreement.arms.empty()) {
    text +=
        ListItem(fmt::format("phases: what so many CPUIDs cost in a request / the request, from {}; agree: within {:g} "
                             "percentage points",
                             EscapeMarkdown(agreement.source), kAgreementPoints));
    const bool all = std::all_of(agreement.arms.begin(), agreement.arms.end(),
                                 [](const Agreement& row) { return row.verdict != AgreementVerdict::kNo; });
    if (!all) {
      text += ListItem(
          "WARNING not all agree. Both ways take all pages; but phases price CPUIDs in compressions of one page at a "
          "time, with a cached probe, and at another moment: the price of an exit changes. Profile again, with phases "
          "of the same minutes.");
    }
  }
  return text;
}

}  // namespace

std::string RenderProfile(const ProfileResults& results, const AgreementReport& agreement) {
  std::string text =
      fmt::format("**Profile of {}**, {}\n\n", EscapeMarkdown(results.engine), EscapeMarkdown(results.platform));
  std::string accounts;
  for (const ProfileArm& arm : results.arms) {
    const ProfileSummary summary = SummariseProfile(arm);
    text += PhaseShares(arm, summary) + SiteShares(summary) + FunctionShares(summary);
    accounts += Account(arm, summary);
  }
  return text + AgreementTable(agreement) + accounts + Legend(results, agreement);
}

}  // namespace firstbyte::report
