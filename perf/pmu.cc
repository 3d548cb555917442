// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/pmu.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/cpulist.h"
#include "base/number.h"
#include "perf/machine_file.h"

namespace firstbyte::perf {
namespace {

constexpr char kDevices[] = "/sys/bus/event_source/devices";
constexpr int kBits = 64;

std::string PathOf(std::string_view pmu, std::string_view file) { return fmt::format("{}/{}/{}", kDevices, pmu, file); }

// No path into other directories.
bool IsFileName(std::string_view name) {
  return !name.empty() && name.find('/') == std::string_view::npos && name != "." && name != "..";
}

// "0x3c" or "60".
std::optional<std::uint64_t> ParseValue(std::string_view text) {
  if (text.substr(0, 2) != "0x") return ParseNumber<std::uint64_t>(text);
  return ParseNumber<std::uint64_t>(text.substr(2), 16);
}

// Cuts the text up to `separator` off its front.
std::string_view CutPart(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return part;
}

std::uint64_t* WordOf(Config& config, std::string_view name) {
  if (name == "config") return &config.config;
  if (name == "config1") return &config.config1;
  if (name == "config2") return &config.config2;
  return nullptr;
}

// Puts the low bits of `value` into bits `range` ("0-7" or "18") of the word, and takes them off the value.
bool PlaceInRange(std::string_view range, std::uint64_t& word, std::uint64_t& value) {
  std::string_view rest = range;
  const auto first = ParseNumber<int>(CutPart(rest, '-'));
  const auto last = rest.empty() ? first : ParseNumber<int>(rest);
  if (!first || !last || *first < 0 || *last < *first || *last >= kBits) return false;
  const int width = *last - *first + 1;
  const std::uint64_t mask = width == kBits ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  word = (word & ~(mask << *first)) | ((value & mask) << *first);
  value = width == kBits ? 0 : value >> width;
  return true;
}

// `format` as in sysfs: "config:0-7,32-35", "config1:18".
Result<void> Place(std::string_view term, std::string_view format, std::uint64_t value, Config& config) {
  const auto not_understood = [&] {
    return InvalidError(
        fmt::format("sysfs describes the term \"{}\" in a way that is not understood ({})", term, format));
  };
  std::string_view ranges = format;
  std::uint64_t* const word = WordOf(config, CutPart(ranges, ':'));
  if (word == nullptr || ranges.empty()) return not_understood();
  const std::uint64_t asked = value;
  while (!ranges.empty()) {
    if (!PlaceInRange(CutPart(ranges, ','), *word, value)) return not_understood();
  }
  if (value != 0) return InvalidError(fmt::format("{:#x} is too large for the term \"{}\"", asked, term));
  return {};
}

// `names`: whether a term may be a name of `events`, which stands for terms, not for names.
Result<void> AddTerms(const std::string& root, const Pmu& pmu, std::string_view terms, bool names, Config& config) {
  while (!terms.empty()) {
    std::string_view given = CutPart(terms, ',');
    const std::string_view term = CutPart(given, '=');
    const auto unknown = [&] {
      return InvalidError(fmt::format("the PMU \"{}\" has no event and no term \"{}\"", pmu.name, term));
    };
    if (!IsFileName(term)) return unknown();
    if (names && given.empty()) {
      if (const auto event = ReadMachineFile(root, PathOf(pmu.name, fmt::format("events/{}", term)))) {
        if (const auto added = AddTerms(root, pmu, *event, false, config); !added) return added;
        continue;
      }
    }
    const auto value = given.empty() ? std::optional<std::uint64_t>(1) : ParseValue(given);
    if (!value) return InvalidError(fmt::format("\"{}\" is no number for the term \"{}\"", given, term));
    if (std::uint64_t* const word = WordOf(config, term); word != nullptr) {
      *word = *value;
      continue;
    }
    const auto format = ReadMachineFile(root, PathOf(pmu.name, fmt::format("format/{}", term)));
    if (!format) return unknown();
    if (const auto placed = Place(term, *format, *value, config); !placed) return placed;
  }
  return {};
}

}  // namespace

std::optional<Pmu> FindPmu(const std::string& root, std::string_view name) {
  if (!IsFileName(name)) return std::nullopt;
  const auto text = ReadMachineFile(root, PathOf(name, "type"));
  const auto type = text ? ParseNumber<std::uint32_t>(*text) : std::nullopt;
  if (!type) return std::nullopt;
  return Pmu{std::string(name), *type};
}

bool IsCore(const std::string& root, const Pmu& pmu) {
  std::error_code error;
  // Of the PMUs that are not "cpu", those of cores list their CPUs in `cpus`; those around the cores have a `cpumask`.
  return pmu.name == "cpu" || std::filesystem::exists(root + PathOf(pmu.name, "cpus"), error);
}

std::vector<Pmu> CorePmus(const std::string& root) {
  std::vector<Pmu> cores;
  std::error_code error;
  std::filesystem::directory_iterator entry(root + kDevices, error);
  while (!error && entry != std::filesystem::directory_iterator()) {
    const auto pmu = FindPmu(root, entry->path().filename().string());
    if (pmu && IsCore(root, *pmu)) cores.push_back(*pmu);
    entry.increment(error);
  }
  std::sort(cores.begin(), cores.end(), [](const Pmu& a, const Pmu& b) { return a.name < b.name; });
  return cores;
}

bool CountsOn(const std::string& root, const Pmu& pmu, int cpu) {
  const auto list = ReadMachineFile(root, PathOf(pmu.name, "cpus"));
  const auto cpus = list ? ParseCpuList(*list) : std::nullopt;
  return cpus && Contains(*cpus, cpu);
}

Result<Config> ConfigOf(const std::string& root, const Pmu& pmu, std::string_view terms) {
  Config config;
  if (const auto added = AddTerms(root, pmu, terms, true, config); !added) return tl::unexpected<Error>(added.error());
  return config;
}

}  // namespace firstbyte::perf
