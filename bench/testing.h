// SPDX-License-Identifier: GPL-2.0-or-later
// For tests of bench/: engines of this build, small pages, and a meter that follows a script.
#ifndef FIRSTBYTE_BENCH_TESTING_H_
#define FIRSTBYTE_BENCH_TESTING_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/meter.h"
#include "bench/workload.h"
#include "engine/engine_abi.h"

namespace firstbyte::bench {

const firstbyte_engine& LiveEngine();
const firstbyte_engine& CachedEngine();

// 4 KiB that shrink, and 4 KiB that do not.
Bytes TextPage(std::uint64_t seed);
Bytes RandomPage(std::uint64_t seed);

// A meter whose clock moves by `step` with each reading, and that writes down what is asked of it.
class FakeMeter : public Meter {
 public:
  explicit FakeMeter(std::int64_t step) : step_(step) {}
  Reading Before() override;
  Reading After() override;
  std::map<std::string, std::string> WhyNot() override { return {{"migrations", "a fake has none"}}; }

  const std::vector<std::string>& log() const { return log_; }

 private:
  Reading Next(const char* what);

  std::int64_t step_;
  std::int64_t now_ = 0;
  std::vector<std::string> log_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_TESTING_H_
