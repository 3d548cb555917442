// SPDX-License-Identifier: GPL-2.0-or-later
// The pages whose requests are counted: built-in ones, the same for everybody, so that counts of two machines compare.
#ifndef FIRSTBYTE_COUNT_COUNTED_PAGES_H_
#define FIRSTBYTE_COUNT_COUNTED_PAGES_H_

#include <string>

#include "base/error.h"
#include "bench/corpus.h"
#include "bench/corpus_source.h"
#include "workspace/request_case.h"

namespace firstbyte::count {

inline Result<bench::NamedPages> CountedPages(const std::string& kind) {
  report::Protocol protocol;
  protocol.corpus_kind = kind;
  protocol.corpus_seed = 1;  // as in `run`
  protocol.corpus_pages = static_cast<int>(bench::kDefaultPages);
  protocol.request_bytes = static_cast<std::int64_t>(workspace::kPageBytes);
  return bench::MakeCorpus(protocol);
}

}  // namespace firstbyte::count

#endif  // FIRSTBYTE_COUNT_COUNTED_PAGES_H_
