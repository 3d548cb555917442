// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/main_address.h"

#include <Zydis/Zydis.h>

#include <algorithm>

namespace firstbyte::cpuid {
namespace {

// glibc's _start has a dozen instructions before its call.
constexpr int kMostInstructions = 32;

std::optional<std::uint64_t> BySymbol(const ElfImage& image) {
  for (const Symbol& symbol : image.symbols()) {
    if (symbol.name == "main") return symbol.address;
  }
  return std::nullopt;
}

// `lea rdi, [rip+x]`, `mov rdi, x` or `mov edi, x`.
std::optional<std::uint64_t> LoadedIntoRdi(const ZydisDecodedInstruction& instruction,
                                           const ZydisDecodedOperand* operands, std::uint64_t address) {
  if (operands[0].type != ZYDIS_OPERAND_TYPE_REGISTER ||
      (operands[0].reg.value != ZYDIS_REGISTER_RDI && operands[0].reg.value != ZYDIS_REGISTER_EDI)) {
    return std::nullopt;
  }
  ZyanU64 absolute = 0;
  if (instruction.mnemonic == ZYDIS_MNEMONIC_LEA && operands[1].mem.base == ZYDIS_REGISTER_RIP &&
      ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&instruction, &operands[1], address, &absolute))) {
    return absolute;
  }
  if (instruction.mnemonic == ZYDIS_MNEMONIC_MOV && operands[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
    return operands[1].imm.value.u;
  return std::nullopt;
}

std::optional<std::uint64_t> ByEntryCode(const ElfImage& image) {
  const CodeRegion* const region = image.RegionAt(image.entry());
  if (region == nullptr) return std::nullopt;
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::optional<std::uint64_t> rdi;
  std::uint64_t at = image.entry();
  for (int i = 0; i < kMostInstructions && region->Contains(at); ++i) {
    const auto code = region->bytes.subspan(at - region->address);
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code.data(), code.size(), &instruction, operands)))
      return std::nullopt;
    if (instruction.meta.category == ZYDIS_CATEGORY_CALL) return rdi;
    if (const auto loaded = LoadedIntoRdi(instruction, operands, at)) rdi = loaded;
    at += instruction.length;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> MainAddress(const ElfImage& image) {
  auto address = BySymbol(image);
  if (!address) address = ByEntryCode(image);
  if (!address || image.RegionAt(*address) == nullptr) return std::nullopt;
  return address;
}

}  // namespace firstbyte::cpuid
