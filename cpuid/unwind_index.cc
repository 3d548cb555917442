// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/unwind_index.h"

#include <gelf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace firstbyte::cpuid {
namespace {

// Linux Standard Base Core, "Exception Frames": version, the encodings of the pointer to .eh_frame, of the count and of
// the table, then these three.
constexpr std::array<std::uint8_t, 4> kUsualHeader = {
    1,     // version
    0x1b,  // DW_EH_PE_pcrel | DW_EH_PE_sdata4
    0x03,  // DW_EH_PE_udata4
    0x3b,  // DW_EH_PE_datarel | DW_EH_PE_sdata4
};
constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kEntryBytes = 8;  // where a function begins, and where its entry stands

std::optional<GElf_Phdr> FindTable(Elf* elf) {
  std::size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf, static_cast<int>(i), &header) != nullptr && header.p_type == PT_GNU_EH_FRAME) return header;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::uint64_t> ReadUnwindIndex(Elf* elf) {
  std::vector<std::uint64_t> begins;
  const auto table = FindTable(elf);
  std::size_t file_bytes = 0;
  const char* const file = elf_rawfile(elf, &file_bytes);
  if (!table || file == nullptr || table->p_offset > file_bytes) return begins;
  const std::uint64_t size = std::min<std::uint64_t>(table->p_filesz, file_bytes - table->p_offset);
  const char* const data = file + table->p_offset;
  if (size < kHeaderBytes || std::memcmp(data, kUsualHeader.data(), kUsualHeader.size()) != 0) return begins;
  std::uint32_t count = 0;
  std::memcpy(&count, data + 8, sizeof count);
  count = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, (size - kHeaderBytes) / kEntryBytes));
  for (std::uint32_t i = 0; i < count; ++i) {
    std::int32_t offset = 0;
    std::memcpy(&offset, data + kHeaderBytes + i * kEntryBytes, sizeof offset);
    begins.push_back(table->p_vaddr + static_cast<std::uint64_t>(std::int64_t{offset}));
  }
  std::sort(begins.begin(), begins.end());
  return begins;
}

}  // namespace firstbyte::cpuid
