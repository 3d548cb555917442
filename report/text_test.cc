// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/text.h"

#include <gtest/gtest.h>

namespace firstbyte::report {
namespace {

TEST(Text, ShortenedIsCutByCharacters) {
  EXPECT_EQ(Shortened("baseline", 8), "baseline");
  EXPECT_EQ(Shortened("baseline2", 8), "basel...");
  EXPECT_EQ(Shortened("\u00e4\u00f6\u00fc\u00df\u00e4", 4), "\u00e4...");
  EXPECT_EQ(Shortened("a\u202eb\n", 8), "a?b ");
  EXPECT_EQ(Shortened(std::string(1'000'000, 'x'), 16), std::string(13, 'x') + "...");
  // What is cut within a character is "?" each, and beyond what is shown.
  EXPECT_EQ(DisplayWidth(Shortened(std::string(1000, '\x80'), 10)), 10);
}

TEST(Printable, KeepsOrdinaryTextOfAnyLanguage) {
  EXPECT_EQ(Printable("Intel(R) Xeon(R) 8321HC @ 2.60GHz"), "Intel(R) Xeon(R) 8321HC @ 2.60GHz");
  EXPECT_EQ(Printable("Prüfstand 测试 \xf0\x9f\x90\xa7"), "Prüfstand 测试 \xf0\x9f\x90\xa7");
}

TEST(Printable, DisarmsTerminalEscapes) {
  EXPECT_EQ(Printable("\x1b[31mred\x1b[0m"), "?[31mred?[0m");
  EXPECT_EQ(Printable("a\x07\x7f"), "a??");
  EXPECT_EQ(Printable("\xc2\x9b"
                      "31m"),
            "?31m")
      << "the one-character form of the same escape";
}

TEST(IsUtf8, RefusesWhatWouldBeReplaced) {
  EXPECT_TRUE(IsUtf8(""));
  EXPECT_TRUE(IsUtf8("Prüfstand 测试 \xf0\x9f\x90\xa7\n"));
  EXPECT_FALSE(IsUtf8("a\xff"));
  EXPECT_FALSE(IsUtf8("\xc3"));
}

TEST(Printable, PutsLinesOnOneLine) { EXPECT_EQ(Printable("one\ntwo\r\n\tthree"), "one two   three"); }

TEST(Printable, ReplacesWhatIsNoCharacter) {
  EXPECT_EQ(Printable("a\xef\xbf\xbe"
                      "b\xef\xbf\xbf"
                      "c\xef\xb7\x90"
                      "d\xf4\x8f\xbf\xbf"),
            "a?b?c?d?");
  EXPECT_EQ(Printable("\xef\xbf\xbd"), "\xef\xbf\xbd") << "U+FFFD is one";
}

TEST(Printable, DisarmsDirectionMarksAndZeroWidthCharacters) {
  EXPECT_EQ(Printable("a\xe2\x80\xae"
                      "b\xe2\x81\xa6"
                      "c\xe2\x80\x8b"
                      "d\xef\xbb\xbf"),
            "a?b?c?d?");
}

TEST(Printable, ReplacesIllFormedBytesOneByOne) {
  EXPECT_EQ(Printable("a\xff\xc3"), "a??");
  EXPECT_EQ(Printable("\xc0\xaf"), "??") << "an overlong encoding of '/'";
  EXPECT_EQ(Printable("\xed\xa0\x80"), "???") << "a surrogate";
  EXPECT_EQ(Printable("\xf5\x80\x80\x80"), "????") << "beyond the last code point";
}

TEST(Quoted, CutsLongTextAtACharacter) {
  EXPECT_EQ(Quoted("short"), "\"short\"");
  EXPECT_EQ(Quoted(""), "\"\"");
  EXPECT_EQ(Quoted(std::string(40, 'x')), "\"" + std::string(40, 'x') + "\"");
  EXPECT_EQ(Quoted(std::string(41, 'x')), "\"" + std::string(40, 'x') + "...\"");
  std::string umlauts;
  std::string first_forty;
  for (int i = 0; i < 1000; ++i) umlauts += "ü";
  for (int i = 0; i < 40; ++i) first_forty += "ü";
  EXPECT_EQ(Quoted(umlauts), "\"" + first_forty + "...\"");
}

TEST(EscapeMarkdown, LeavesNoMarkup) {
  EXPECT_EQ(EscapeMarkdown("a|b"), "a\\|b");
  EXPECT_EQ(EscapeMarkdown("x\n# heading"), "x \\# heading");
  EXPECT_EQ(EscapeMarkdown("<script>[l](u)`*"), "\\<script\\>\\[l\\](u)\\`\\*");
  EXPECT_EQ(EscapeMarkdown("\\|"), "\\\\\\|") << "an escape in the text must not eat ours";
  EXPECT_EQ(EscapeMarkdown("CLOCK_MONOTONIC_RAW 1.5.4"), "CLOCK_MONOTONIC_RAW 1.5.4");
}

// Whoever reads a page in a terminal reads ordinary names as they are.
TEST(EscapeMarkdown, LeavesOrdinaryNamesAlone) {
  for (const char* name :
       {"linux-6.12", "zstd-1.5.4", "A/A", "x86_64", "cctx_zeroing", "libzstd_1.5.4+dfsg2.orig.tar.xz",
        "HUF_decompress4X1_..asm_loop", "gcc 12.2.0, -O2 -g -fno-lto --param=x=1", "g++ (Debian) 12",
        "Intel(R) Xeon(R) CPU @ 2.60GHz", "12 runs (p = 0.01): it needs 6.", "crypto: zstd - avoid it",
        "both vs cached", "2026-11-30T12:00:00Z"}) {
    EXPECT_EQ(EscapeMarkdown(name), name);
  }
}

TEST(EscapeMarkdown, LeavesNoEmphasis) {
  EXPECT_EQ(EscapeMarkdown("_x_ __y__ a_b"), "\\_x_ \\_\\_y__ a_b");
  EXPECT_EQ(EscapeMarkdown("a__b a___b"), "a__b a\\_\\_\\_b") << "three may be a whole line, of a word that is cut";
  EXPECT_EQ(EscapeMarkdown("\u201c_x_\u201d"), "\u201c\\_x_\u201d") << "behind what is no letter";
}

TEST(EscapeMarkdown, LeavesNoLinkNorMention) {
  EXPECT_EQ(EscapeMarkdown("https://example.org ftp://example.org"), "https\\://example.org ftp\\://example.org");
  EXPECT_EQ(EscapeMarkdown("www.x.org WWW.x"), "www\\.x.org WWW\\.x");
  EXPECT_EQ(EscapeMarkdown("@user a@x.org @ 2 @"), "@&#8203;user a@&#8203;x.org @ 2 @");
  EXPECT_EQ(EscapeMarkdown("@@a"), "@&#8203;@&#8203;a");
  EXPECT_EQ(EscapeMarkdown("a/b#12 # C#"), "a/b\\#&#8203;12 \\# C\\#");
}

// Where no word is before one that acts there, or one that acts as well.
TEST(EscapeMarkdown, LeavesNoListNorHeadingAtTheBeginningOfALine) {
  EXPECT_EQ(EscapeMarkdown("- x"), "\\- x");
  EXPECT_EQ(EscapeMarkdown("+ + -b +c"), "\\+ \\+ -b +c");
  EXPECT_EQ(EscapeMarkdown("x - - y"), "x - \\- y");
  EXPECT_EQ(EscapeMarkdown("1986. x"), "1986\\. x");
  EXPECT_EQ(EscapeMarkdown(" 7) x"), " 7\\) x");
  EXPECT_EQ(EscapeMarkdown("x! 7) y! 1) z! 01. 11. 1.5"), "x! 7) y! 1\\) z! 01\\. 11. 1.5") << "within, only a 1 does";
  EXPECT_EQ(EscapeMarkdown("1234567890. x"), "1234567890. x") << "more than nine digits are no number of a list";
  EXPECT_EQ(EscapeMarkdown("x --- -- == = ="), "x \\-\\-\\- -\\- \\=\\= \\= \\=");
  EXPECT_EQ(EscapeMarkdown("x :-: :-"), "x :\\-: :\\-") << "the rule of a table";
}

TEST(DisplayWidth, CountsCharactersNotBytes) {
  EXPECT_EQ(DisplayWidth("abc"), 3);
  EXPECT_EQ(DisplayWidth("Prüf"), 4);
}

}  // namespace
}  // namespace firstbyte::report
