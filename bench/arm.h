// SPDX-License-Identifier: GPL-2.0-or-later
// The arms of a measurement: which probe and which init policy each name stands for.
#ifndef FIRSTBYTE_BENCH_ARM_H_
#define FIRSTBYTE_BENCH_ARM_H_

#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "report/results.h"
#include "workspace/request.h"
#include "workspace/request_case.h"

namespace firstbyte::bench {

struct ArmKind {
  const char* name;
  const char* probe;
  workspace::InitPolicy policy;
  const char* description;
};

// baseline, patched, cached, both, floor, A/A: in the order in which tables show them.
std::span<const ArmKind> ArmKinds();

const char* PolicyName(workspace::InitPolicy policy);       // "eager", "deferred", "reuse"
const char* OperationName(workspace::Operation operation);  // "compress", "decompress"

Result<workspace::InitPolicy> PolicyByName(const std::string& name);
Result<workspace::Operation> OperationByName(const std::string& name);

// The arms of a measurement, operation by operation, engine by engine, in the order of ArmKinds(). The baseline is
// always among them: everything is compared with it. Unknown or repeated names and operations that the case does not
// have are usage errors that list what is allowed; whether there is such an engine is the catalog's to say.
Result<std::vector<report::Arm>> MakeArms(const std::vector<std::string>& engines,
                                          const std::vector<std::string>& arm_names,
                                          const std::vector<std::string>& operations,
                                          const workspace::CaseInfo& request_case);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_ARM_H_
