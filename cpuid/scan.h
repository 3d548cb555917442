// SPDX-License-Identifier: GPL-2.0-or-later
// Finds every CPUID instruction of an ELF file.
//
// The bytes 0F A2 also occur inside other instructions and in data. Each occurrence is decided by following the code
// from places where an instruction is known to begin: the start of its function's symbol, a row of its unwind table,
// what known code calls or jumps to, or, for code without any of these, the start of its region. What is not reached as
// an instruction is rejected, with what it is instead; behind a return or a jump it may be either, a constant or an
// instruction that only a jump table leads to, and is called undecided. It cannot see code that is made at run time;
// `cpuid trace` does.
#ifndef FIRSTBYTE_CPUID_SCAN_H_
#define FIRSTBYTE_CPUID_SCAN_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "cpuid/elf_image.h"

namespace firstbyte::cpuid {

struct Site {
  std::uint64_t offset = 0;   // in the file, of the instruction with its prefixes
  std::uint64_t address = 0;  // the file's own
  std::uint8_t length = 2;
  std::string symbol;  // SymbolName()
};

struct Rejected {
  std::uint64_t offset = 0;  // of the bytes 0F A2
  std::uint64_t address = 0;
  std::string symbol;
  std::string what;        // "inside `mov eax, 0xa20f`", ...
  bool undecided = false;  // it may be a CPUID
};

struct ScanResult {
  std::string path;
  std::size_t raw_matches = 0;
  std::vector<Site> sites;  // by address
  std::vector<Rejected> rejected;
};

ScanResult Scan(const ElfImage& image);

Result<ScanResult> ScanFile(const std::string& path);

// Where the bytes 0F A2 stand in `code`.
std::vector<std::size_t> RawMatches(std::span<const std::uint8_t> code);

// "name+0x12"; "fn_0x4010+0x12" where only the unwind table knows the function; empty where nothing does.
std::string SymbolName(const ElfImage& image, std::uint64_t address);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_SCAN_H_
