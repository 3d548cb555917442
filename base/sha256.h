// SPDX-License-Identifier: GPL-2.0-or-later
// SHA-256 digests as 64 lower-case hexadecimal digits, by libmd: plain C that, unlike the cryptographic libraries,
// executes no CPUID when it is loaded.
#ifndef FIRSTBYTE_BASE_SHA256_H_
#define FIRSTBYTE_BASE_SHA256_H_

#include <string>
#include <string_view>

#include "base/error.h"

namespace firstbyte {

std::string Sha256(std::string_view data);

// The digest of a file's content. An unreadable file is a usage error that names it.
Result<std::string> Sha256File(const std::string& path);

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_SHA256_H_
