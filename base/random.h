// SPDX-License-Identifier: GPL-2.0-or-later
// Seeded numbers that are the same with every compiler and library: what is drawn here is recorded with the results and
// must be drawable again.
#ifndef FIRSTBYTE_BASE_RANDOM_H_
#define FIRSTBYTE_BASE_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace firstbyte {

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014), with its published constants.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  // 0 .. bound - 1. The bias of the remainder is below 2^-40 for the bounds in use (< 2^24). `bound` > 0.
  std::uint64_t Below(std::uint64_t bound) { return Next() % bound; }

 private:
  std::uint64_t state_;
};

// A generator for one purpose: streams of different labels are independent.
inline SplitMix64 Stream(std::uint64_t seed, std::uint64_t label_a, std::uint64_t label_b = 0) {
  SplitMix64 mix(seed);
  SplitMix64 mixed(mix.Next() ^ (label_a * 0xD6E8FEB86659FD93u) ^ (label_b * 0xA0761D6478BD642Fu));
  return SplitMix64(mixed.Next());
}

// 0 .. size - 1 in a drawn order (Fisher and Yates).
inline std::vector<int> Permutation(std::size_t size, SplitMix64& random) {
  std::vector<int> order(size);
  for (std::size_t i = 0; i < size; ++i) order[i] = static_cast<int>(i);
  for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[random.Below(i)]);
  return order;
}

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_RANDOM_H_
