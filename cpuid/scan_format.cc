// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/scan_format.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cpuid/demangle.h"

namespace firstbyte::cpuid {
namespace {

using Json = nlohmann::ordered_json;

std::string Text(const ScanResult& scan) {
  std::string text =
      fmt::format("{}: {} CPUID{}, {} other match{} of its bytes\n", scan.path, scan.sites.size(),
                  scan.sites.size() == 1 ? "" : "s", scan.rejected.size(), scan.rejected.size() == 1 ? "" : "es");
  for (const Site& site : scan.sites) text += fmt::format("  {:#10x}  {}\n", site.offset, Demangle(site.symbol));
  for (const Rejected& rejected : scan.rejected)
    text += fmt::format("  {:#10x}  {}: {}\n", rejected.offset, rejected.undecided ? "undecided" : "no CPUID",
                        rejected.what);
  return text;
}

Json ToJson(const ScanResult& scan) {
  Json sites = Json::array();
  for (const Site& site : scan.sites)
    sites.push_back(
        {{"offset", site.offset}, {"address", site.address}, {"symbol", site.symbol}, {"length", site.length}});
  Json rejected = Json::array();
  for (const Rejected& r : scan.rejected)
    rejected.push_back({{"offset", r.offset},
                        {"address", r.address},
                        {"symbol", r.symbol},
                        {"what", r.what},
                        {"undecided", r.undecided}});
  return {{"path", scan.path}, {"raw_matches", scan.raw_matches}, {"sites", sites}, {"rejected", rejected}};
}

}  // namespace

std::string ScanText(const std::vector<ScanOutcome>& outcomes) {
  std::string text;
  for (const ScanOutcome& outcome : outcomes) {
    if (outcome.result) text += Text(*outcome.result);
  }
  return text;
}

std::string ScanJson(const std::vector<ScanOutcome>& outcomes) {
  Json files = Json::array();
  for (const ScanOutcome& outcome : outcomes) {
    files.push_back(outcome.result ? ToJson(*outcome.result)
                                   : Json{{"path", outcome.path}, {"error", outcome.result.error().message}});
  }
  return Json{{"files", files}}.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstbyte::cpuid
