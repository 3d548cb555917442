// SPDX-License-Identifier: GPL-2.0-or-later
// What report/ says of a request from its names, against the request itself.
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>

#include "report/cpuids_per_request.h"
#include "report/testing.h"
#include "workspace/request_case.h"
#include "workspace/shared_workspace.h"
#include "workspace/testing.h"

namespace firstbyte::bench {
namespace {

// Contexts that the model of crypto/zstd.c makes for one request over an engine that counts.
int ContextsOf(const workspace::CaseInfo& info, workspace::Operation operation, workspace::InitPolicy policy,
               std::size_t fragments) {
  workspace::OwnedWorkspace workspace(workspace::FakeEngine(), policy);
  workspace::FakeState() = workspace::FakeEngineState{};
  const std::size_t source_size = operation == workspace::Operation::kCompress ? 4096 : 1000;
  workspace::OwnedRequest owned(workspace::Bytes(source_size, 'x'),
                                workspace::LayoutFor(info.request_case, operation, source_size, 4096, fragments));
  workspace::Run(operation, workspace.workspace(), owned.request());
  int inits = 0;
  for (const std::string& line : workspace::FakeState().log) inits += line.rfind("init_", 0) == 0 ? 1 : 0;
  return inits;
}

TEST(RequestCpuids, AreTwoForEachContextThatTheRequestMakes) {
  const std::map<std::string, workspace::InitPolicy> policies = {{"eager", workspace::InitPolicy::kEager},
                                                                 {"deferred", workspace::InitPolicy::kDeferred},
                                                                 {"reuse", workspace::InitPolicy::kReuse}};
  report::Results results = report::MakeResults();
  for (const workspace::CaseInfo& info : workspace::Cases()) {
    results.protocol.request_case = info.name;
    for (const int fragments : {1, 4}) {
      results.protocol.fragments = fragments;
      for (const auto& [name, policy] : policies) {
        for (const bool compress : {true, false}) {
          if (compress ? !info.compress : !info.decompress) continue;
          const auto operation = compress ? workspace::Operation::kCompress : workspace::Operation::kDecompress;
          const report::Arm arm{"arm", compress ? "compress" : "decompress", "zstd-1.5.4", "live", name};
          const auto cpuids = report::CpuidsPerRequest(results, arm);
          ASSERT_TRUE(cpuids) << cpuids.error().message;
          EXPECT_EQ(*cpuids, report::kCpuidsPerContext *
                                 ContextsOf(info, operation, policy, static_cast<std::size_t>(fragments)))
              << info.name << ", " << name << ", " << arm.operation << ", " << fragments;
        }
      }
    }
  }
}

}  // namespace
}  // namespace firstbyte::bench
