// SPDX-License-Identifier: GPL-2.0-or-later
// An x86-64 ELF file as far as finding instructions needs it: its executable regions, where functions begin and end,
// and what they are called.
//
// Executables, shared objects and relocatable objects (kernel modules). Function bounds come from symbols (.symtab,
// .dynsym, the compressed mini symbols of .gnu_debugdata) and, where a file is stripped, from the unwind tables
// (.eh_frame). Files may be hostile: every access is checked, and what makes no sense is an error or is left out. A
// file is read once, and closed: what becomes of it later does not matter.
#ifndef FIRSTBYTE_CPUID_ELF_IMAGE_H_
#define FIRSTBYTE_CPUID_ELF_IMAGE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace firstbyte::cpuid {

// Executable bytes of the file. Addresses are the file's own virtual addresses; in a relocatable object, which has
// none, file offsets take their place.
struct CodeRegion {
  std::string name;  // of the section, or "segment"
  std::uint64_t offset = 0;
  std::uint64_t address = 0;
  std::span<const std::uint8_t> bytes;

  bool Contains(std::uint64_t a) const { return a >= address && a - address < bytes.size(); }
};

struct Symbol {
  std::uint64_t address = 0;
  std::uint64_t size = 0;  // 0 where the symbol table does not say
  std::string name;
};

// [begin, end).
struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

class ElfImage {
 public:
  // A file that cannot be read is a usage error; one that is no x86-64 ELF file is invalid.
  static Result<ElfImage> Open(const std::string& path);

  ElfImage(ElfImage&&) noexcept;
  ElfImage& operator=(ElfImage&&) noexcept;
  ~ElfImage();

  const std::string& path() const;

  // Sections with code if there is a section table, else executable segments; sorted by address.
  const std::vector<CodeRegion>& regions() const;
  // Whether the file says that it goes on beyond its end: what is missing may be code.
  bool cut_off() const;
  const CodeRegion* RegionAt(std::uint64_t address) const;

  // The function around an address: the symbol that covers it, else by the unwind table. It begins where an
  // instruction begins; without .eh_frame_hdr that is the row of the unwind table, somewhere in the function. It ends
  // where the symbol says, or at the latest where the next function begins.
  std::optional<AddressRange> FunctionAt(std::uint64_t address) const;

  // The last symbol at or below an address in the same region. It need not cover the address: compare with its size.
  std::optional<Symbol> SymbolAt(std::uint64_t address) const;

  // Every function symbol, sorted by address.
  const std::vector<Symbol>& symbols() const;

  std::uint64_t entry() const;
  // ET_DYN: addresses are relative to where the file is loaded.
  bool relocated_when_loaded() const;
  // The address that an offset of the file is loaded at, and back; empty where it is not loaded.
  std::optional<std::uint64_t> AddressOfOffset(std::uint64_t offset) const;

 private:
  struct Impl;
  explicit ElfImage(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_ELF_IMAGE_H_
