// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/testing.h"

#include <string_view>

#include "base/random.h"
#include "engine/testing.h"

namespace firstbyte::bench {

const firstbyte_engine& LiveEngine() {
  static const engine::Engine engine = engine::LoadForTest("zstd-1.5.4", "live");
  return engine.table();
}

const firstbyte_engine& CachedEngine() {
  static const engine::Engine engine = engine::LoadForTest("zstd-1.5.4", "cached");
  return engine.table();
}

Bytes TextPage(std::uint64_t seed) {
  constexpr std::string_view kWords[] = {"page ",  "frame ", "context ", "request ", "zero ",
                                         "probe ", "reset ", "the ",     "of ",      "a "};
  SplitMix64 random(seed);
  Bytes page;
  while (page.size() < 4096) {
    const std::string_view word = kWords[random.Below(std::size(kWords))];
    page.insert(page.end(), word.begin(), word.end());
  }
  page.resize(4096);
  return page;
}

Bytes RandomPage(std::uint64_t seed) {
  SplitMix64 random(seed);
  Bytes page(4096);
  for (unsigned char& byte : page) byte = static_cast<unsigned char>(random.Next());
  return page;
}

Reading FakeMeter::Next(const char* what) {
  log_.emplace_back(what);
  Reading reading;
  reading.wall_ns = now_;
  reading.cpu_ns = now_ / 2;
  now_ += step_;
  return reading;
}

Reading FakeMeter::Before() { return Next("before"); }
Reading FakeMeter::After() { return Next("after"); }

}  // namespace firstbyte::bench
