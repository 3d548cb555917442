// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/text.h"

#include <cstddef>
#include <cstdint>

namespace firstbyte::report {
namespace {

constexpr std::size_t kQuotedCharacters = 40;

// The length of the well-formed UTF-8 sequence at the start of `text` and its code point; length 0 where there is none.
struct Character {
  std::size_t length = 0;
  std::uint32_t code = 0;
};

std::size_t SequenceLength(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

Character Decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = SequenceLength(lead);
  if (length == 0 || length > text.size()) return {};
  if (length == 1) return {1, lead};
  std::uint32_t code = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0u) != 0x80u) return {};
    code = (code << 6) | (byte & 0x3fu);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < kSmallest[length] || code > 0x10ffff || surrogate) return {};
  return {length, code};
}

// C0 and C1 controls, zero-width characters and direction marks: what changes a terminal or hides or reorders text.
bool Acts(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0xad || code == 0x61c || code == 0x180e ||
         (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2060 && code <= 0x206f) || code == 0xfeff || (code >= 0xfff9 && code <= 0xfffb) ||
         (code >= 0xe0000 && code <= 0xe007f);
}

// Code points that are no characters and never will be; XML refuses a file for two of them.
bool IsNoCharacter(std::uint32_t code) { return (code & 0xfffeu) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef); }

bool IsSpace(std::uint32_t code) { return code == '\n' || code == '\r' || code == '\t'; }

}  // namespace

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = Decode(text).length;
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string Printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = Decode(text);
    const std::size_t length = character.length == 0 ? 1 : character.length;
    if (character.length == 0) {
      out += '?';
    } else if (IsSpace(character.code)) {
      out += ' ';
    } else if (Acts(character.code) || IsNoCharacter(character.code)) {
      out += '?';
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

std::string Quoted(std::string_view text) {
  // Four bytes a character at most, so that a long text is not copied whole to show its start.
  const std::string whole = Printable(text.substr(0, 4 * kQuotedCharacters + 4));
  std::string_view rest = whole;
  std::string out = "\"";
  for (std::size_t i = 0; i < kQuotedCharacters && !rest.empty(); ++i) {
    const std::size_t length = Decode(rest).length;
    out += rest.substr(0, length);
    rest.remove_prefix(length);
  }
  return out + (rest.empty() ? "\"" : "...\"");
}

std::string Shortened(std::string_view text, std::size_t characters) {
  // As in Quoted().
  std::string whole = Printable(text.substr(0, 4 * characters + 4));
  if (static_cast<std::size_t>(DisplayWidth(whole)) <= characters) return whole;
  std::string_view rest = whole;
  std::string out;
  for (std::size_t i = 0; i + 3 < characters; ++i) {
    const std::size_t length = Decode(rest).length;
    out += rest.substr(0, length);
    rest.remove_prefix(length);
  }
  return out + "...";
}

std::string EscapeMarkdown(std::string_view text) {
  constexpr std::string_view kActive = "\\`*[]<>&|#~$";
  std::string out;
  for (const char c : Printable(text)) {
    if (kActive.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

int DisplayWidth(std::string_view text) {
  int width = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0u) != 0x80u) ++width;
  }
  return width;
}

}  // namespace firstbyte::report
