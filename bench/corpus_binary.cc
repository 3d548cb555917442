// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_binary.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace firstbyte::bench {
namespace {

using Bytes = std::vector<unsigned char>;

// What follows the opcode: ModRM of two registers, ModRM with an 8-bit offset, an 8-bit or 32-bit number, an
// address relative to the next instruction (code or data), a jump within the function.
enum class Tail { kRegisters, kStack, kField, kImm8, kImm32, kCall, kData, kJump };

struct Instruction {
  unsigned weight;
  std::string_view opcode;
  Tail tail;
};

// Weights are round numbers near what a disassembly of bash counts.
constexpr Instruction kInstructions[] = {
    {16, "\x48\x89", Tail::kRegisters},                                  // mov reg, reg
    {8, "\x89", Tail::kRegisters},      {12, "\x48\x8b", Tail::kField},  // mov reg, [reg+offset]
    {6, "\x8b", Tail::kField},          {8, "\x48\x89", Tail::kField},
    {6, "\x48\x8b", Tail::kStack},  // mov reg, [rsp+offset]
    {6, "\x48\x89", Tail::kStack},      {12, "\xe8", Tail::kCall},
    {8, "\x48\x8b", Tail::kData},                                       // mov reg, [rip+offset]
    {7, "\x48\x8d", Tail::kData},                                       // lea reg, [rip+offset]
    {8, "\x48\x85", Tail::kRegisters},  {6, "\x85", Tail::kRegisters},  // test
    {9, "\x74", Tail::kJump},                                           // je
    {7, "\x75", Tail::kJump},           {5, "\xeb", Tail::kJump},
    {5, "\x48\x83", Tail::kImm8},                                       // add, sub, cmp with a small number
    {5, "\x83", Tail::kImm8},           {4, "\x31", Tail::kRegisters},  // xor
    {4, "\xbf", Tail::kImm32},                                          // mov edi, number
    {3, "\xb8", Tail::kImm32},          {4, "\x0f\xb6", Tail::kField},  // movzx
    {3, "\x48\x01", Tail::kRegisters},  {3, "\x48\x39", Tail::kRegisters},
};

void Append32(std::uint64_t number, Bytes& code) {
  for (int byte = 0; byte < 4; ++byte, number >>= 8) code.push_back(static_cast<unsigned char>(number));
}

// There is nothing to repeat at the start of a page.
constexpr std::size_t kIdiomsFrom = 64;

unsigned char Low(std::uint64_t number) { return static_cast<unsigned char>(number); }

// Compilers prefer some registers: rax, rdi, rbx and rsi turn up most.
std::uint64_t DrawRegister(CorpusRandom& random) {
  constexpr std::uint64_t kRegisters[] = {0, 0, 0, 7, 7, 3, 3, 6, 5, 1, 2};
  return random.Pick(kRegisters);
}

// Where the calls and the data of the whole corpus lie, seen from the page's own address.
struct Surroundings {
  std::uint64_t address;
  std::vector<std::uint64_t> functions;
  std::vector<std::uint64_t> objects;
};

Surroundings DrawSurroundings(CorpusRandom& random) {
  Surroundings around{0x20000 + random.Below(200) * kPageBytes, {}, {}};
  for (int i = 0; i < 40; ++i) around.functions.push_back(0x1c000 + random.Below(60000) * 16);
  for (int i = 0; i < 60; ++i) around.objects.push_back(0x120000 + random.Below(12000) * 8);
  return around;
}

void AppendRelative(const std::vector<std::uint64_t>& targets, const Surroundings& around, CorpusRandom& random,
                    Bytes& code) {
  const std::uint64_t target = targets[random.Below(targets.size())];
  Append32(target - (around.address + code.size() + 4), code);
}

void AppendTail(Tail tail, const Surroundings& around, CorpusRandom& random, Bytes& code) {
  constexpr std::uint64_t kOperations[] = {0, 5, 7};  // add, sub, cmp
  const std::uint64_t reg = DrawRegister(random);
  switch (tail) {
    case Tail::kRegisters:
      return code.push_back(Low(0xc0 | reg << 3 | (random.Chance(80) ? reg : DrawRegister(random))));
    case Tail::kStack:
      code.insert(code.end(), {Low(0x44 | reg << 3), 0x24});
      return code.push_back(Low(random.Below(12) * 8));
    case Tail::kField:
      code.push_back(Low(0x40 | reg << 3 | DrawRegister(random)));
      return code.push_back(Low(random.Below(random.Chance(160) ? 6 : 24) * 8));
    case Tail::kImm8:
      code.push_back(Low(0xc0 | random.Pick(kOperations) << 3 | reg));
      return code.push_back(Low(random.Chance(160) ? 1 + random.Below(8) : random.Below(128)));
    case Tail::kImm32:
      return Append32(random.Chance(180) ? random.Below(64) : random.Below(1 << 16), code);
    case Tail::kCall:
      return AppendRelative(around.functions, around, random, code);
    case Tail::kData:
      code.push_back(Low(0x05 | reg << 3));
      return AppendRelative(around.objects, around, random, code);
    case Tail::kJump:
      return code.push_back(Low(random.Below(256)));
  }
}

constexpr unsigned TotalWeight() {
  unsigned total = 0;
  for (const Instruction& instruction : kInstructions) total += instruction.weight;
  return total;
}

const Instruction& DrawInstruction(CorpusRandom& random) {
  std::uint64_t drawn = random.Below(TotalWeight());
  const Instruction* instruction = kInstructions;
  for (; drawn >= instruction->weight; ++instruction) drawn -= instruction->weight;
  return *instruction;
}

// Compilers emit the same few instructions again and again; without that, code would compress far worse than it does.
void AppendIdiom(CorpusRandom& random, Bytes& code) {
  const std::uint64_t length = 4 + random.Below(12);
  const std::uint64_t start = random.Below(code.size() - length);
  for (std::uint64_t i = 0; i < length; ++i) code.push_back(code[start + i]);
}

void AppendFunction(const Surroundings& around, CorpusRandom& random, Bytes& code) {
  // push of the saved registers, body, pop of the same, ret; then nops as GCC pads.
  static constexpr unsigned char kSaves[] = {0x55, 0x53, 0x54};
  const std::uint64_t saves = 1 + random.Below(2);
  code.insert(code.end(), {0xf3, 0x0f, 0x1e, 0xfa});  // endbr64
  for (std::uint64_t i = 0; i < saves; ++i) code.push_back(kSaves[i]);
  for (std::uint64_t left = 10 + random.Below(70); left > 0; --left) {
    if (code.size() > kIdiomsFrom && random.Chance(64)) AppendIdiom(random, code);
    const Instruction& instruction = DrawInstruction(random);
    for (const char byte : instruction.opcode) code.push_back(static_cast<unsigned char>(byte));
    AppendTail(instruction.tail, around, random, code);
  }
  for (std::uint64_t i = saves; i > 0; --i) code.push_back(static_cast<unsigned char>(kSaves[i - 1] + 8));
  code.push_back(0xc3);
  static constexpr unsigned char kLongNop[] = {0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0};
  if (code.size() % 16 != 0 && 16 - code.size() % 16 >= std::size(kLongNop)) {
    code.insert(code.end(), std::begin(kLongNop), std::end(kLongNop));
  }
  while (code.size() % 16 != 0) code.push_back(0x90);
}

void Store(std::uint64_t number, std::size_t bytes, std::size_t& at, PageSpan page) {
  for (; bytes > 0; --bytes, number >>= 8) page[at++] = Low(number);
}

}  // namespace

void FillCode(CorpusRandom random, PageSpan page) {
  const Surroundings around = DrawSurroundings(random);
  Bytes code;
  while (code.size() < page.size()) AppendFunction(around, random, code);
  std::copy_n(code.begin(), page.size(), page.begin());
}

void FillRecords(CorpusRandom random, PageSpan page) {
  constexpr std::size_t kRecordBytes = 24;
  std::fill(page.begin(), page.end(), static_cast<unsigned char>(0));
  std::uint64_t name = random.Below(50000);
  std::uint64_t address = 0x1c000 + random.Below(60000) * 16;
  for (std::size_t at = 0; at + kRecordBytes <= page.size();) {
    const bool function = random.Chance(180);
    const std::uint64_t size = function ? 16 + random.Below(600) : 8 * (1 + random.Below(8));
    Store(name, 4, at, page);
    Store(function ? 0x12 : 0x11, 1, at, page);  // global, and what it is
    Store(0, 1, at, page);
    Store(function ? 14 : 25, 2, at, page);  // section
    Store(address, 8, at, page);
    Store(size, 8, at, page);
    name += 6 + random.Below(24);
    address += (size + 15) / 16 * 16;
  }
}

}  // namespace firstbyte::bench
