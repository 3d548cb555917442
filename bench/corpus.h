// SPDX-License-Identifier: GPL-2.0-or-later
// The data that requests work on: pieces of `request_bytes` bytes each, handed out in order and again from the start
// when they run out. All arms of a measurement work on the same corpus; what a page costs depends on it as much as on
// the code, so its policy is printed with every table. A corpus is never changed after it was made.
#ifndef FIRSTBYTE_BENCH_CORPUS_H_
#define FIRSTBYTE_BENCH_CORPUS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/error.h"
#include "bench/corpus_page.h"
#include "bench/page_aligned.h"

namespace firstbyte::bench {

// The default number of built-in pages: four rounds of the blend, 256 KiB, which exceeds the first-level caches.
inline constexpr std::size_t kDefaultPages = 64;

// Requests of the kernel's callers are a page; up to 256 KiB covers what btrfs and squashfs compress at once.
inline constexpr std::size_t kMaxRequestBytes = std::size_t{256} << 10;

// All of a corpus stays in memory.
inline constexpr std::size_t kMaxCorpusBytes = std::size_t{1} << 30;

class Corpus {
 public:
  // `bytes` holds a whole number of pieces, at least one. BuiltInCorpus and FileCorpus see to that.
  Corpus(PageAlignedBytes bytes, std::size_t request_bytes, std::string policy);

  std::size_t pieces() const { return bytes_.size() / request_bytes_; }
  std::size_t request_bytes() const { return request_bytes_; }

  // Piece `index` of an endless sequence. Pieces lie one behind the other, the first at a page boundary, hence all of
  // them if they are whole pages.
  std::span<const unsigned char> Piece(std::uint64_t index) const;

  // What the numbers were measured on, in words: "64 built-in pages (mixed, seed 1), cycled in order".
  const std::string& policy() const { return policy_; }

 private:
  PageAlignedBytes bytes_;
  std::size_t request_bytes_;
  std::string policy_;
};

// `pages` pieces, each of as many whole built-in pages as it takes (corpus_page.h), cut to `request_bytes`: short
// pieces keep the blend of `mixed` instead of all lying in one page. Numbers out of range are usage errors.
Result<Corpus> BuiltInCorpus(CorpusKind kind, std::uint64_t seed, std::size_t pages, std::size_t request_bytes);

// All of a file, cut into pieces, the last one padded with zeros as the page cache does it. A file that is missing,
// unreadable, empty, not a regular file or larger than kMaxCorpusBytes is a usage error.
Result<Corpus> FileCorpus(const std::string& path, std::size_t request_bytes);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CORPUS_H_
