// SPDX-License-Identifier: GPL-2.0-or-later
// libFuzzer's entry. house-ok: tidy: only clang's runtime has the main function, so nothing builds it by custom
#include <cstddef>
#include <cstdint>

#include "perf/parse_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  firstbyte::perf::ParseAnything({data, size});
  return 0;
}
