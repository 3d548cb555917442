// SPDX-License-Identifier: GPL-2.0-or-later
// What an engine executes, as digests: two engines for which both are equal are the same code, however they are called.
//
// The text is every section with instructions; the data is every other one that is loaded with a content: constants,
// initial data, relocations (tables of pointers are zeros in the file). Left out are the names of the engine
// (FIRSTBYTE_IDENTITY_SECTION), symbols and unwind tables. Both hold addresses, so that a byte more in one place shows
// in many: digests tell the same from another, not how much differs.
#ifndef FIRSTBYTE_ENGINE_CODE_DIGEST_H_
#define FIRSTBYTE_ENGINE_CODE_DIGEST_H_

#include <string>

#include "base/error.h"

namespace firstbyte::engine {

struct CodeDigest {
  std::string text_sha256;
  std::string data_sha256;
};

// Invalid: no 64-bit ELF file, one that is cut off, or one without sections. Errors name the file.
Result<CodeDigest> DigestCode(const std::string& path);

}  // namespace firstbyte::engine

#endif  // FIRSTBYTE_ENGINE_CODE_DIGEST_H_
