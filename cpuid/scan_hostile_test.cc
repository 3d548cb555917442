// SPDX-License-Identifier: GPL-2.0-or-later
// Files that were made to keep a scanner busy.
#include <elf.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "cpuid/scan.h"

namespace firstbyte::cpuid {
namespace {

// An ELF file of one segment with code, without sections, symbols or unwind table.
std::string WriteBareElf(const std::string& name, const std::vector<std::uint8_t>& code) {
  constexpr std::uint64_t kOffset = 0x1000;
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_phoff = sizeof header;
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 1;
  Elf64_Phdr segment{};
  segment.p_type = PT_LOAD;
  segment.p_flags = PF_R | PF_X;
  segment.p_offset = segment.p_vaddr = kOffset;
  segment.p_filesz = segment.p_memsz = code.size();
  std::string bytes(kOffset, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, &segment, sizeof segment);
  bytes.append(code.begin(), code.end());
  const std::string path = ::testing::TempDir() + "/" + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// As many as fit, and calls for each to be decided by. Deciding each by itself would take hours.
TEST(ScanFile, TakesAHostileFileInOneGo) {
  constexpr std::size_t kPairs = 400'000;
  std::vector<std::uint8_t> code;
  for (std::size_t i = 0; i < kPairs; ++i) code.insert(code.end(), {0x0f, 0xa2});
  code.push_back(0xc3);
  for (std::size_t i = 0; i < kPairs; ++i) code.insert(code.end(), {0x0f, 0xa2, 0xe8, 0xf0, 0xff, 0xff, 0xff});
  const auto result = ScanFile(WriteBareElf("hostile", code));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->raw_matches, 2 * kPairs);
  EXPECT_EQ(result->sites.size(), kPairs);
  EXPECT_EQ(result->rejected.size(), kPairs);
}

}  // namespace
}  // namespace firstbyte::cpuid
