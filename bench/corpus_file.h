// SPDX-License-Identifier: GPL-2.0-or-later
// Reads a file that a user gave as data (--page FILE).
#ifndef FIRSTBYTE_BENCH_CORPUS_FILE_H_
#define FIRSTBYTE_BENCH_CORPUS_FILE_H_

#include <cstddef>
#include <string>

#include "base/error.h"
#include "bench/page_aligned.h"

namespace firstbyte::bench {

// The content, at least one and at most `max_bytes` bytes. Anything else, and what is not a regular file, is a usage
// error of one sentence that names the file. Files that have no size until they are read (/proc) are read to their end.
Result<PageAlignedBytes> ReadCorpusFile(const std::string& path, std::size_t max_bytes);

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CORPUS_FILE_H_
