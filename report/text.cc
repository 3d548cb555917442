// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/text.h"

#include <algorithm>
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

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsAlphanumeric(char c) { return IsDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

// Printable text that will be part of a markdown page. Whoever lays the page out may begin a line with any of its
// words.
class Line {
 public:
  explicit Line(std::string_view text) : text_(text) {}

  // Whether it needs a backslash.
  bool IsActive(std::size_t i) const {
    constexpr std::string_view kAlways = "\\`*[]<>&|#~$";
    switch (text_[i]) {
      case '_':
        return MakesEmphasis(i);
      case '-':
      case '=':
        return MakesRule(i);
      case '+':
        return IsMarker(i, i + 1);
      case '.':
        return EndsListNumber(i) || EndsWww(i);
      case ')':
        return EndsListNumber(i);
      case ':':
        return text_.substr(i + 1, 2) == "//";
      default:
        return kAlways.find(text_[i]) != std::string_view::npos;
    }
  }

  // "@name" and "#1", which are no markup: GitHub makes links of what is rendered, whatever escapes it had, and mail
  // addresses are found there, too.
  bool BeginsReference(std::size_t i) const {
    if (text_[i] == '@') return !IsBlank(Behind(i));
    return text_[i] == '#' && IsDigit(Behind(i));
  }

 private:
  // Beyond the ends there may be anything; a blank stands for it, next to which most things act.
  char Before(std::size_t i) const { return i == 0 ? ' ' : text_[i - 1]; }
  char Behind(std::size_t i) const { return i + 1 >= text_.size() ? ' ' : text_[i + 1]; }
  static bool IsBlank(char c) { return c == ' '; }

  std::size_t FirstOfRun(std::size_t i) const {
    const std::size_t other = text_.substr(0, i).find_last_not_of(text_[i]);
    return other == std::string_view::npos ? 0 : other + 1;
  }
  std::size_t LastOfRun(std::size_t i) const {
    return std::min(text_.find_first_not_of(text_[i], i), text_.size()) - 1;
  }

  // Behind a letter none begins, as in CLOCK_MONOTONIC, and what does not begin does not end. Three may be a line.
  bool MakesEmphasis(std::size_t i) const {
    const std::size_t first = FirstOfRun(i);
    return LastOfRun(i) - first > 1 || !IsAlphanumeric(Before(first));
  }

  // An item of a list, a line across the page, the line under a heading or under the head of a table.
  bool MakesRule(std::size_t i) const {
    const std::size_t length = LastOfRun(i) - FirstOfRun(i) + 1;
    if (length > 2 || (length == 2 && text_[i] == '=')) return true;
    if (text_[i] == '-' && Behind(i) == ':') return IsBlank(Behind(i + 1));
    if (text_[i] == '-' && (Before(i) == '-' || Before(i) == ':')) return IsBlank(Behind(i));
    return IsMarker(i, i + 1);
  }

  // A word that acts at the beginning of a line: there it is now, or may come to be, unless base/wrap.h keeps it behind
  // a word before it, as in "zstd - avoid" and "p = 0.01".
  bool IsMarker(std::size_t begin, std::size_t end) const {
    if (!IsBlank(Before(begin)) || (end < text_.size() && !IsBlank(text_[end]))) return false;
    return begin < 2 || !IsAlphanumeric(text_[begin - 2]);
  }

  bool EndsListNumber(std::size_t i) const {
    constexpr std::size_t kMostDigits = 9;
    std::size_t first = i;
    while (first > 0 && IsDigit(text_[first - 1])) --first;
    if (first == i || i - first > kMostDigits || !IsMarker(first, i + 1)) return false;
    // Within a paragraph nothing but a 1 begins a list, and that not without an item.
    const std::string_view number = text_.substr(first, i - first);
    const bool is_one = number.find_first_not_of('0') == number.size() - 1 && number.back() == '1';
    return text_.find_first_not_of(' ') == first || (is_one && i + 1 < text_.size());
  }

  bool EndsWww(std::size_t i) const {
    if (i < 3) return false;
    const std::string_view before = text_.substr(i - 3, 3);
    return std::all_of(before.begin(), before.end(), [](char c) { return (c | 0x20) == 'w'; });
  }

  std::string_view text_;
};

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
  constexpr char kNoWidth[] = "&#8203;";
  const std::string printable = Printable(text);
  const Line line(printable);
  std::string out;
  for (std::size_t i = 0; i < printable.size(); ++i) {
    if (line.IsActive(i)) out += '\\';
    out += printable[i];
    if (line.BeginsReference(i)) out += kNoWidth;
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
