// SPDX-License-Identifier: GPL-2.0-or-later
// Firstbyte's own version. Results compare only within a version (CHANGELOG.md).
#ifndef FIRSTBYTE_BASE_VERSION_H_
#define FIRSTBYTE_BASE_VERSION_H_

namespace firstbyte {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_VERSION_H_
