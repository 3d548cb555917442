// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/sha256.h"

#include <sha2.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace firstbyte {
namespace {

using HexDigest = std::array<char, SHA256_DIGEST_STRING_LENGTH>;

}  // namespace

std::string Sha256(std::string_view data) {
  HexDigest hex{};
  SHA256Data(reinterpret_cast<const uint8_t*>(data.data()), data.size(), hex.data());
  return hex.data();
}

Result<std::string> Sha256File(const std::string& path) {
  HexDigest hex{};
  if (SHA256File(path.c_str(), hex.data()) == nullptr) {
    return UsageError("Cannot read " + path + ": " + std::strerror(errno) + ".");
  }
  return std::string(hex.data());
}

}  // namespace firstbyte
