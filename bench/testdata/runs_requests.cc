// SPDX-License-Identifier: GPL-2.0-or-later
// Runs requests and nothing else, so that what they execute can be counted from outside:
// runs_requests ENGINE.so POLICY OPERATION CASE COUNT. Ends with 0 if every request succeeded.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>

#include "bench/arm.h"
#include "engine/loader.h"
#include "workspace/request.h"
#include "workspace/request_case.h"
#include "workspace/testing.h"

namespace firstbyte::bench {
namespace {

using workspace::Bytes;
using workspace::InitPolicy;
using workspace::Operation;

Bytes Page() {
  Bytes page(workspace::kPageBytes);
  for (std::size_t i = 0; i < page.size(); ++i) page[i] = static_cast<unsigned char>("zstd pays before it"[i * i % 19]);
  return page;
}

// A page compressed by the engine, with a context that is made once.
Bytes Frame(const firstbyte_engine& engine, const Bytes& page) {
  workspace::OwnedWorkspace workspace(engine, InitPolicy::kReuse);
  workspace::OwnedRequest owned(
      page, workspace::LayoutFor(workspace::RequestCase::kLinear, Operation::kCompress, page.size(), page.size(), 1));
  if (workspace::Run(Operation::kCompress, workspace.workspace(), owned.request()) != 0) return {};
  return owned.Output();
}

bool RunRequests(const firstbyte_engine& engine, InitPolicy policy, Operation operation,
                 workspace::RequestCase request_case, int count) {
  const Bytes page = Page();
  const Bytes source = operation == Operation::kCompress ? page : Frame(engine, page);
  const auto layout = workspace::LayoutFor(request_case, operation, source.size(), page.size(), 3);
  workspace::OwnedWorkspace workspace(engine, policy);
  for (int i = 0; i < count; ++i) {
    workspace::OwnedRequest owned(source, layout);
    if (workspace::Run(operation, workspace.workspace(), owned.request()) != 0) return false;
    if (operation == Operation::kDecompress && owned.Output() != page) return false;
  }
  return true;
}

int Main(char** argv) {
  const auto engine = engine::Engine::Load(argv[1]);
  const auto policy = PolicyByName(argv[2]);
  const auto operation = OperationByName(argv[3]);
  const auto request_case = workspace::FindCase(argv[4]);
  int count = -1;
  std::from_chars(argv[5], argv[5] + std::strlen(argv[5]), count);
  if (!engine || !policy || !operation || !request_case || count < 0) return 2;
  return RunRequests(engine->table(), *policy, *operation, request_case->request_case, count) ? 0 : 1;
}

}  // namespace
}  // namespace firstbyte::bench

int main(int argc, char** argv) { return argc == 6 ? firstbyte::bench::Main(argv) : 2; }
