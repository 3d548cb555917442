// SPDX-License-Identifier: GPL-2.0-or-later
// For tests that trace programs: run one, and pick counts out of what was found.
#ifndef FIRSTBYTE_CPUID_TRACER_TESTING_H_
#define FIRSTBYTE_CPUID_TRACER_TESTING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cpuid/tracer.h"

namespace firstbyte::cpuid {

// Fails the test if the program cannot be traced.
TraceResult TraceOf(const std::vector<std::string>& command, const TraceOptions& options = {});

// How often CPUIDs of a function were executed, of the objects whose path ends in `object`; of all functions, if
// `function` is empty.
std::int64_t CountOf(const TraceResult& result, const std::string& object, const std::string& function);

// One line per site, with its counts before and after main(), for comparison as a whole.
std::string SitesText(const TraceResult& result);

// The sites of objects whose path ends in `object`, by file offset.
std::int64_t SitesOf(const TraceResult& result, const std::string& object);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACER_TESTING_H_
