// SPDX-License-Identifier: GPL-2.0-or-later
// libFuzzer's entries. house-ok: tidy: only clang's runtime has the main function, so nothing builds it by custom
//
// It begins with a small results file, exact counts and a policy, and damages them half of the time as tests do: from
// nothing, by bits alone, it would never come past the first key.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "report/exact_counts.h"
#include "report/exact_testing.h"
#include "report/mutator.h"
#include "report/read_fuzz.h"
#include "report/results_json.h"
#include "report/testing.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace firstbyte::report {
namespace {

std::string Beginning(unsigned seed) {
  if (seed % 4 == 0) return R"({"schema":"firstbyte-policy/1","clock":"cpu","margins_percent":{"compress":2}})";
  if (seed % 4 == 1) return CountsJson(CountsForTest());
  FixtureOptions options;
  options.runs = 1;
  options.rounds = 1;
  options.arms = {"baseline"};
  options.operation_names = {"compress"};
  return ToJson(MakeResults(options));
}

}  // namespace
}  // namespace firstbyte::report

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)firstbyte::report::ReadAnything({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using firstbyte::report::Mutator;
  constexpr std::size_t kNothing = 2;
  if (size > kNothing && seed % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(reinterpret_cast<const char*>(data), size);
  if (size <= kNothing) text = firstbyte::report::Beginning(seed / 2);
  text = Mutator(seed).Mutate(std::move(text));
  const std::size_t length = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), length);
  return length;
}
