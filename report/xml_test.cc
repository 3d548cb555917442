// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/xml.h"

#include <gtest/gtest.h>

namespace firstbyte::report {
namespace {

TEST(EscapeXml, LeavesNoMarkup) {
  EXPECT_EQ(EscapeXml("a<b>&\"c\" 'd'"), "a&lt;b&gt;&amp;&quot;c&quot; &apos;d&apos;");
  EXPECT_EQ(EscapeXml("]]>"), "]]&gt;");
  EXPECT_EQ(EscapeXml("plain 1.5 %"), "plain 1.5 %");
}

TEST(EscapeXml, LeavesNothingThatXmlCannotHold) {
  EXPECT_EQ(EscapeXml("a\x01\x1b[31m\xff"), "a??[31m?");
  EXPECT_EQ(EscapeXml("Z\xc3\xbcrich"), "Z\xc3\xbcrich");
}

}  // namespace
}  // namespace firstbyte::report
