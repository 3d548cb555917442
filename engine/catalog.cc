// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/catalog.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>

namespace firstbyte::engine {
namespace {

namespace fs = std::filesystem;

// Where a link to an engine leads, as the kernel will call it in the maps of processes; of a broken one, the link.
std::string FileOf(const fs::path& path) {
  std::error_code error;
  const fs::path file = fs::canonical(path, error);
  return error ? path.string() : file.string();
}

std::optional<EngineFile> FromPath(const fs::path& path) {
  const std::string file = path.filename().string();
  for (const std::string_view probe : {"live", "cached"}) {
    const std::string ending = fmt::format(".{}.so", probe);
    if (file.size() > ending.size() && file.ends_with(ending)) {
      return EngineFile{file.substr(0, file.size() - ending.size()), std::string(probe), FileOf(path)};
    }
  }
  return std::nullopt;
}

// Engines that are built on demand: of a tree that the user names, or of sources that are large to fetch
// (engine/BUILD.bazel).
std::string HowToBuild(const std::string& name) {
  if (name == "candidate" || name == "candidate2") {
    return fmt::format(
        " {} is a zstd or kernel tree on your disk: ./bazelw run --repo_env=FIRSTBYTE_{}=/path/to/tree //:firstbyte -- "
        "COMMAND.",
        name, name == "candidate" ? "CANDIDATE" : "CANDIDATE2");
  }
  if (!name.starts_with("linux-")) return "";
  return " Those of kernels, linux-6.1 and linux-6.12, are built on demand: ./bazelw run --define=kernel_engines=on "
         "//:firstbyte -- COMMAND (fetches 290 MB once).";
}

}  // namespace

Result<Catalog> Catalog::Open(const std::string& directory) {
  std::error_code error;
  fs::directory_iterator entry(directory, error);
  if (error) return InvalidError(fmt::format("Cannot list the engines in {}: {}.", directory, error.message()));
  Catalog catalog;
  for (; entry != fs::directory_iterator(); entry.increment(error)) {
    if (auto file = FromPath(entry->path())) catalog.files_.push_back(*std::move(file));
  }
  if (error) return InvalidError(fmt::format("Cannot list the engines in {}: {}.", directory, error.message()));
  if (catalog.files_.empty())
    return InvalidError(fmt::format("There is no engine (NAME.live.so, NAME.cached.so) in {}.", directory));
  std::sort(catalog.files_.begin(), catalog.files_.end(), [](const EngineFile& a, const EngineFile& b) {
    return std::tuple(a.name, a.probe != "live") < std::tuple(b.name, b.probe != "live");
  });
  return catalog;
}

std::string Catalog::Names() const {
  std::set<std::string> names;
  for (const EngineFile& file : files_) names.insert(file.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<Engine> Catalog::Load(const std::string& name, const std::string& probe) const {
  const auto file = std::find_if(files_.begin(), files_.end(),
                                 [&](const EngineFile& f) { return f.name == name && f.probe == probe; });
  if (file == files_.end()) {
    return UsageError(fmt::format("There is no engine {} with probe {}. Engines of this build: {}.{}", name, probe,
                                  Names(), HowToBuild(name)));
  }
  auto engine = Engine::Load(file->path);
  if (engine && (engine->name() != name || engine->probe() != probe)) {
    return InvalidError(
        fmt::format("Engine {} calls itself {} with probe {}.", file->path, engine->name(), engine->probe()));
  }
  return engine;
}

}  // namespace firstbyte::engine
