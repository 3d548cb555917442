// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/wrap.h"
#include "bench/session.h"
#include "cli/command.h"
#include "engine/catalog.h"
#include "workspace/shared_workspace.h"

namespace firstbyte::cli {
namespace {

struct Listed {
  report::EngineRecord record;
  workspace::WorkspaceSizes sizes;
  std::size_t cctx = 0;
  std::size_t dctx = 0;
};

Result<std::vector<Listed>> ListEngines(const std::string& directory) {
  const auto catalog = engine::Catalog::Open(directory);
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  std::vector<Listed> list;
  std::map<std::string, engine::Engine> first_of_name;
  for (const engine::EngineFile& file : catalog->files()) {
    const auto loaded = catalog->Load(file.name, file.probe);
    if (!loaded) return tl::unexpected<Error>(loaded.error());
    const auto record = bench::DescribeEngine(*loaded);
    if (!record) return tl::unexpected<Error>(record.error());
    const auto [first, is_first] = first_of_name.emplace(file.name, *loaded);
    if (!is_first) {
      if (const auto same = engine::CheckSameOutput(first->second.table(), loaded->table()); !same)
        return tl::unexpected<Error>(same.error());
    }
    list.push_back({*record, workspace::SizesFor(loaded->table(), workspace::kDefaultLevel),
                    loaded->table().sizeof_cctx, loaded->table().sizeof_dctx});
  }
  return list;
}

void PrintText(const std::vector<Listed>& list) {
  for (const Listed& e : list) {
    Print(fmt::format("{} ({})\n", e.record.name, e.record.probe));
    Print(fmt::format("  version    {}\n", e.record.version));
    Print(fmt::format("  source     {}\n", e.record.source));
    Print(fmt::format("  sha256     {}\n", e.record.source_sha256));
    Print(fmt::format("  object     {}\n", e.record.object_sha256));
    Print(fmt::format("  code       {}\n", e.record.text_sha256.value_or("")));
    Print(fmt::format("  compiler   {}\n", e.record.compiler));
    Print(fmt::format("  flags      {}\n", WrapIndented(e.record.flags, 13, 80)));
    Print(fmt::format("  contexts   ZSTD_CCtx {} bytes, ZSTD_DCtx {} bytes\n", e.cctx, e.dctx));
    Print(fmt::format("  workspace  {} bytes (level {}, 2^18): cstream {}, dstream {},\n", e.sizes.shared,
                      workspace::kDefaultLevel, e.sizes.cstream, e.sizes.dstream));
    Print(fmt::format("             cctx {}, dctx {}\n", e.sizes.cctx, e.sizes.dctx));
  }
}

void PrintJson(const std::vector<Listed>& list) {
  nlohmann::ordered_json engines = nlohmann::ordered_json::array();
  for (const Listed& e : list) {
    engines.push_back({{"name", e.record.name},
                       {"probe", e.record.probe},
                       {"version", e.record.version},
                       {"source", e.record.source},
                       {"source_sha256", e.record.source_sha256},
                       {"object_sha256", e.record.object_sha256},
                       {"text_sha256", e.record.text_sha256.value_or("")},
                       {"data_sha256", e.record.data_sha256.value_or("")},
                       {"compiler", e.record.compiler},
                       {"flags", e.record.flags},
                       {"sizeof_cctx", e.cctx},
                       {"sizeof_dctx", e.dctx},
                       {"workspace_bytes", e.sizes.shared},
                       {"cstream_bytes", e.sizes.cstream},
                       {"dstream_bytes", e.sizes.dstream},
                       {"cctx_bytes", e.sizes.cctx},
                       {"dctx_bytes", e.sizes.dctx}});
  }
  Print(fmt::format("{}\n", nlohmann::ordered_json{{"engines", engines}}.dump(2)));
}

}  // namespace

void AddEnginesCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command = app.add_subcommand("engines", "List the zstd builds that can be measured, and check them.");
  command->footer(
      "Every engine is loaded and checked: ABI, version, a round trip, and that `live` and `cached` give the same "
      "bytes.\nExample: firstbyte engines --format=json");
  auto format = std::make_shared<std::string>("text");
  command->add_option("--format", *format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->callback([format, &paths, &action] {
    action = [format, &paths]() -> Result<void> {
      const auto list = ListEngines(paths.engine_directory);
      if (!list) return tl::unexpected<Error>(list.error());
      *format == "json" ? PrintJson(*list) : PrintText(*list);
      return {};
    };
  });
}

}  // namespace firstbyte::cli
