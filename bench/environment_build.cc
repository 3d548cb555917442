// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/environment_build.h"

// gcc has no macro for some sanitizers: .bazelrc defines this one with every sanitizer.
#ifndef FIRSTBYTE_SANITISED
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define FIRSTBYTE_SANITISED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FIRSTBYTE_SANITISED 1
#endif
#endif

namespace firstbyte::bench {

BuildFacts ThisBuild() {
  BuildFacts build;
#ifdef __clang__
  build.compiler = __VERSION__;  // begins with the name
#else
  build.compiler = "GCC " __VERSION__;
#endif
#ifndef __OPTIMIZE__
  build.optimised = false;
#endif
#ifndef NDEBUG
  build.assertions = true;
#endif
#ifdef FIRSTBYTE_SANITISED
  build.sanitised = true;
#endif
  return build;
}

Checks BuildChecks(const BuildFacts& build) {
  std::string mode = build.optimised ? "optimised" : "not optimised";
  if (build.assertions) mode += ", with assertions";
  if (build.sanitised) mode += ", with a sanitizer";
  const bool fit = build.optimised && !build.assertions && !build.sanitised;
  return {Ok("compiler", build.compiler),
          fit ? Ok("build mode", mode)
              : Warning("build mode", mode, "Its own time is in every number: build with --compilation_mode=opt.")};
}

}  // namespace firstbyte::bench
