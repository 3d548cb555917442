// SPDX-License-Identifier: GPL-2.0-or-later
// Which kind of machine results are of, as far as what was found out about one may be used on another: taken from what
// results say about their environment, so that nothing has to be measured again and files of elsewhere can be compared.
#ifndef FIRSTBYTE_REPORT_MACHINE_IDENTITY_H_
#define FIRSTBYTE_REPORT_MACHINE_IDENTITY_H_

#include <optional>
#include <string>
#include <vector>

#include "report/results.h"

namespace firstbyte::report {

struct MachineIdentity {
  std::string cpu_model;  // "AMD EPYC"; "unknown" where the results do not say
  std::optional<std::string> microcode;
  std::string hypervisor;      // the label of the platform: "bare metal", "VM (KVM)"
  std::string kernel_release;  // "6.1.0-18-amd64"; or "unknown"
  std::string accel;           // "hardware" or "tcg"
  int cpu = -1;                // that was pinned to
};

MachineIdentity IdentifyMachine(const Results& header);

// What must be the same for a calibration of one to hold for the other, and is not; one phrase each: "the kernel is
// 6.1.0 there and 6.2.0 here". What neither says is not the same: "the CPU model is not known".
std::vector<std::string> DifferencesOfKind(const MachineIdentity& there, const MachineIdentity& here);

// What may differ, and should be said: microcode, the CPU that was pinned to.
std::vector<std::string> DifferencesToMention(const MachineIdentity& there, const MachineIdentity& here);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_MACHINE_IDENTITY_H_
