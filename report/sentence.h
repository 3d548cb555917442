// SPDX-License-Identifier: GPL-2.0-or-later
// A difference in plain words, for a cover letter: what takes how much longer or shorter, how sure that is, and what
// could have been seen where nothing was.
#ifndef FIRSTBYTE_REPORT_SENTENCE_H_
#define FIRSTBYTE_REPORT_SENTENCE_H_

#include <string>

#include "report/comparison.h"
#include "report/results.h"

namespace firstbyte::report {

// Of a row with a difference that is no control; names are as in the file, so escape the sentence.
std::string SentenceOf(const Results& results, const Row& row);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_SENTENCE_H_
