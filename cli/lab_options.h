// SPDX-License-Identifier: GPL-2.0-or-later
// The options of `lab record` and what they make: the header of a recording, but for the calibration of its spins.
#ifndef FIRSTBYTE_CLI_LAB_OPTIONS_H_
#define FIRSTBYTE_CLI_LAB_OPTIONS_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "bench/host.h"
#include "cli/run_options.h"
#include "engine/catalog.h"
#include "report/lab_recording.h"

namespace firstbyte::cli {

struct LabOptions {
  RunOptions run;  // of which `arms` and the shape of the request are not asked for
  int experiments = 200;
  // With the base and its copy six arms: twelve rounds hold their Williams design twice. In a process that holds a part
  // of it, an arm stands behind a slow one once more than another; the next process turns that round, and what cancels
  // in the mean widens what the test expects of chance.
  std::string effects = "0.5%,1%,2%,1cpuid";
  std::string alone = "1%";
  LabOptions() {
    run.rounds = 12;
    run.ops = 20;
    run.pages = 20;
    run.arms = "baseline";
    run.operations = "compress";
  }
};

// "1%" is a spin of so much of the request's CPU time, "2cpuid" so many CPUIDs, beside each request. The first two of
// what is returned are the base and its copy. Others, and an effect that stands there twice, are usage errors.
Result<std::vector<report::LabArm>> MakeLabArms(const std::string& effects);

Result<report::LabHeader> MakeLabHeader(const LabOptions& options, const bench::Host& host,
                                        const engine::Catalog& catalog, const std::string& started);

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_LAB_OPTIONS_H_
