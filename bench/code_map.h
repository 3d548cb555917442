// SPDX-License-Identifier: GPL-2.0-or-later
// What code lies at an address of a process: the function, and the instruction that a sample there is charged to.
//
// Functions come from symbols, else from unwind tables; of the C library's memory functions, whose names Debian strips,
// from where calls to them lead. A CPUID is one if its bytes end at the address and decoding its function from the
// start, or from wherever else an instruction is known to begin, ends an instruction there. Files are read once.
#ifndef FIRSTBYTE_BENCH_CODE_MAP_H_
#define FIRSTBYTE_BENCH_CODE_MAP_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpuid/elf_image.h"
#include "cpuid/memory_map.h"
#include "report/profile_results.h"

namespace firstbyte::bench {

// "firstbyte::workspace::RunCompress" of what c++filt says: without return type, template arguments and parameters,
// which make the same function of two arms look different.
std::string PlainFunctionName(const std::string& demangled);

class CodeMap {
 public:
  // `names`: of functions by their first address, for those that no symbol names.
  CodeMap(std::vector<cpuid::Mapping> mappings, std::map<std::uint64_t, std::string> names);
  CodeMap(CodeMap&&) noexcept;
  ~CodeMap();
  // Knows what is mapped now.
  static CodeMap OfThisProcess();

  // "ZSTD_initStaticCCtx"; "fn_0x1234" of a function without a name; "[libc.so.6]" where not even that is known.
  std::string FunctionName(std::uint64_t address);
  // Where the function around an address begins; empty where it is not known.
  std::optional<std::uint64_t> FunctionStart(std::uint64_t address);
  // The file that is mapped there, or what the kernel calls it; empty if there is none.
  std::string Object(std::uint64_t address);
  // The CPUID that ends at an address.
  std::optional<report::CpuidSite> CpuidEndingAt(std::uint64_t address);
  // Whether a REP STOS begins or ends at an address: it can be interrupted midway.
  bool InRepStos(std::uint64_t address);

 private:
  struct Loaded;
  struct Place {
    Loaded* object = nullptr;
    const cpuid::Mapping* mapping = nullptr;
    std::uint64_t address = 0;  // the file's own
  };
  std::optional<Place> Find(std::uint64_t address);

  std::vector<cpuid::Mapping> mappings_;
  std::map<std::uint64_t, std::string> names_;
  std::map<std::string, std::unique_ptr<Loaded>> objects_;  // by path; null: no ELF file that can be read
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_CODE_MAP_H_
