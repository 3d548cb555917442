// SPDX-License-Identifier: GPL-2.0-or-later
// Random numbers that are the same on every machine and with every library: the standard's generators are portable, its
// distributions are not, and a corpus that differs between two builds would make their numbers incomparable.
#ifndef FIRSTBYTE_BENCH_CORPUS_RANDOM_H_
#define FIRSTBYTE_BENCH_CORPUS_RANDOM_H_

#include <array>
#include <cstdint>

namespace firstbyte::bench {

// xoshiro256** (Blackman, Vigna: Scrambled Linear Pseudorandom Number Generators, 2018).
class CorpusRandom {
 public:
  // Seeded by SplitMix64, as its authors recommend. Each (seed, stream, index) is a sequence of its own.
  CorpusRandom(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);
  explicit CorpusRandom(const std::array<std::uint64_t, 4>& state) : state_(state) {}

  std::uint64_t Next();

  // 0 .. bound - 1; bound above 0. Uneven by less than bound / 2^64.
  std::uint64_t Below(std::uint64_t bound);

  // True in `of_256` of 256 cases.
  bool Chance(unsigned of_256) { return Below(256) < of_256; }

  // An element of an array.
  template <typename T, std::size_t N>
  const T& Pick(const T (&choices)[N]) {
    return choices[Below(N)];
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CORPUS_RANDOM_H_
