// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/code_digest.h"

#include <fmt/core.h>
#include <link.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/files.h"
#include "base/sha256.h"
#include "engine/engine_abi.h"

namespace firstbyte::engine {
namespace {

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);

std::optional<std::string_view> Piece(std::string_view file, std::uint64_t offset, std::uint64_t size) {
  if (offset > file.size() || size > file.size() - offset) return {};
  return file.substr(offset, size);
}

// A structure that stands at `offset`.
template <typename T>
std::optional<T> At(std::string_view file, std::uint64_t offset) {
  const auto bytes = Piece(file, offset, sizeof(T));
  if (!bytes) return {};
  T structure;
  std::memcpy(&structure, bytes->data(), sizeof(T));
  return structure;
}

std::optional<std::string_view> Content(std::string_view file, const Section& section) {
  return Piece(file, section.sh_offset, section.sh_size);
}

bool HasContent(const Section& section) {
  if ((section.sh_flags & SHF_ALLOC) == 0) return false;
  return section.sh_type == SHT_PROGBITS || section.sh_type == SHT_RELA || section.sh_type == SHT_INIT_ARRAY ||
         section.sh_type == SHT_FINI_ARRAY;
}

// Names within the table of section names end with a NUL.
std::string_view NameOf(std::string_view names, const Section& section) {
  if (section.sh_name >= names.size()) return {};
  const std::string_view rest = names.substr(section.sh_name);
  return rest.substr(0, rest.find('\0'));
}

bool IsLeftOut(std::string_view name) { return name == FIRSTBYTE_IDENTITY_SECTION || name.starts_with(".eh_frame"); }

std::optional<CodeDigest> Digest(std::string_view file) {
  const auto header = At<Header>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_shentsize != sizeof(Section))
    return {};
  const auto name_section = At<Section>(file, header->e_shoff + header->e_shstrndx * sizeof(Section));
  const auto names = name_section ? Content(file, *name_section) : std::nullopt;
  if (!names) return {};
  std::string text;
  std::string data;
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = At<Section>(file, header->e_shoff + i * sizeof(Section));
    if (!section) return {};
    const std::string_view name = NameOf(*names, *section);
    if (!HasContent(*section) || IsLeftOut(name)) continue;
    const auto content = Content(file, *section);
    if (!content) return {};
    // The size first, so that a byte that moves from one section to the next is seen.
    (((section->sh_flags & SHF_EXECINSTR) != 0) ? text : data)
        .append(fmt::format("{} {}\n", name, content->size()))
        .append(*content);
  }
  if (text.empty()) return {};
  return CodeDigest{Sha256(text), Sha256(data)};
}

}  // namespace

Result<CodeDigest> DigestCode(const std::string& path) {
  const auto file = ReadWholeFile(path);
  if (!file) return tl::unexpected<Error>(file.error());
  const auto digest = Digest(*file);
  if (!digest)
    return InvalidError(fmt::format("The sections of engine {} cannot be read; build it again, unstripped.", path));
  return *digest;
}

}  // namespace firstbyte::engine
