// SPDX-License-Identifier: GPL-2.0-or-later
// The built-in pages: 4096 bytes each, a function of nothing but (kind, seed, index). Their digests are pinned by a
// test: a change to any of them makes numbers incomparable with those of earlier versions, and belongs into
// CHANGELOG.md.
//
// The shares behind the kinds are what zstd at level 3 leaves of a page on average, measured by the same test; beside
// them what it leaves of 4 KiB pieces of real data of that sort.
//   text    words of a fixed vocabulary with natural frequencies, in sentences    0.48  (a licence 0.44, Perl 0.43)
//   heap    arrays of objects of one type: pointers into one arena, small
//           numbers, flags, nulls, short names, a few hashes; some are freed      0.34  (an interpreter 0.1-0.4)
//   binary  three pages of machine code to one of sorted records                  0.51  (bash 0.56, python 0.46)
//   zero    zeros                                                                 0.005
//   random  incompressible, like what is encrypted or compressed already          1.002
//   mixed   10 heap, 3 text, 2 binary, 1 random of every 16 pages, interleaved    0.44
#ifndef FIRSTBYTE_BENCH_CORPUS_PAGE_H_
#define FIRSTBYTE_BENCH_CORPUS_PAGE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace firstbyte::bench {

inline constexpr std::size_t kPageBytes = 4096;

using PageSpan = std::span<unsigned char, kPageBytes>;

// The numbers are part of what the pages are made from.
enum class CorpusKind { kText = 0, kHeap = 1, kBinary = 2, kZero = 3, kRandom = 4, kMixed = 5 };

std::string_view CorpusKindName(CorpusKind kind);

// A kind by its name; else a usage error that lists the names.
Result<CorpusKind> ParseCorpusKind(std::string_view name);

// Overwrites the whole page.
void FillPage(CorpusKind kind, std::uint64_t seed, std::uint64_t index, PageSpan page);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CORPUS_PAGE_H_
