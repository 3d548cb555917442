// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/arm_runner.h"

#include <fmt/core.h>

#include <utility>

#include "bench/arm.h"

namespace firstbyte::bench {

Result<ArmRunner> ArmRunner::Create(const firstbyte_engine& engine, workspace::InitPolicy policy,
                                    std::shared_ptr<const Workload> workload, const Slot& slot) {
  const workspace::RequestFunction function = workspace::SelectRequest(workload->options().operation, policy);
  auto runner = CreateAround(engine, policy, function, std::move(workload), slot);
  if (!runner) return runner;
  if (const auto verified = runner->VerifyEachOnce(); !verified) return tl::unexpected<Error>(verified.error());
  return runner;
}

Result<ArmRunner> ArmRunner::CreateAround(const firstbyte_engine& engine, workspace::InitPolicy policy,
                                          workspace::RequestFunction function, std::shared_ptr<const Workload> workload,
                                          const Slot& slot) {
  auto shared = workspace::SharedWorkspace::Create(engine, workload->options().level, policy, slot.workspace());
  if (!shared) return tl::unexpected<Error>(shared.error());
  ArmRunner runner(*std::move(shared), function, std::move(workload));
  runner.expected_before_.push_back(0);
  for (const WorkItem& item : runner.workload_->items()) {
    runner.destinations_.push_back(slot.Destination(item.layout.destination));
    workspace::Request request;
    request.source = item.source;
    request.source_size = item.source_size;
    request.destination = runner.destinations_.back();
    request.destination_size = item.layout.destination_size;
    runner.requests_.push_back(request);
    runner.expected_before_.push_back(runner.expected_before_.back() +
                                      Outcome(item.expected_status, item.expected_produced));
  }
  return runner;
}

Result<void> ArmRunner::VerifyEachOnce() {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    const WorkItem& expected = workload_->items()[i];
    workspace::Request& request = requests_[i];
    const int status = run_(workspace_, request);
    if (status != expected.expected_status || request.produced != expected.expected_produced ||
        HashBytes(destinations_[i], request.produced) != expected.expected_hash) {
      return InvalidError(
          fmt::format("Engine {} with probe {} and policy {} gives another result for page {} than its reference: {} "
                      "({} bytes), not {} ({} bytes).",
                      workspace_.engine().name, workspace_.engine().probe, PolicyName(workspace_.policy()), i,
                      workspace::StatusName(status), request.produced, workspace::StatusName(expected.expected_status),
                      expected.expected_produced));
    }
  }
  return {};
}

std::uint64_t ArmRunner::RunBlock(std::int64_t operations) {
  const workspace::RequestFunction run = run_;
  const std::size_t count = requests_.size();
  std::uint64_t sum = 0;
  std::size_t next = next_;
  for (std::int64_t i = 0; i < operations; ++i) {
    workspace::Request& request = requests_[next];
    const int status = run(workspace_, request);
    sum += Outcome(status, request.produced);
    if (++next == count) next = 0;
  }
  next_ = next;
  return sum;
}

Result<void> ArmRunner::CheckBlock(std::int64_t operations, std::uint64_t sum) const {
  const std::size_t count = requests_.size();
  const auto done = static_cast<std::uint64_t>(operations);
  const std::size_t start = (next_ + count - static_cast<std::size_t>(done % count)) % count;
  const std::uint64_t whole = done / count * expected_before_[count];
  const std::uint64_t rest = start <= next_
                                 ? expected_before_[next_] - expected_before_[start]
                                 : expected_before_[count] - expected_before_[start] + expected_before_[next_];
  if (sum == whole + rest) return {};
  return InvalidError(fmt::format(
      "A block of {} requests of engine {} gave other results than before; the measurement cannot be trusted.",
      operations, workspace_.engine().name));
}

}  // namespace firstbyte::bench
