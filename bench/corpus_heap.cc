// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/corpus_heap.h"

#include <vector>

namespace firstbyte::bench {
namespace {

// What one word of a type holds.
enum class Field { kType, kNear, kFar, kNull, kFlags, kSmall, kLength, kName, kHash };

// Weights by repetition. About a third of the words are pointers, and only one in sixteen is noise.
constexpr Field kFields[] = {Field::kNear, Field::kNear,   Field::kNear,   Field::kFar,   Field::kFar,   Field::kNull,
                             Field::kNull, Field::kFlags,  Field::kFlags,  Field::kSmall, Field::kSmall, Field::kSmall,
                             Field::kName, Field::kLength, Field::kLength, Field::kHash};

// Sizes of common allocation classes, in words of 8 bytes.
constexpr std::size_t kObjectWords[] = {4, 6, 8, 10, 12, 16, 24};

// Addresses as Linux hands them out on x86-64: where programs are loaded, and where large arenas are mapped. Fixed, as
// all pages belong to one process.
constexpr std::uint64_t kProgram = 0x0000'5581'4c3a'0000;
constexpr std::uint64_t kArena = 0x0000'7f3a'9c00'0000;
constexpr std::uint64_t kArenaBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kAlignment = 16;

struct Type {
  std::vector<Field> fields;
  std::uint64_t descriptor = 0;  // address of a vtable or type record
  std::uint64_t home = 0;        // address around which near pointers lie
};

Type DrawType(CorpusRandom& random) {
  Type type;
  type.fields.resize(random.Pick(kObjectWords));
  for (Field& field : type.fields) field = random.Pick(kFields);
  // Most objects begin with a pointer to what describes them, or with a count of references.
  type.fields[0] = random.Chance(160) ? Field::kType : Field::kSmall;
  type.descriptor = kProgram + random.Below(4096) * 8;
  type.home = kArena + random.Below(kArenaBytes / kPageBytes) * kPageBytes;
  return type;
}

std::uint64_t DrawName(CorpusRandom& random) {
  constexpr const char* kNames[] = {"name", "id",   "value", "key",   "next", "data", "type",  "size",
                                    "list", "node", "item",  "index", "path", "host", "state", "count"};
  std::uint64_t word = 0;
  std::size_t shift = 0;
  for (const char* c = random.Pick(kNames); *c != '\0'; ++c, shift += 8) {
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(*c)) << shift;
  }
  return random.Chance(128) ? word | ('0' + random.Below(10)) << shift : word;
}

// Two 32-bit numbers: a length and a small count.
std::uint64_t DrawLength(CorpusRandom& random) {
  const std::uint64_t length = random.Below(2000);
  const std::uint64_t count = random.Below(4);
  return count << 32 | length;
}

std::uint64_t DrawWord(Field field, const Type& type, CorpusRandom& random) {
  switch (field) {
    case Field::kType:
      return type.descriptor;
    case Field::kNear:
      return type.home + random.Below(4 * kPageBytes / kAlignment) * kAlignment;
    case Field::kFar:
      return kArena + random.Below(kArenaBytes / kAlignment) * kAlignment;
    case Field::kNull:
      return random.Chance(32) ? type.home : 0;
    case Field::kFlags:
      return random.Chance(200) ? 1 : std::uint64_t{1} << random.Below(8);
    case Field::kSmall:
      return random.Chance(64) ? random.Below(256) : random.Below(16);
    case Field::kLength:
      return DrawLength(random);
    case Field::kName:
      return DrawName(random);
    case Field::kHash:
      return random.Next();
  }
  return 0;
}

void Store(std::uint64_t word, std::size_t at, PageSpan page) {
  for (std::size_t byte = 0; byte < 8; ++byte, word >>= 8) page[at + byte] = static_cast<unsigned char>(word);
}

}  // namespace

void FillHeap(CorpusRandom random, PageSpan page) {
  const Type type = DrawType(random);
  const std::size_t object_words = type.fields.size();
  bool freed = false;
  for (std::size_t word = 0; word < page.size() / 8; ++word) {
    const std::size_t field = word % object_words;
    if (field == 0) freed = random.Chance(24);
    std::uint64_t content = DrawWord(type.fields[field], type, random);
    // An allocator keeps its list of free objects in their first word; the rest stays as it was.
    if (freed && field == 0) content = DrawWord(Field::kNear, type, random);
    Store(content, word * 8, page);
  }
}

}  // namespace firstbyte::bench
