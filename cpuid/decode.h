// SPDX-License-Identifier: GPL-2.0-or-later
// One instruction of x86-64 machine code, by a real decoder (Zydis): the bytes 0F A2 are CPUID only where an
// instruction is.
#ifndef FIRSTBYTE_CPUID_DECODE_H_
#define FIRSTBYTE_CPUID_DECODE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace firstbyte::cpuid {

struct Instruction {
  std::uint8_t length = 0;
  bool is_cpuid = false;
  std::uint8_t opcode_offset = 0;  // of 0F A2 in a CPUID: prefixes may precede it
  bool ends_flow = false;          // what follows is not executed next: JMP, RET, UD2, HLT
  // Of a direct call or jump, from the end of the instruction to where it leads.
  std::optional<std::int64_t> target;
};

// The instruction at the start of `code`; empty where the bytes are none, or end too soon.
std::optional<Instruction> DecodeAt(std::span<const std::uint8_t> code);

// The same as text ("mov eax, dword ptr [rcx+0x10]") for messages; "(bad)" where it is none.
std::string DisassembleAt(std::span<const std::uint8_t> code, std::uint64_t address);

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_DECODE_H_
