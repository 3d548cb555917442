// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/decode.h"

#include <Zydis/Zydis.h>

#include <array>

namespace firstbyte::cpuid {
namespace {

const ZydisDecoder& Decoder() {
  static const ZydisDecoder decoder = [] {
    ZydisDecoder d;
    ZydisDecoderInit(&d, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    return d;
  }();
  return decoder;
}

bool EndsFlow(const ZydisDecodedInstruction& decoded) {
  switch (decoded.meta.category) {
    case ZYDIS_CATEGORY_UNCOND_BR:
    case ZYDIS_CATEGORY_RET:
    case ZYDIS_CATEGORY_SYSRET:
      return true;
    default:
      return decoded.mnemonic == ZYDIS_MNEMONIC_HLT || decoded.mnemonic == ZYDIS_MNEMONIC_UD0 ||
             decoded.mnemonic == ZYDIS_MNEMONIC_UD1 || decoded.mnemonic == ZYDIS_MNEMONIC_UD2;
  }
}

}  // namespace

std::optional<Instruction> DecodeAt(std::span<const std::uint8_t> code) {
  ZydisDecodedInstruction decoded;
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&Decoder(), nullptr, code.data(), code.size(), &decoded)))
    return std::nullopt;
  Instruction instruction;
  instruction.length = decoded.length;
  instruction.is_cpuid = decoded.mnemonic == ZYDIS_MNEMONIC_CPUID;
  if (instruction.is_cpuid)
    instruction.opcode_offset = static_cast<std::uint8_t>(decoded.length - 2);  // 0F A2 has neither ModRM nor immediate
  instruction.ends_flow = EndsFlow(decoded);
  if (decoded.raw.imm[0].is_relative) instruction.target = decoded.raw.imm[0].value.s;
  return instruction;
}

std::string DisassembleAt(std::span<const std::uint8_t> code, std::uint64_t address) {
  ZydisDisassembledInstruction text;
  if (!ZYAN_SUCCESS(ZydisDisassembleIntel(ZYDIS_MACHINE_MODE_LONG_64, address, code.data(), code.size(), &text)))
    return "(bad)";
  return text.text;
}

}  // namespace firstbyte::cpuid
