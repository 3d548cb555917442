// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/html_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

TEST(EscapeHtml, LeavesNoMarkup) {
  EXPECT_EQ(EscapeHtml("</script><script>alert('1')&\""),
            "&lt;/script&gt;&lt;script&gt;alert(&apos;1&apos;)&amp;&quot;");
  EXPECT_EQ(EscapeHtml("a\nb\u202ec"), "a b?c");
  EXPECT_EQ(EscapeHtml(std::string(1'000'000, '<')).size(), (kMostHtmlCharacters - 3) * 4 + 3);
}

TEST(EscapeHtmlLines, KeepsLines) {
  EXPECT_EQ(EscapeHtmlLines("a <\n\n b\n"), "a &lt;\n\n b\n");
  EXPECT_EQ(EscapeHtmlLines("a"), "a");
  EXPECT_EQ(EscapeHtmlLines(""), "");
}

TEST(JsonInScript, CannotEndTheElement) {
  EXPECT_EQ(JsonInScript(R"({"a":"</script><!--"})"), R"({"a":"\u003c/script>\u003c!--"})");
}

TEST(ScriptInScript, CannotEndTheElementAndMeansTheSame) {
  EXPECT_EQ(ScriptInScript("x='</script>'+\"</SCRIPT \"+/<!--/"), "x='<\\/script>'+\"<\\/SCRIPT \"+/<\\!--/");
  EXPECT_EQ(ScriptInScript("a</b/.test(c); x<!y; '</scrip'"), "a</b/.test(c); x<!y; '</scrip'");
}

// The digest of "alert('Hello, world.');", which the specification of the policy has as its example.
TEST(ScriptSource, IsWhatAPolicyExpects) {
  EXPECT_EQ(ScriptSource("alert('Hello, world.');"), "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
}

TEST(HtmlTable, HeadingsHaveScopes) {
  const std::string html = HtmlTable("All", {{"arm", Align::kLeft}, {"ns", Align::kRight}},
                                     {{{"compress"}, "", true}, {{"baseline", "1"}, "faster", false}});
  EXPECT_THAT(html, HasSubstr("<caption>All</caption>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"col\">arm</th><th scope=\"col\" class=\"number\">ns</th>"));
  EXPECT_THAT(html, HasSubstr("<th class=\"group\" scope=\"rowgroup\" colspan=\"2\">compress</th>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\">baseline</th><td class=\"number faster\">1</td>"));
}

}  // namespace
}  // namespace firstbyte::report
