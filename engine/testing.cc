// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine/testing.h"

#include <cstdio>
#include <cstdlib>

namespace firstbyte::engine {

std::string TestEngineDirectory() {
  const char* const root = std::getenv("TEST_SRCDIR");
  return std::string(root == nullptr ? "." : root) + "/firstbyte/engine";
}

Engine LoadForTest(const std::string& name, const std::string& probe) {
  auto engine = Engine::Load(TestEngineDirectory() + "/" + name + "." + probe + ".so");
  if (!engine) {
    std::fprintf(stderr, "%s\n", engine.error().message.c_str());
    std::exit(1);
  }
  return *std::move(engine);
}

}  // namespace firstbyte::engine
