// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/profile_stacks.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace firstbyte::bench {
namespace {

// Where each of DWARF's registers (rax rdx rcx rbx rsi rdi rbp rsp r8...r15, address) stands among the kernel's.
constexpr std::array<std::size_t, cpuid::kDwarfRegisters> kPlaces = {0,  3,  2,  1,  4,  5,  6,  7, 9,
                                                                     10, 11, 12, 13, 14, 15, 16, 8};

auto Identity(const report::ProfileStack& stack) {
  return std::tie(stack.functions, stack.end, stack.instruction, stack.site);
}

}  // namespace

cpuid::StackCopy CopyOf(const perf::Sample& sample) {
  cpuid::StackCopy copy;
  if (sample.registers.size() == kPlaces.size()) {
    for (std::size_t i = 0; i < kPlaces.size(); ++i) copy.registers[i] = sample.registers[kPlaces[i]];
    copy.stack = sample.stack;
  } else {
    copy.registers.back() = sample.ip;
  }
  return copy;
}

const std::string& StackTally::Name(std::uint64_t address) {
  const auto [name, is_new] = names_.emplace(address, "");
  if (is_new) name->second = code_.FunctionName(address);
  return name->second;
}

// Code of this program that no request is below can only be the loop around them.
bool StackTally::EndsOutside(const std::vector<std::uint64_t>& addresses) const {
  const std::string program = code_.Object(request_function_);
  return std::any_of(addresses.begin(), addresses.end(),
                     [&](std::uint64_t address) { return code_.Object(address) == program; });
}

report::ProfileStack StackTally::StackOf(const std::vector<std::uint64_t>& addresses) {
  const std::uint64_t at = addresses.front();
  report::ProfileStack stack;
  stack.site = code_.CpuidEndingAt(at);
  if (stack.site) {
    stack.instruction = report::LeafInstruction::kCpuid;
  } else if (code_.InRepStos(at)) {
    stack.instruction = report::LeafInstruction::kRepStos;
  }
  const auto request = std::find_if(addresses.begin(), addresses.end(), [this](std::uint64_t address) {
    return code_.FunctionStart(address) == request_function_;
  });
  if (request == addresses.end()) {
    stack.end = EndsOutside(addresses) ? report::StackEnd::kOutside : report::StackEnd::kNotFollowed;
    stack.functions = {Name(at)};
    return stack;
  }
  stack.functions = {request_name_};
  for (auto caller = std::make_reverse_iterator(request); caller != addresses.rend(); ++caller)
    stack.functions.push_back(Name(*caller));
  return stack;
}

void StackTally::Add(const perf::Sample& sample) {
  std::vector<std::uint64_t> addresses = walk_(sample);
  // Without registers, or where libdw gives up before it starts, there is still where the sample was taken.
  if (addresses.empty() || addresses.front() != sample.ip) addresses = {sample.ip};
  const auto known = by_address_.find(addresses);
  if (known != by_address_.end()) {
    ++known->second.samples;
    return;
  }
  report::ProfileStack stack = StackOf(addresses);
  stack.samples = 1;
  by_address_.emplace(std::move(addresses), std::move(stack));
}

std::vector<report::ProfileStack> StackTally::Stacks() const {
  std::vector<report::ProfileStack> stacks;
  stacks.reserve(by_address_.size());
  for (const auto& [addresses, stack] : by_address_) stacks.push_back(stack);
  std::sort(stacks.begin(), stacks.end(), [](const auto& a, const auto& b) { return Identity(a) < Identity(b); });
  std::vector<report::ProfileStack> merged;
  for (report::ProfileStack& stack : stacks) {
    if (merged.empty() || Identity(merged.back()) != Identity(stack)) {
      merged.push_back(std::move(stack));
    } else {
      merged.back().samples += stack.samples;
    }
  }
  std::stable_sort(merged.begin(), merged.end(), [](const auto& a, const auto& b) { return a.samples > b.samples; });
  return merged;
}

}  // namespace firstbyte::bench
