// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_summary.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/profile_rules.h"

namespace firstbyte::report {
namespace {

template <typename Charged>
void SortByShare(std::vector<Charged>& charged) {
  std::stable_sort(charged.begin(), charged.end(),
                   [](const Charged& a, const Charged& b) { return a.share.samples > b.share.samples; });
}

std::string InnermostFunction(const ProfileStack& stack) {
  return stack.functions.empty() ? "" : stack.functions.back();
}

// Samples by what they are charged to.
struct Tallies {
  std::map<CpuidSite, std::int64_t> sites;
  std::map<std::string, std::int64_t> functions;
  std::map<std::string, std::int64_t> phases;
  std::int64_t cpuids = 0;
};

Tallies TallyStacks(const std::vector<ProfileStack>& stacks, ProfileSummary& summary) {
  Tallies tallies;
  for (const ProfileStack& stack : stacks) {
    summary.samples += stack.samples;
    if (stack.end == StackEnd::kOutside) summary.outside += stack.samples;
    if (stack.end == StackEnd::kNotFollowed) summary.not_followed += stack.samples;
    tallies.phases[PhaseOf(stack)] += stack.samples;
    if (!stack.site) {
      tallies.functions[InnermostFunction(stack)] += stack.samples;
      continue;
    }
    tallies.sites[*stack.site] += stack.samples;
    tallies.cpuids += stack.samples;
  }
  return tallies;
}

void AddPhases(std::map<std::string, std::int64_t> phases, const std::string& operation, ProfileSummary& summary) {
  for (const char* const phase : PhasesOf(operation)) {
    summary.phases.push_back({phase, ShareOf(phases[phase], summary.samples)});
    phases.erase(phase);
  }
  // What an operation should not do is said all the more.
  for (const auto& [phase, samples] : phases) summary.phases.push_back({phase, ShareOf(samples, summary.samples)});
}

}  // namespace

ProfileSummary SummariseProfile(const ProfileArm& arm) {
  ProfileSummary summary;
  Tallies tallies = TallyStacks(arm.stacks, summary);
  if (arm.expected > 0) summary.delivered = static_cast<double>(arm.samples) / static_cast<double>(arm.expected);
  summary.cpuid = ShareOf(tallies.cpuids, summary.samples);
  for (const auto& [site, samples] : tallies.sites) summary.sites.push_back({site, ShareOf(samples, summary.samples)});
  for (const auto& [name, samples] : tallies.functions)
    summary.functions.push_back({name, ShareOf(samples, summary.samples)});
  AddPhases(std::move(tallies.phases), arm.arm.operation, summary);
  SortByShare(summary.sites);
  SortByShare(summary.functions);
  return summary;
}

}  // namespace firstbyte::report
