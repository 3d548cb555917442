// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/results_file.h"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "report/results_json.h"
#include "report/strict_json.h"
#include "report/validate.h"

namespace firstbyte::report {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

constexpr std::string_view kJournalSuffix = ".journal";

}  // namespace

bool DeclaresSchema(std::string_view text, std::string_view schema) {
  constexpr std::size_t kWithin = 64;
  return text.substr(0, kWithin).find(fmt::format("\"{}\"", schema)) != std::string_view::npos;
}

Result<std::string> ReadTextFile(const std::string& path, std::size_t limit) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rbe"));
  if (!file) return UsageError(fmt::format("Cannot read {}: {}.", path, std::strerror(errno)));
  std::string text;
  std::array<char, 65536> block;
  std::size_t count;
  while ((count = std::fread(block.data(), 1, block.size(), file.get())) > 0) {
    text.append(block.data(), count);
    if (text.size() > limit) {
      return InvalidError(fmt::format("{} has more than {} bytes; that is not read.", path, limit));
    }
  }
  if (std::ferror(file.get()) != 0) return UsageError(fmt::format("Cannot read {}: {}.", path, std::strerror(errno)));
  return text;
}

Result<Results> ParseResults(std::string_view text, std::string_view file_name) {
  if (file_name.ends_with(kJournalSuffix)) {
    return InvalidError(fmt::format(
        "{} is the journal of an unfinished measurement; finish the measurement with --resume.", file_name));
  }
  auto results = FromJson(text, file_name);
  if (!results) return results;
  if (const auto valid = Validate(*results, file_name); !valid) return tl::unexpected(valid.error());
  return results;
}

Result<Results> ReadResultsFile(const std::string& path) {
  const auto text = ReadTextFile(path, JsonLimits{}.bytes);
  if (!text) return tl::unexpected(text.error());
  return ParseResults(*text, path);
}

}  // namespace firstbyte::report
