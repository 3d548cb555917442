// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/elf_image.h"

#include <elfutils/libdw.h>
#include <fmt/core.h>
#include <gelf.h>
#include <libelf.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "cpuid/elf_bytes.h"
#include "cpuid/elf_symbols.h"
#include "cpuid/unwind_index.h"

namespace firstbyte::cpuid {
struct ElfImage::Impl {
  ~Impl() {
    if (cfi != nullptr) dwarf_cfi_end(cfi);
    if (elf != nullptr) elf_end(elf);
  }

  std::string path;
  ElfBytes content;
  Elf* elf = nullptr;
  std::span<const std::uint8_t> file;
  GElf_Ehdr header{};
  std::vector<CodeRegion> regions;
  bool cut_off = false;
  std::vector<Symbol> symbols;
  bool have_symbols = false;
  Dwarf_CFI* cfi = nullptr;
  std::vector<std::uint64_t> unwind_index;
  bool have_cfi = false;

  Result<void> Load();
  bool AddRegion(std::string name, std::uint64_t offset, std::uint64_t address, std::uint64_t size);
  void AddSections();
  void AddSegments();
  void DropOverlaps();
  const std::vector<Symbol>& Symbols();
  std::optional<AddressRange> FrameAt(std::uint64_t address);
};

bool ElfImage::Impl::AddRegion(std::string name, std::uint64_t offset, std::uint64_t address, std::uint64_t size) {
  if (size == 0) return false;
  // What is said to lie beyond the end of the file is not there.
  if (offset > file.size() || size > file.size() - offset) cut_off = true;
  if (offset > file.size()) return false;
  const std::uint64_t there = std::min<std::uint64_t>(size, file.size() - offset);
  if (there == 0 || address + there < address) return false;
  regions.push_back({std::move(name), offset, address, file.subspan(offset, there)});
  return true;
}

void ElfImage::Impl::AddSections() {
  std::size_t names = 0;
  const bool have_names = elf_getshdrstrndx(elf, &names) == 0;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr s;
    if (gelf_getshdr(section, &s) == nullptr || s.sh_type != SHT_PROGBITS || (s.sh_flags & SHF_EXECINSTR) == 0)
      continue;
    const char* const name = have_names ? elf_strptr(elf, names, s.sh_name) : nullptr;
    AddRegion(name == nullptr ? "section" : name, s.sh_offset, header.e_type == ET_REL ? s.sh_offset : s.sh_addr,
              s.sh_size);
  }
}

void ElfImage::Impl::AddSegments() {
  std::size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0) return;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr p;
    if (gelf_getphdr(elf, static_cast<int>(i), &p) == nullptr || p.p_type != PT_LOAD || (p.p_flags & PF_X) == 0)
      continue;
    AddRegion("segment", p.p_offset, p.p_vaddr, p.p_filesz);
  }
}

// Linkers give no byte of a file to two regions; a hostile file could have each read thousands of times.
void ElfImage::Impl::DropOverlaps() {
  std::stable_sort(regions.begin(), regions.end(),
                   [](const CodeRegion& a, const CodeRegion& b) { return a.offset < b.offset; });
  std::uint64_t end = 0;
  std::erase_if(regions, [&end](const CodeRegion& region) {
    if (region.offset < end) return true;
    end = region.offset + region.bytes.size();
    return false;
  });
}

Result<void> ElfImage::Impl::Load() {
  elf_version(EV_CURRENT);
  file = {reinterpret_cast<const std::uint8_t*>(content.data.get()), content.size};
  elf = elf_memory(content.data.get(), content.size);
  if (elf == nullptr || elf_kind(elf) != ELF_K_ELF || gelf_getehdr(elf, &header) == nullptr) {
    return InvalidError(fmt::format("{} is no ELF file.", path));
  }
  if (gelf_getclass(elf) != ELFCLASS64 || header.e_machine != EM_X86_64) {
    return InvalidError(fmt::format("{} is no x86-64 file: only those have the CPUIDs that are looked for.", path));
  }
  // The table of the sections comes last, so that it is the first to be lost.
  if (header.e_shoff > file.size() || std::uint64_t{header.e_shnum} * header.e_shentsize > file.size() - header.e_shoff)
    cut_off = true;
  AddSections();
  if (regions.empty()) AddSegments();
  DropOverlaps();
  std::sort(regions.begin(), regions.end(),
            [](const CodeRegion& a, const CodeRegion& b) { return a.address < b.address; });
  return {};
}

