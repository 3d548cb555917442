// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/code_map.h"

#include <dlfcn.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "cpuid/decode.h"
#include "cpuid/demangle.h"
#include "cpuid/scan.h"

namespace firstbyte::bench {
namespace {

using Code = std::span<const std::uint8_t>;

// Taken out with what stands between the two, which may hold more of them.
std::string WithoutTemplateArguments(const std::string& name) {
  std::string plain;
  int depth = 0;
  for (const char c : name) {
    if (c == '<') ++depth;
    if (depth == 0) plain += c;
    if (c == '>' && depth > 0) --depth;
  }
  return plain;
}

// The length of a REP STOS at the start of `code`: F3, perhaps REX.W, AA (bytes) or AB (words).
std::optional<std::size_t> RepStosAt(Code code) {
  if (code.size() < 2 || code[0] != 0xf3) return std::nullopt;
  const std::size_t opcode = code[1] == 0x48 ? 2 : 1;
  if (code.size() <= opcode || (code[opcode] != 0xaa && code[opcode] != 0xab)) return std::nullopt;
  return opcode + 1;
}

// Where the instruction that ends at an address begins, by decoding on from a place where one is known to.
std::optional<std::uint64_t> InstructionEndingAt(const cpuid::CodeRegion& region, std::uint64_t from,
                                                 std::uint64_t end) {
  while (from < end) {
    const auto instruction = cpuid::DecodeAt(region.bytes.subspan(from - region.address));
    if (!instruction) return std::nullopt;
    if (from + instruction->length == end) return from;
    from += instruction->length;
  }
  return std::nullopt;
}

std::map<std::uint64_t, std::string> MemoryFunctions() {
  std::map<std::uint64_t, std::string> names;
  // What an indirect function resolves to is an address of no symbol.
  for (const char* const name : {"memset", "memcpy", "memmove", "memcmp"}) {
    const void* const address = dlsym(RTLD_DEFAULT, name);
    if (address != nullptr) names.emplace(reinterpret_cast<std::uintptr_t>(address), name);
  }
  return names;
}

}  // namespace

struct CodeMap::Loaded {
  cpuid::ElfImage image;
  std::optional<cpuid::ScanResult> scan;  // once it is needed
};

std::string PlainFunctionName(const std::string& demangled) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  std::string name = demangled;
  for (std::size_t at; (at = name.find(kAnonymous)) != std::string::npos;) name.erase(at, kAnonymous.size());
  name = WithoutTemplateArguments(name);
  name = name.substr(0, name.find('('));
  return name.substr(name.rfind(' ') + 1);
}

CodeMap::CodeMap(std::vector<cpuid::Mapping> mappings, std::map<std::uint64_t, std::string> names)
    : mappings_(std::move(mappings)), names_(std::move(names)) {}
CodeMap::CodeMap(CodeMap&&) noexcept = default;
CodeMap::~CodeMap() = default;

CodeMap CodeMap::OfThisProcess() { return {cpuid::ReadMaps(getpid()), MemoryFunctions()}; }

std::optional<CodeMap::Place> CodeMap::Find(std::uint64_t address) {
  const auto mapping = std::find_if(mappings_.begin(), mappings_.end(), [address](const cpuid::Mapping& m) {
    return m.start <= address && address < m.end;
  });
  if (mapping == mappings_.end()) return std::nullopt;
  Place place;
  place.mapping = &*mapping;
  auto known = objects_.find(mapping->path);
  if (known == objects_.end()) {
    auto image = mapping->inode == 0 ? InvalidError("") : cpuid::ElfImage::Open(mapping->path);
    auto object = image ? std::make_unique<Loaded>(Loaded{*std::move(image), std::nullopt}) : nullptr;
    known = objects_.emplace(mapping->path, std::move(object)).first;
  }
  if (known->second == nullptr) return place;
  const auto own = known->second->image.AddressOfOffset(address - mapping->start + mapping->offset);
  if (!own) return place;
  place.object = known->second.get();
  place.address = *own;
  return place;
}

std::string CodeMap::Object(std::uint64_t address) {
  const auto place = Find(address);
  return place ? place->mapping->path : "";
}

std::optional<std::uint64_t> CodeMap::FunctionStart(std::uint64_t address) {
  const auto place = Find(address);
  if (!place || place->object == nullptr) return std::nullopt;
  const auto function = place->object->image.FunctionAt(place->address);
  if (!function) return std::nullopt;
  return address - (place->address - function->begin);
}

std::string CodeMap::FunctionName(std::uint64_t address) {
  const auto place = Find(address);
  if (!place) return "[nowhere]";
  if (place->object != nullptr) {
    const auto start = FunctionStart(address);
    const auto named = start ? names_.find(*start) : names_.end();
    if (named != names_.end()) return named->second;
    const std::string symbol = cpuid::SymbolName(place->object->image, place->address);
    if (!symbol.empty()) return PlainFunctionName(cpuid::Demangle(symbol.substr(0, symbol.rfind("+0x"))));
  }
  const std::string& path = place->mapping->path;
  return path.starts_with('[') ? path : fmt::format("[{}]", path.substr(path.rfind('/') + 1));
}

std::optional<report::CpuidSite> CodeMap::CpuidEndingAt(std::uint64_t address) {
  constexpr std::array<std::uint8_t, 2> kOpcode = {0x0f, 0xa2};
  const auto place = Find(address);
  if (!place || place->object == nullptr) return std::nullopt;
  const cpuid::CodeRegion* const region = place->object->image.RegionAt(place->address - 1);
  if (region == nullptr || place->address - region->address < kOpcode.size()) return std::nullopt;
  const Code before = region->bytes.subspan(place->address - region->address - kOpcode.size(), kOpcode.size());
  if (!std::equal(before.begin(), before.end(), kOpcode.begin())) return std::nullopt;
  if (!place->object->scan) place->object->scan = cpuid::Scan(place->object->image);
  for (const cpuid::Site& site : place->object->scan->sites) {
    if (site.address + site.length == place->address)
      return report::CpuidSite{place->mapping->path, site.offset, cpuid::Demangle(site.symbol)};
  }
  return std::nullopt;
}

bool CodeMap::InRepStos(std::uint64_t address) {
  const auto place = Find(address);
  if (!place || place->object == nullptr) return false;
  const cpuid::CodeRegion* const region = place->object->image.RegionAt(place->address);
  if (region == nullptr) return false;
  if (RepStosAt(region->bytes.subspan(place->address - region->address))) return true;
  const auto function = place->object->image.FunctionAt(place->address);
  if (!function || !region->Contains(function->begin)) return false;
  const auto before = InstructionEndingAt(*region, function->begin, place->address);
  if (!before) return false;
  const auto length = RepStosAt(region->bytes.subspan(*before - region->address));
  return length && *before + *length == place->address;
}

}  // namespace firstbyte::bench
