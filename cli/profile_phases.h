// SPDX-License-Identifier: GPL-2.0-or-later
// The phases that a profile is held against: out of a file, or measured when nothing is sampled any more.
#ifndef FIRSTBYTE_CLI_PROFILE_PHASES_H_
#define FIRSTBYTE_CLI_PROFILE_PHASES_H_

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/corpus_source.h"
#include "engine/catalog.h"
#include "report/phase_table.h"
#include "report/results.h"

namespace firstbyte::cli {

// What a signal ends a profile with, be it while it samples or while it times the phases.
inline constexpr char kProfileInterrupted[] =
    "Interrupted; a profile is written only when all of it is measured, so nothing was.";

// Nothing without a file. To be called before anything is sampled, so that a wrong file costs nothing.
Result<std::optional<report::PhaseTable>> ReadPhases(const std::string& file, const report::Results& header);

// Of the header's engine, level, seed and pages.
Result<report::PhaseTable> MeasurePhaseTable(const report::Results& header, const engine::Catalog& catalog,
                                             const std::vector<bench::Bytes>& pages);
// In how many blocks, for people.
std::string DescribeMeasuredPhases();

}  // namespace firstbyte::cli

#endif  // FIRSTBYTE_CLI_PROFILE_PHASES_H_
