// SPDX-License-Identifier: GPL-2.0-or-later
// Pages of a program's file: see corpus_page.h. The kind `binary` has three pages of code to one of records.
#ifndef FIRSTBYTE_BENCH_CORPUS_BINARY_H_
#define FIRSTBYTE_BENCH_CORPUS_BINARY_H_

#include "bench/corpus_page.h"
#include "bench/corpus_random.h"

namespace firstbyte::bench {

// Functions of x86-64 instructions in about the frequencies of compiled C, padded to 16 bytes. It has the bytes of
// code; it is never run.
void FillCode(CorpusRandom random, PageSpan page);

// A table of 24-byte records sorted by address, laid out like the symbols of an ELF file.
void FillRecords(CorpusRandom random, PageSpan page);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CORPUS_BINARY_H_
