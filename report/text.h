// SPDX-License-Identifier: GPL-2.0-or-later
// Text that comes from a file, made fit for a terminal or a markdown page. A results file travels by mail and CI
// artefact: a host name or a CPU model in it may hold terminal escapes, table pipes, HTML or direction marks, and none
// of them may act on the reader. UTF-8 in, UTF-8 out; ill-formed bytes become "?".
#ifndef FIRSTBYTE_REPORT_TEXT_H_
#define FIRSTBYTE_REPORT_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace firstbyte::report {

// Whether JSON can hold the text as it is.
bool IsUtf8(std::string_view text);

// One line: line breaks and tabs become spaces, other control, zero-width and direction characters become "?",
// and so do code points that are no characters, which XML cannot hold.
std::string Printable(std::string_view text);

// Printable text of at most so many characters (three or more); of a longer one the last three are dots.
std::string Shortened(std::string_view text, std::size_t characters);

// Printable text in quotation marks, cut to a length that keeps an error message one sentence.
std::string Quoted(std::string_view text);

// Printable text in which nothing is markdown, also at the beginning of a line (base/wrap.h breaks none before what
// would act there): what could start a cell, a link, a tag, an emphasis, a list or a heading has a backslash, and an
// "@" or "#" that GitHub would make a link of is parted from what follows by a space without a width, as no escape
// keeps it from that. Names as they are given to engines, kernels and CPUs (zstd-1.5.4, A/A, x86_64, "@ 2.60GHz") stay
// what they are. GitHub still shows :names: of emojis as pictures, and may link GH-1 and digests of commits within its
// own repository.
std::string EscapeMarkdown(std::string_view text);

// The number of characters, as a monospaced table counts them (combining and wide characters count as one).
int DisplayWidth(std::string_view text);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_TEXT_H_