const std::vector<Symbol>& ElfImage::Impl::Symbols() {
  if (!have_symbols) symbols = ReadFunctionSymbols(elf);
  have_symbols = true;
  return symbols;
}

std::optional<AddressRange> ElfImage::Impl::FrameAt(std::uint64_t address) {
  // A relocatable object's table is full of zeros that a linker fills in.
  if (header.e_type == ET_REL) return std::nullopt;
  if (!have_cfi) {
    cfi = dwarf_getcfi_elf(elf);
    unwind_index = ReadUnwindIndex(elf);
    have_cfi = true;
  }
  Dwarf_Frame* frame = nullptr;
  if (cfi == nullptr || dwarf_cfi_addrframe(cfi, address, &frame) != 0 || frame == nullptr) return std::nullopt;
  // The bounds of one row of the function's table: it begins where an instruction does, which is what rows are for.
  Dwarf_Addr begin = 0;
  Dwarf_Addr end = 0;
  bool signal = false;
  const int status = dwarf_frame_info(frame, &begin, &end, &signal);
  std::free(frame);
  if (status < 0 || begin > address || end <= address) return std::nullopt;
  const auto after = std::upper_bound(unwind_index.begin(), unwind_index.end(), address);
  if (after != unwind_index.begin()) begin = std::min(begin, *std::prev(after));
  if (after != unwind_index.end()) end = *after;
  return AddressRange{begin, end};
}

ElfImage::ElfImage(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ElfImage::ElfImage(ElfImage&&) noexcept = default;
ElfImage& ElfImage::operator=(ElfImage&&) noexcept = default;
ElfImage::~ElfImage() = default;

Result<ElfImage> ElfImage::Open(const std::string& path) {
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  auto content = ReadElfBytes(path);
  if (!content) return tl::unexpected<Error>(content.error());
  impl->content = *std::move(content);
  if (const auto loaded = impl->Load(); !loaded) return tl::unexpected<Error>(loaded.error());
  return ElfImage(std::move(impl));
}

const std::string& ElfImage::path() const { return impl_->path; }
const std::vector<CodeRegion>& ElfImage::regions() const { return impl_->regions; }
bool ElfImage::cut_off() const { return impl_->cut_off; }

const CodeRegion* ElfImage::RegionAt(std::uint64_t address) const {
  const std::vector<CodeRegion>& regions = impl_->regions;
  const auto after = std::upper_bound(regions.begin(), regions.end(), address,
                                      [](std::uint64_t a, const CodeRegion& r) { return a < r.address; });
  if (after == regions.begin() || !std::prev(after)->Contains(address)) return nullptr;
  return &*std::prev(after);
}

std::optional<Symbol> ElfImage::SymbolAt(std::uint64_t address) const {
  const CodeRegion* const region = RegionAt(address);
  const std::vector<Symbol>& symbols = impl_->Symbols();
  auto after = std::upper_bound(symbols.begin(), symbols.end(), address,
                                [](std::uint64_t a, const Symbol& s) { return a < s.address; });
  if (after == symbols.begin() || region == nullptr) return std::nullopt;
  const Symbol& symbol = *std::prev(after);
  if (!region->Contains(symbol.address)) return std::nullopt;
  return symbol;
}

std::optional<AddressRange> ElfImage::FunctionAt(std::uint64_t address) const {
  const auto symbol = SymbolAt(address);
  if (symbol && symbol->size != 0 && address - symbol->address < symbol->size) {
    return AddressRange{symbol->address, symbol->address + symbol->size};
  }
  return impl_->FrameAt(address);
}

const std::vector<Symbol>& ElfImage::symbols() const { return impl_->Symbols(); }
std::uint64_t ElfImage::entry() const { return impl_->header.e_entry; }
bool ElfImage::relocated_when_loaded() const { return impl_->header.e_type == ET_DYN; }

std::optional<std::uint64_t> ElfImage::AddressOfOffset(std::uint64_t offset) const {
  std::size_t count = 0;
  if (elf_getphdrnum(impl_->elf, &count) != 0) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr p;
    if (gelf_getphdr(impl_->elf, static_cast<int>(i), &p) == nullptr || p.p_type != PT_LOAD) continue;
    if (offset >= p.p_offset && offset - p.p_offset < p.p_filesz) return p.p_vaddr + (offset - p.p_offset);
  }
  return std::nullopt;
}

}  // namespace firstbyte::cpuid
