// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/collapsed.h"

#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <utility>

#include "report/text.h"

namespace firstbyte::report {
namespace {

std::string StackLine(const ProfileStack& stack) {
  std::string line;
  const auto add = [&line](std::string_view frame) { line += (line.empty() ? "" : ";") + FrameName(frame); };
  // Else they would stand beside the requests, as if they were some.
  if (stack.end == StackEnd::kOutside) add(kOutsideFrame);
  if (stack.end == StackEnd::kNotFollowed) add(kNotFollowedFrame);
  for (const std::string& function : stack.functions) add(function);
  if (stack.instruction == LeafInstruction::kCpuid) add(kCpuidFrame);
  if (stack.instruction == LeafInstruction::kRepStos) add(kRepStosFrame);
  return line;
}

std::map<std::string, std::int64_t> CountLines(const ProfileArm& arm) {
  std::map<std::string, std::int64_t> lines;
  for (const ProfileStack& stack : arm.stacks) lines[StackLine(stack)] += stack.samples;
  return lines;
}

}  // namespace

std::string FrameName(std::string_view name) {
  std::string frame = Printable(name);
  for (char& c : frame) {
    if (c == ';') c = ':';
    if (c == ' ') c = '_';
  }
  return frame.empty() ? "?" : frame;
}

std::string CollapsedStacks(const ProfileArm& arm) {
  std::string text;
  for (const auto& [line, samples] : CountLines(arm)) text += fmt::format("{} {}\n", line, samples);
  return text;
}

std::string CollapsedDifference(const ProfileArm& before, const ProfileArm& after) {
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> lines;
  for (const auto& [line, samples] : CountLines(before)) lines[line].first = samples;
  for (const auto& [line, samples] : CountLines(after)) lines[line].second = samples;
  std::string text;
  for (const auto& [line, samples] : lines) text += fmt::format("{} {} {}\n", line, samples.first, samples.second);
  return text;
}

}  // namespace firstbyte::report
