// SPDX-License-Identifier: GPL-2.0-or-later
// The raw recording of `firstbyte lab record` in memory: A/A and injected-effect experiments, as they were measured.
//
// A file of the schema `firstbyte-lab/1` is a line of JSON with the header, and one line for each finished process, in
// the order of report/lab_plan.h. Times are sums over a block of Protocol::operations requests, nanoseconds. What was
// not measured is null. docs/lab.md describes the experiments.
#ifndef FIRSTBYTE_REPORT_LAB_RECORDING_H_
#define FIRSTBYTE_REPORT_LAB_RECORDING_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "report/results.h"

namespace firstbyte::report {

inline constexpr char kLabSchema[] = "firstbyte-lab/1";

// What an arm executes beside each request. The base and its copy execute the same code with both numbers 0.
struct LabArm {
  std::string name;                      // "base", "A/A", "+1 %", "+2 CPUID"
  std::optional<double> target_percent;  // of the base's CPU time; none where no spin was calibrated
  std::int64_t spin_iterations = 0;      // per request
  int cpuids = 0;                        // per request
};

// In every recording the first two arms.
inline constexpr int kLabBase = 0;
inline constexpr int kLabCopy = 1;

struct LabHeader {
  Context context;
  Protocol protocol;  // runs: processes of an experiment and arm; rounds: of each process
  Arm request;        // what all arms do; its name is "base"
  int experiments = 0;
  std::vector<LabArm> arms;
  std::vector<int> solo_arms;  // those that also run alone: base, A/A, and effects
  double request_ns = 0;       // CPU time of a request, and of an iteration of the spin, when the spins were
  double spin_ns = 0;          // calibrated
};

// The blocks of a process as they ran, round after round; entry i of each list is of block i.
struct LabBlocks {
  std::vector<int> order;  // the arm of the block; each arm once per round
  std::vector<std::int64_t> wall_ns;
  std::vector<std::optional<std::int64_t>> cpu_ns;
  std::vector<std::optional<std::int64_t>> voluntary_switches;
  std::vector<std::optional<std::int64_t>> involuntary_switches;
};

struct LabProcess {
  std::int64_t number = 0;  // in the recording
  std::string kind;         // kLabPaired, ...
  int experiment = 0;
  int run = 0;  // of the experiment, its kind and its arms
  std::int64_t environment_bytes = 0;
  std::vector<int> arms;
  std::vector<int> slots;  // slots[i]: the physical buffers of arms[i]
  // What is other than the header's context says, since the recording was resumed.
  std::vector<EnvironmentCheck> changed_conditions;
  LabBlocks blocks;
};

struct LabRecording {
  LabHeader header;
  std::vector<LabProcess> processes;
};

// "governor: powersave" and the like: under what else than its header says processes were measured; each once.
std::vector<std::string> ChangedConditions(const LabRecording& recording);

// Each a single line without a line break.
std::string LabHeaderToJson(const LabHeader& header);
std::string LabProcessToJson(const LabProcess& process);
Result<LabHeader> LabHeaderFromJson(std::string_view text, std::string_view place);
Result<LabProcess> LabProcessFromJson(std::string_view text, std::string_view place);

// Whether a process is the one that the plan has in its place, with all its rounds.
Result<void> ValidateLabProcess(const LabHeader& header, const LabProcess& process, std::string_view place);

// A whole file. A last line without its line break was torn and is not read; `complete_bytes` is set to the length
// without it. Anything else that is not as it was written is an error that names the line.
Result<LabRecording> ParseLabRecording(std::string_view text, const std::string& name,
                                       std::size_t* complete_bytes = nullptr);
Result<LabRecording> ReadLabRecording(const std::string& path);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_LAB_RECORDING_H_
