// SPDX-License-Identifier: GPL-2.0-or-later
// For tests: the engines of this build, found in the test's runfiles. A failure to load ends the test program, with the
// reason.
#ifndef FIRSTBYTE_ENGINE_TESTING_H_
#define FIRSTBYTE_ENGINE_TESTING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "engine/loader.h"

namespace firstbyte::engine {

// The directory of the engines' shared objects.
std::string TestEngineDirectory();

Engine LoadForTest(const std::string& name, const std::string& probe);

// The engines of this build, sorted; those of kernels are among them with --define=kernel_engines=on.
std::vector<std::string> TestEngineNames();

// For the names of parameterised tests, which are letters and numbers.
std::string TestName(const std::string& engine);

// What is known of an engine on x86-64, in bytes. Of zstd-1.5.4 and linux-6.12 it was found by calling the estimates of
// their versions before there was this program; of linux-6.1 here (of user space's 1.4.7, which is near it, ZSTD_CCtx
// has 1,272 bytes and ZSTD_DCtx 160,952). Workspaces are those of crypto/zstd.c: level 3, 2^18.
struct KnownEngine {
  const char* name;
  const char* version;
  std::size_t cctx;
  std::size_t dctx;
  std::size_t cstream_bound;
  std::size_t dstream_bound;
  std::size_t cctx_bound;
  std::size_t tables;  // of the match-finder for a page of 4 KiB
};

// Ends the test program if the engine is not known.
const KnownEngine& KnownEngineForTest(const std::string& name);

}  // namespace firstbyte::engine

#endif  // FIRSTBYTE_ENGINE_TESTING_H_
