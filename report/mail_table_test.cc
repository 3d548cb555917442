// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/mail_table.h"

#include <gtest/gtest.h>

namespace firstbyte::report {
namespace {

TEST(MailTable, IsTheTableOfTheCoverLetterByteForByte) {
  MailTable table;
  table.groups = {{"bare metal",
                   {{"compress", "52,283 ns", "51,038 ns", "1,245 ns", "2.4%", ""},
                    {"decompress", "2,317 ns", "1,998 ns", "319 ns", "13.8%", ""}}},
                  {"one-vCPU KVM",
                   {{"compress", "16,675 ns", "15,050 ns", "1,625 ns", "9.8%", ""},
                    {"decompress", "3,516 ns", "2,265 ns", "1,251 ns", "35.6%", ""}}}};
  EXPECT_EQ(LayMailTable(table),
            "                  baseline    patched     delta\n"
            "  bare metal\n"
            "    compress      52,283 ns   51,038 ns   1,245 ns   2.4%\n"
            "    decompress     2,317 ns    1,998 ns     319 ns  13.8%\n"
            "  one-vCPU KVM\n"
            "    compress      16,675 ns   15,050 ns   1,625 ns   9.8%\n"
            "    decompress     3,516 ns    2,265 ns   1,251 ns  35.6%\n");
}

TEST(MailTable, GrowsWhereACellDoesNotFit) {
  MailTable table;
  table.arm = "with the series";
  table.groups = {{"a", {{"compress, level 19", "1,652,283 ns", "51,038 ns", "-1,601,245 ns", "-2.4%", ""}}}};
  EXPECT_EQ(LayMailTable(table),
            "                        baseline       with the series   delta\n"
            "  a\n"
            "    compress, level 19  1,652,283 ns         51,038 ns   -1,601,245 ns  -2.4%\n");
}

TEST(MailTable, NotesAndEmptyCells) {
  MailTable table;
  table.groups = {
      {"a", {{"compress", "2 ns", "1 ns", "", "50.0%", "unresolved"}, {"decompress", "2 ns", "", "", "", ""}}}};
  EXPECT_EQ(LayMailTable(table),
            "                  baseline    patched     delta\n"
            "  a\n"
            "    compress           2 ns        1 ns             50.0%  unresolved\n"
            "    decompress         2 ns\n");
}

}  // namespace
}  // namespace firstbyte::report
