// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/testing.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string_view>

namespace firstbyte::engine {
namespace {

constexpr KnownEngine kKnownEngines[] = {
    {"linux-6.1", "1.4.10", 3312, 161480, 1559753, 685832, 1034952, 49152},
    {"linux-6.12", "1.5.2", 5056, 95944, 1565945, 751368, 1041144, 49152},
    {"zstd-1.5.4", "1.5.4", 5216, 95976, 1566105, 751400, 1041304, 49152},
};

[[noreturn]] void Die(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

}  // namespace

std::string TestEngineDirectory() {
  const char* const root = std::getenv("TEST_SRCDIR");
  return std::string(root == nullptr ? "." : root) + "/firstbyte/engine";
}

Engine LoadForTest(const std::string& name, const std::string& probe) {
  auto engine = Engine::Load(TestEngineDirectory() + "/" + name + "." + probe + ".so");
  if (!engine) Die(engine.error().message);
  return *std::move(engine);
}

std::vector<std::string> TestEngineNames() {
  static constexpr std::string_view kEnding = ".live.so";
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(TestEngineDirectory())) {
    const std::string file = entry.path().filename();
    if (file.ends_with(kEnding)) names.insert(file.substr(0, file.size() - kEnding.size()));
  }
  if (names.empty()) Die("There is no engine in " + TestEngineDirectory() + ".");
  return {names.begin(), names.end()};
}

std::string TestName(const std::string& engine) {
  std::string name = engine;
  for (char& c : name) {
    if (c == '-' || c == '.') c = '_';
  }
  return name;
}

const KnownEngine& KnownEngineForTest(const std::string& name) {
  for (const KnownEngine& known : kKnownEngines) {
    if (name == known.name) return known;
  }
  Die("Nothing is known of the engine " + name + ": add it to engine/testing.cc.");
}

}  // namespace firstbyte::engine
