// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/elf_symbols.h"

#include <gelf.h>
#include <lzma.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <tuple>

namespace firstbyte::cpuid {
namespace {

// Larger than the mini symbols of any program; a bound for hostile files.
constexpr std::size_t kMostMiniSymbols = std::size_t{256} << 20;
constexpr std::uint64_t kMostLzmaMemory = std::uint64_t{512} << 20;

struct Candidate {
  Symbol symbol;
  bool global = false;
};

std::string_view SectionName(Elf* elf, const GElf_Shdr& header) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return "";
  const char* const name = elf_strptr(elf, names, header.sh_name);
  return name == nullptr ? "" : name;
}

bool IsFunction(const GElf_Sym& symbol) {
  const int type = GELF_ST_TYPE(symbol.st_info);
  // Assembly often leaves its entry points without a type.
  return symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < SHN_LORESERVE &&
         (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE);
}

std::optional<GElf_Shdr> SectionHeader(Elf* elf, std::size_t index) {
  GElf_Shdr header;
  Elf_Scn* const section = elf_getscn(elf, index);
  if (section == nullptr || gelf_getshdr(section, &header) == nullptr) return std::nullopt;
  return header;
}

void AddSymbolsOfSection(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, bool relocatable,
                         std::vector<Candidate>& out) {
  Elf_Data* const data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const auto count = static_cast<int>(std::min<std::uint64_t>(data->d_size / header.sh_entsize, INT32_MAX));
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr || !IsFunction(symbol)) continue;
    const auto home = SectionHeader(elf, symbol.st_shndx);
    if (!home || (home->sh_flags & SHF_EXECINSTR) == 0) continue;
    const char* const name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name == nullptr || *name == '\0') continue;
    const std::uint64_t address = relocatable ? home->sh_offset + symbol.st_value : symbol.st_value;
    out.push_back({{address, symbol.st_size, name}, GELF_ST_BIND(symbol.st_info) != STB_LOCAL});
  }
}

std::vector<char> DecompressXz(const Elf_Data& data) {
  std::vector<char> out;
  for (std::size_t room = std::max<std::size_t>(data.d_size * 8, 1 << 16); room <= kMostMiniSymbols; room *= 2) {
    out.resize(room);
    std::uint64_t memory = kMostLzmaMemory;
    std::size_t in_at = 0;
    std::size_t out_at = 0;
    const lzma_ret status =
        lzma_stream_buffer_decode(&memory, 0, nullptr, static_cast<const std::uint8_t*>(data.d_buf), &in_at,
                                  data.d_size, reinterpret_cast<std::uint8_t*>(out.data()), &out_at, out.size());
    if (status == LZMA_BUF_ERROR && out_at == out.size()) continue;
    out.resize(status == LZMA_OK ? out_at : 0);
    return out;
  }
  return {};
}

void AddSymbols(Elf* elf, bool mini, std::vector<Candidate>& out);

// An ELF file of its own with the symbols that strip left out of .dynsym.
void AddMiniSymbols(Elf_Scn* section, std::vector<Candidate>& out) {
  const Elf_Data* const data = elf_getdata(section, nullptr);
  if (data == nullptr || data->d_buf == nullptr) return;
  std::vector<char> file = DecompressXz(*data);
  if (file.empty()) return;
  Elf* const mini = elf_memory(file.data(), file.size());
  if (mini == nullptr) return;
  AddSymbols(mini, true, out);
  elf_end(mini);
}

void AddSymbols(Elf* elf, bool mini, std::vector<Candidate>& out) {
  GElf_Ehdr ehdr;
  if (gelf_getehdr(elf, &ehdr) == nullptr) return;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM) {
      AddSymbolsOfSection(elf, section, header, ehdr.e_type == ET_REL, out);
    } else if (!mini && header.sh_type == SHT_PROGBITS && SectionName(elf, header) == ".gnu_debugdata") {
      AddMiniSymbols(section, out);
    }
  }
}

}  // namespace

std::vector<Symbol> ReadFunctionSymbols(Elf* elf) {
  std::vector<Candidate> candidates;
  AddSymbols(elf, false, candidates);
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(a.symbol.address, a.symbol.size == 0, !a.global, std::string_view(a.symbol.name)) <
           std::tuple(b.symbol.address, b.symbol.size == 0, !b.global, std::string_view(b.symbol.name));
  });
  std::vector<Symbol> symbols;
  for (Candidate& candidate : candidates) {
    if (symbols.empty() || symbols.back().address != candidate.symbol.address)
      symbols.push_back(std::move(candidate.symbol));
  }
  return symbols;
}

}  // namespace firstbyte::cpuid
