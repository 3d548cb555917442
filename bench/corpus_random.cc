// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_random.h"

#include <bit>

namespace firstbyte::bench {

std::uint64_t SplitMix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

CorpusRandom::CorpusRandom(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  // Mixed one after the other, so that (1, 2, 3) and (3, 2, 1) share nothing.
  std::uint64_t mixed = seed;
  mixed = SplitMix64(mixed) ^ stream;
  mixed = SplitMix64(mixed) ^ index;
  for (std::uint64_t& word : state_) word = SplitMix64(mixed);
}

std::uint64_t CorpusRandom::Next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t CorpusRandom::Below(std::uint64_t bound) {
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(Next()) * bound) >> 64);
}

}  // namespace firstbyte::bench
