// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a field of a file must be there. A schema may gain fields without a new number: files from before cannot have
// them, and are read as if they had said null.
#ifndef FIRSTBYTE_REPORT_FIELD_PRESENCE_H_
#define FIRSTBYTE_REPORT_FIELD_PRESENCE_H_

namespace firstbyte::report {

enum class Presence {
  kRequired,
  kAddedLater,  // of an optional alone
};

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_FIELD_PRESENCE_H_
