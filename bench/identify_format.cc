// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/wrap.h"
#include "bench/identify.h"
#include "bench/printable.h"

namespace firstbyte::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kColumns = 80;
constexpr std::size_t kSeenColumn = 42;

std::string Line(const Evidence& one) {
  const std::string start = fmt::format("{:<20}{:<11}{:<11}", Printable(one.source), one.hypervisor ? "yes" : "no",
                                        one.name.empty() ? "-" : Printable(one.name));
  return start +
         WrapIndented(Printable(one.seen) + (one.durable ? "" : " (may be gone later)"), start.size(), kColumns) + "\n";
}

std::string Executed(const Identity& identity) {
  if (!identity.executed) return "This architecture has no CPUID: none was executed.";
  std::string text = fmt::format("This took {} CPUIDs", *identity.executed);
  if (identity.libcpuid)
    text += fmt::format(", and libcpuid at least {} in a process of its own", cpuid::kLibcpuidCpuids);
  return text + ".";
}

std::string Paragraph(const std::string& text) { return WrapIndented(text, 0, kColumns) + "\n"; }

Json LibcpuidJson(const Identity& identity) {
  if (!identity.libcpuid) return {};
  const cpuid::LibcpuidView& view = *identity.libcpuid;
  return {{"version", view.version},
          {"vendor", view.vendor},
          {"brand", view.brand},
          {"hypervisor", view.hypervisor},
          {"hypervisor_name", view.hypervisor_name},
          {"bmi1", view.bmi1},
          {"bmi2", view.bmi2},
          {"avx2", view.avx2}};
}

}  // namespace

std::string IdentityText(const Identity& identity) {
  std::string text = Paragraph(fmt::format("Hypervisor: {}. {}", Printable(identity.verdict), identity.why)) + "\n";
  text += fmt::format("{:<20}{:<11}{:<11}{}\n", "source", "hypervisor", "name", "seen");
  for (const Evidence& one : identity.evidence) text += Line(one);
  text += "\n";
  for (const std::string& one : identity.disagreements) text += "- " + WrapIndented(one, 2, kColumns) + "\n";
  if (!identity.disagreements.empty()) text += "\n";
  text += Paragraph("Encrypted guest: " + identity.confidential + ".");
  text += Paragraph("Instructions are executed by: " + identity.accel + ".");
  if (!identity.libcpuid) text += Paragraph("libcpuid's view is missing: " + identity.libcpuid_error + ".");
  return text + Paragraph(Executed(identity));
}

std::string IdentityJson(const Identity& identity) {
  Json evidence = Json::array();
  for (const Evidence& one : identity.evidence) {
    evidence.push_back(
        {{"source", one.source}, {"hypervisor", one.hypervisor}, {"name", one.name}, {"seen", one.seen}});
  }
  Json reasons = Json::object();
  if (!identity.libcpuid) reasons["libcpuid"] = identity.libcpuid_error;
  if (!identity.executed) reasons["cpuids_executed"] = "This architecture has no CPUID.";
  const Json json = {{"schema", "firstbyte-cpuid-identify/1"},
                     {"verdict", identity.verdict},
                     {"why", identity.why},
                     {"evidence", evidence},
                     {"disagreements", identity.disagreements},
                     {"confidential", identity.confidential},
                     {"accel", identity.accel},
                     {"libcpuid", LibcpuidJson(identity)},
                     {"cpuids_executed", identity.executed ? Json(*identity.executed) : Json()},
                     {"null_reasons", reasons}};
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstbyte::bench
