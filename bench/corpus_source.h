// SPDX-License-Identifier: GPL-2.0-or-later
// The pages that a protocol names, made anew or read again.
#ifndef FIRSTBYTE_BENCH_CORPUS_SOURCE_H_
#define FIRSTBYTE_BENCH_CORPUS_SOURCE_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "bench/workload.h"
#include "report/results.h"

namespace firstbyte::bench {

// Protocol::corpus_kind of real data.
inline constexpr char kFileCorpus[] = "file";

struct NamedPages {
  std::vector<Bytes> pages;
  std::string policy;
};

// Uses corpus_kind, corpus_path, corpus_seed, corpus_pages and request_bytes. Unknown kinds, numbers out of range and
// unreadable files are usage errors.
Result<NamedPages> MakeCorpus(const report::Protocol& protocol);

// The pages alone, as a measuring process wants them.
Result<std::vector<Bytes>> PagesOf(const report::Protocol& protocol);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CORPUS_SOURCE_H_
