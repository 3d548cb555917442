// SPDX-License-Identifier: GPL-2.0-or-later
// For tests: the engines of this build, found in the test's runfiles. A failure to load ends the test program, with the
// reason.
#ifndef FIRSTBYTE_ENGINE_TESTING_H_
#define FIRSTBYTE_ENGINE_TESTING_H_

#include <string>

#include "engine/loader.h"

namespace firstbyte::engine {

// The directory of the engines' shared objects.
std::string TestEngineDirectory();

Engine LoadForTest(const std::string& name, const std::string& probe);

}  // namespace firstbyte::engine

#endif  // FIRSTBYTE_ENGINE_TESTING_H_
