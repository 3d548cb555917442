// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/machine_identity.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "report/text.h"

namespace firstbyte::report {
namespace {

constexpr char kUnknown[] = "unknown";

std::string ValueOf(const Context& context, std::string_view name) {
  const auto found = std::find_if(context.environment.begin(), context.environment.end(),
                                  [name](const EnvironmentCheck& check) { return check.name == name; });
  return found == context.environment.end() || found->value.empty() ? kUnknown : found->value;
}

// "AMD EPYC (family 26, model 2, stepping 1, microcode 0x1000065)" without what can change with an update.
std::string WithoutMicrocode(const std::string& model) {
  const std::size_t at = std::min(model.find(", microcode "), model.find(" (microcode "));
  if (at == std::string::npos) return model;
  return model[at] == ',' ? model.substr(0, at) + ")" : model.substr(0, at);
}

std::optional<std::string> MicrocodeOf(const std::string& model) {
  constexpr std::string_view kBefore = "microcode ";
  const std::size_t at = model.find(kBefore);
  if (at == std::string::npos) return {};
  const std::size_t start = at + kBefore.size();
  return model.substr(start, model.find_first_of(",)", start) - start);
}

void Compare(const char* what, const std::string& there, const std::string& here, std::vector<std::string>& out) {
  if (there != here) out.push_back(fmt::format("the {} is {} there and {} here", what, Quoted(there), Quoted(here)));
}

// Of which nobody may say that it is the same where neither side knows it.
void CompareKnown(const char* what, const std::string& there, const std::string& here, std::vector<std::string>& out) {
  if (there == kUnknown && here == kUnknown) {
    out.push_back(fmt::format("the {} is not known", what));
  } else {
    Compare(what, there, here, out);
  }
}

}  // namespace

MachineIdentity IdentifyMachine(const Results& header) {
  const std::string model = ValueOf(header.context, "cpu model");
  const std::string kernel = ValueOf(header.context, "kernel");
  MachineIdentity machine;
  machine.cpu_model = WithoutMicrocode(model);
  machine.microcode = MicrocodeOf(model);
  machine.hypervisor = header.context.platform;
  machine.kernel_release = kernel.substr(0, kernel.find(' '));
  machine.accel = header.context.accel;
  machine.cpu = header.protocol.cpu;
  return machine;
}

std::vector<std::string> DifferencesOfKind(const MachineIdentity& there, const MachineIdentity& here) {
  std::vector<std::string> differences;
  CompareKnown("CPU model", there.cpu_model, here.cpu_model, differences);
  Compare("hypervisor", there.hypervisor, here.hypervisor, differences);
  CompareKnown("kernel", there.kernel_release, here.kernel_release, differences);
  Compare("accelerator", there.accel, here.accel, differences);
  return differences;
}

std::vector<std::string> DifferencesToMention(const MachineIdentity& there, const MachineIdentity& here) {
  std::vector<std::string> differences;
  Compare("microcode", there.microcode.value_or(kUnknown), here.microcode.value_or(kUnknown), differences);
  if (there.cpu != here.cpu)
    differences.push_back(fmt::format("it was pinned to CPU {} there and to CPU {} here", there.cpu, here.cpu));
  return differences;
}

}  // namespace firstbyte::report
