// SPDX-License-Identifier: GPL-2.0-or-later
// Text that goes into XML, so that nothing in it is markup and the document stays well-formed: the five characters that
// mean something are escaped, and what XML 1.0 cannot hold becomes "?".
#ifndef FIRSTBYTE_REPORT_XML_H_
#define FIRSTBYTE_REPORT_XML_H_

#include <string>
#include <string_view>

namespace firstbyte::report {

std::string EscapeXml(std::string_view text);

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_XML_H_
