// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_page.h"

#include <algorithm>
#include <iterator>

#include "bench/corpus_binary.h"
#include "bench/corpus_heap.h"
#include "bench/corpus_random.h"
#include "bench/corpus_text.h"
#include "bench/printable.h"

namespace firstbyte::bench {
namespace {

constexpr CorpusKind kKinds[] = {CorpusKind::kText, CorpusKind::kHeap,   CorpusKind::kBinary,
                                 CorpusKind::kZero, CorpusKind::kRandom, CorpusKind::kMixed};

// Anonymous memory is mostly heap; a process also holds text that it works on, code that it generated and tables, and
// some of it does not compress. Zero pages are left out: zswap and zram recognise them, and never ask the compressor.
constexpr CorpusKind H = CorpusKind::kHeap;
constexpr CorpusKind T = CorpusKind::kText;
constexpr CorpusKind B = CorpusKind::kBinary;
constexpr CorpusKind R = CorpusKind::kRandom;
constexpr CorpusKind kBlend[] = {H, T, H, H, B, H, H, T, H, H, R, H, T, H, B, H};

void FillRandom(CorpusRandom random, PageSpan page) {
  for (std::size_t i = 0; i < page.size(); i += 8) {
    std::uint64_t word = random.Next();
    // Byte by byte, so that the page does not depend on the machine's byte order.
    for (std::size_t byte = 0; byte < 8; ++byte, word >>= 8) page[i + byte] = static_cast<unsigned char>(word);
  }
}

}  // namespace

std::string_view CorpusKindName(CorpusKind kind) {
  switch (kind) {
    case CorpusKind::kText:
      return "text";
    case CorpusKind::kHeap:
      return "heap";
    case CorpusKind::kBinary:
      return "binary";
    case CorpusKind::kZero:
      return "zero";
    case CorpusKind::kRandom:
      return "random";
    case CorpusKind::kMixed:
      return "mixed";
  }
  return "unknown";
}

Result<CorpusKind> ParseCorpusKind(std::string_view name) {
  std::string names;
  for (const CorpusKind kind : kKinds) {
    if (name == CorpusKindName(kind)) return kind;
    names += (names.empty() ? "" : ", ") + std::string(CorpusKindName(kind));
  }
  return UsageError("Unknown kind of pages \"" + Printable(name) + "\"; there are " + names + ".");
}

void FillPage(CorpusKind kind, std::uint64_t seed, std::uint64_t index, PageSpan page) {
  const CorpusKind single = kind == CorpusKind::kMixed ? kBlend[index % std::size(kBlend)] : kind;
  const CorpusRandom random(seed, static_cast<std::uint64_t>(single), index);
  switch (single) {
    case CorpusKind::kText:
      return FillText(random, page);
    case CorpusKind::kHeap:
      return FillHeap(random, page);
    case CorpusKind::kBinary:
      return index % 4 == 3 ? FillRecords(random, page) : FillCode(random, page);
    case CorpusKind::kRandom:
      return FillRandom(random, page);
    case CorpusKind::kZero:
    case CorpusKind::kMixed:
      break;
  }
  std::fill(page.begin(), page.end(), static_cast<unsigned char>(0));
}

}  // namespace firstbyte::bench
