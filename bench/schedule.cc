// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/schedule.h"

#include <algorithm>
#include <string>

#include "base/random.h"
#include "bench/williams.h"

namespace firstbyte::bench {
namespace {

// Labels of the random streams; the numbers only have to differ.
constexpr std::uint64_t kSlotStream = 1;
constexpr std::uint64_t kEnvironmentStream = 2;

// Enough to move the stack through every 16-byte alignment of a page.
constexpr std::uint64_t kEnvironmentRange = 4096;

std::vector<std::string> OperationsOf(const std::vector<report::Arm>& arms) {
  std::vector<std::string> operations;
  for (const report::Arm& arm : arms) {
    if (std::find(operations.begin(), operations.end(), arm.operation) == operations.end())
      operations.push_back(arm.operation);
  }
  return operations;
}

std::vector<int> ArmsOf(const std::vector<report::Arm>& arms, const std::string& operation) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (arms[i].operation == operation) indices.push_back(static_cast<int>(i));
  }
  return indices;
}

}  // namespace

std::vector<int> RoundOrder(const std::vector<report::Arm>& arms, std::int64_t global_round) {
  const std::vector<std::string> operations = OperationsOf(arms);
  std::vector<int> order;
  if (operations.empty()) return order;
  const auto round = static_cast<std::size_t>(global_round);
  const std::size_t pass = round / std::max<std::size_t>(1, WilliamsRows(ArmsOf(arms, operations[0]).size()));
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const std::vector<int> indices = ArmsOf(arms, operations[(i + pass) % operations.size()]);
    for (const int k : WilliamsRow(indices.size(), round)) order.push_back(indices[static_cast<std::size_t>(k)]);
  }
  return order;
}

ProcessDraw DrawProcess(std::uint64_t seed, int run, int process, std::size_t arms) {
  ProcessDraw draw;
  SplitMix64 slots = Stream(seed, kSlotStream, static_cast<std::uint64_t>(run));
  draw.slots = Permutation(arms, slots);
  const std::uint64_t label = static_cast<std::uint64_t>(run) << 16 | static_cast<std::uint64_t>(process);
  draw.environment_bytes = static_cast<std::int64_t>(Stream(seed, kEnvironmentStream, label).Below(kEnvironmentRange));
  return draw;
}

}  // namespace firstbyte::bench
