// SPDX-License-Identifier: GPL-2.0-or-later
// A page of a process's heap: see corpus_page.h.
#ifndef FIRSTBYTE_BENCH_CORPUS_HEAP_H_
#define FIRSTBYTE_BENCH_CORPUS_HEAP_H_

#include "bench/corpus_page.h"
#include "bench/corpus_random.h"

namespace firstbyte::bench {

// An array of objects of one type, little-endian 8-byte words. The type (size, and what each word holds) is drawn once
// for the page, the objects one by one.
void FillHeap(CorpusRandom random, PageSpan page);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CORPUS_HEAP_H_
