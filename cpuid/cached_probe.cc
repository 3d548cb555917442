// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/cached_probe.h"

#include <atomic>
#include <cstdint>
#include <vector>

#include "cpuid/cached_probe_glibc.h"
#include "cpuid/execute.h"

namespace firstbyte::cpuid {
namespace {

#if defined(__x86_64__)

// Both answers in one word: what fits in one word can be published without a lock or an order.
constexpr std::uint32_t kBmi1 = 1U << 3;
constexpr std::uint32_t kBmi2 = 1U << 8;
constexpr std::uint32_t kKnown = 1;  // tells "neither" from "not asked yet"; no bit of the two

Bmi FromWord(std::uint32_t word) { return {(word & kBmi1) != 0, (word & kBmi2) != 0}; }

// Leaf 0 for the highest leaf, because a CPU that has no leaf 7 answers with another one; then leaf 7. zstd's source
// asks for leaf 1 as well, whose result no caller reads, so that optimised builds drop it; Execute() cannot be dropped,
// hence it is not asked for here.
std::uint32_t ReadWord() {
  constexpr std::uint32_t kLeaf = 7;
  return Execute(0).eax < kLeaf ? 0 : Execute(kLeaf).ebx & (kBmi1 | kBmi2);
}

Bmi Uncached() { return FromWord(ReadWord()); }

// The language's own way: threads that come while one initialises wait for it. Each later use looks at a guard.
Bmi GuardedStatic() {
  static const std::uint32_t word = ReadWord();
  return FromWord(word);
}

// No guard and no lock: threads that race here all find the same answer, at the price of a probe each. Relaxed is
// enough, since the word is all there is to see; a pointer to an answer elsewhere would need release and acquire.
Bmi AtomicStatic() {
  static std::atomic<std::uint32_t> cached{0};
  std::uint32_t word = cached.load(std::memory_order_relaxed);
  if (word == 0) {
    word = ReadWord() | kKnown;
    cached.store(word, std::memory_order_relaxed);
  }
  return FromWord(word);
}

// The same without a call into another file: a resolver may not make one yet, and a trace tells what a constructor
// executes by the constructor's name.
__attribute__((always_inline)) inline std::uint32_t ReadWordHere() {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t d = 0;
  asm volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  if (a < 7) return 0;
  a = 7;
  c = 0;
  asm volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  return b & (kBmi1 | kBmi2);
}

// Constructors of other files may run before this one, and would read 0: "neither", which is slow but right.
constinit std::uint32_t found_by_constructor = 0;

}  // namespace

extern "C" {
__attribute__((constructor, visibility("hidden"))) void firstbyte_probe_constructor();
void firstbyte_probe_constructor() { found_by_constructor = ReadWordHere(); }
}

namespace {

Bmi Constructor() { return FromWord(found_by_constructor); }

// libgcc's constructor has filled in its table; before that, __builtin_cpu_init() does.
Bmi Builtin() { return {__builtin_cpu_supports("bmi") != 0, __builtin_cpu_supports("bmi2") != 0}; }

// gcc says by a macro that a sanitizer is on, clang by a feature.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FIRSTBYTE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FIRSTBYTE_SANITIZED 1
#endif
#endif

// A resolver runs while the program is being relocated; whatever a sanitizer puts into it needs a runtime that has not
// started yet.
#if defined(__GLIBC__) && !defined(FIRSTBYTE_SANITIZED)

}  // namespace

// As a program has them: one implementation per kind of CPU. These only say which they are.
extern "C" {
using ProbeFunction = std::uint32_t();
static std::uint32_t firstbyte_neither() { return 0; }
static std::uint32_t firstbyte_bmi1() { return kBmi1; }
static std::uint32_t firstbyte_bmi2() { return kBmi2; }
static std::uint32_t firstbyte_bmi1_and_bmi2() { return kBmi1 | kBmi2; }

__attribute__((visibility("hidden"), used)) ProbeFunction* firstbyte_probe_ifunc_resolver() {
  const std::uint32_t word = ReadWordHere();
  if ((word & kBmi2) == 0) return word == 0 ? firstbyte_neither : firstbyte_bmi1;
  return word == kBmi2 ? firstbyte_bmi2 : firstbyte_bmi1_and_bmi2;
}

__attribute__((visibility("hidden"), ifunc("firstbyte_probe_ifunc_resolver"))) std::uint32_t firstbyte_probe_ifunc();
}

namespace {

Bmi CallIfunc() { return FromWord(firstbyte_probe_ifunc()); }
constexpr Bmi (*kIfunc)() = CallIfunc;

#else
constexpr Bmi (*kIfunc)() = nullptr;
#endif

#if defined(FIRSTBYTE_HAVE_GLIBC_FEATURES)
// The dynamic loader has asked for its own sake. "Active" leaves out what the user switched off by GLIBC_TUNABLES.
Bmi AskGlibc() { return {firstbyte_glibc_has_bmi1() != 0, firstbyte_glibc_has_bmi2() != 0}; }
constexpr Bmi (*kGlibc)() = AskGlibc;
#else
constexpr Bmi (*kGlibc)() = nullptr;
#endif

constexpr ProbeIdiom kIdioms[] = {
    {"uncached", "CPUID at each use, as zstd's ZSTD_cpuid() does for each context", "nothing", Uncached, nullptr},
    {"guarded-static", "a function's static, initialised at the first use", "C++11; a guard's lock, once",
     GuardedStatic, nullptr},
    {"atomic-static", "a function's static, relaxed atomic; racing threads may each probe", "C11 or C++11 atomics",
     AtomicStatic, nullptr},
    {"constructor", "a global that a constructor fills in", "GCC or Clang; no use before constructors have run",
     Constructor, "firstbyte_probe_constructor"},
    {"builtin", "__builtin_cpu_supports(), of libgcc's table",
     "GCC or Clang; __builtin_cpu_init() before constructors have run", Builtin, ""},
    {"ifunc", "a function that the dynamic loader chooses", "GCC or Clang, glibc's loader, no sanitizer", kIfunc,
     "firstbyte_probe_ifunc"},
    {"glibc", "CPU_FEATURE_ACTIVE() of <sys/platform/x86.h>, of the loader's table", "glibc 2.34 or later", kGlibc,
     nullptr},
};

std::vector<ProbeIdiom> Select(bool present) {
  std::vector<ProbeIdiom> selected;
  for (const ProbeIdiom& idiom : kIdioms) {
    if ((idiom.probe != nullptr) == present) selected.push_back(idiom);
  }
  return selected;
}

#else  // no CPUID, nothing to cache

std::vector<ProbeIdiom> Select(bool) { return {}; }

#endif

}  // namespace

std::span<const ProbeIdiom> ProbeIdioms() {
  static const std::vector<ProbeIdiom> present = Select(true);
  return present;
}

std::span<const ProbeIdiom> MissingIdioms() {
  static const std::vector<ProbeIdiom> missing = Select(false);
  return missing;
}

}  // namespace firstbyte::cpuid
