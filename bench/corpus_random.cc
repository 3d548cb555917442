// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_random.h"

#include <bit>

#include "base/random.h"

namespace firstbyte::bench {

CorpusRandom::CorpusRandom(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  // Mixed one after the other, so that (1, 2, 3) and (3, 2, 1) share nothing.
  const std::uint64_t with_stream = SplitMix64(seed).Next() ^ stream;
  SplitMix64 mixed(SplitMix64(with_stream).Next() ^ index);
  for (std::uint64_t& word : state_) word = mixed.Next();
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
