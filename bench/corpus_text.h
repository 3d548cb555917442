// SPDX-License-Identifier: GPL-2.0-or-later
// A page of something like prose: see corpus_page.h.
#ifndef FIRSTBYTE_BENCH_CORPUS_TEXT_H_
#define FIRSTBYTE_BENCH_CORPUS_TEXT_H_

#include "bench/corpus_page.h"
#include "bench/corpus_random.h"

namespace firstbyte::bench {

// The last word of a page is cut off, as text that goes on to the next page is.
void FillText(CorpusRandom random, PageSpan page);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CORPUS_TEXT_H_
