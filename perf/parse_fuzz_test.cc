// SPDX-License-Identifier: GPL-2.0-or-later
// What the fuzzer runs, on inputs that any test run can afford: so that it keeps building, and as a regression test for
// inputs that it found.
#include "perf/parse_fuzz.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

#include "perf/machine_file.h"

namespace firstbyte::perf {
namespace {

TEST(ParseAnything, TakesAnyBytes) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& bytes) {
    for (std::uint8_t parser = 0; parser < 5; ++parser) {
      std::vector<std::uint8_t> input = {parser};
      input.insert(input.end(), bytes.begin(), bytes.end());
      ParseAnything(input);
    }
  }));
}

TEST(ParseAnything, TakesTruncatedFormats) {
  const std::string text = ReadMachineFile("perf/testdata", "/kvm_exit-6.18.format").value();
  for (std::size_t size = 0; size <= text.size(); ++size) {
    std::vector<std::uint8_t> input = {4, 0, 0, 0, 0, 0, 0, 0, 0};
    input.insert(input.end(), text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
    ParseAnything(input);
  }
}

TEST(ParseAnything, TakesNothing) { ParseAnything({}); }

}  // namespace
}  // namespace firstbyte::perf
