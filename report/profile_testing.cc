// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/profile_testing.h"

#include <string>
#include <utility>
#include <vector>

namespace firstbyte::report {
namespace {

constexpr char kObject[] = "/lib/zstd-1.5.4.live.so";

ProfileStack Stack(std::vector<std::string> functions, std::int64_t samples) {
  ProfileStack stack;
  stack.functions = std::move(functions);
  stack.samples = samples;
  return stack;
}

ProfileStack Cpuid(std::uint64_t offset, const char* symbol, std::int64_t samples) {
  ProfileStack stack = Stack({"decompress_request", "ZSTD_initStaticDCtx"}, samples);
  stack.instruction = LeafInstruction::kCpuid;
  stack.site = {kObject, offset, symbol};
  return stack;
}

ProfileArm ArmOf(const char* name, const char* policy, std::vector<ProfileStack> stacks) {
  ProfileArm arm;
  arm.arm = {name, "decompress", "zstd-1.5.4", "live", policy};
  arm.requests = 50'000;
  arm.running_ns = 1'010'000'000;
  arm.expected = 1010;
  arm.slowdown = 1.04;
  for (const ProfileStack& stack : stacks) arm.samples += stack.samples;
  arm.stacks = std::move(stacks);
  return arm;
}

}  // namespace

ProfileResults RoundProfile() {
  const std::vector<std::string> sequences = {"decompress_request", "ZSTD_decompressMultiFrame",
                                              "ZSTD_decompressSequences_bmi2.constprop.0"};
  ProfileStack not_followed = Stack({"HUF_decompress4X1_usingDTable_internal_fast_asm_loop"}, 10);
  not_followed.end = StackEnd::kNotFollowed;
  ProfileStack outside = Stack({"firstbyte::bench::ArmRunner::RunBlock"}, 2);
  outside.end = StackEnd::kOutside;
  ProfileResults results;
  results.engine = "zstd-1.5.4";
  results.tool_version = "0.1.0";
  results.machine_id = "a machine";
  results.platform = "VM (KVM)";
  results.accel = "hardware";
  results.environment = {{"cpu model", "a CPU", "ok", ""}};
  results.event = "cpu-clock:u";
  results.note = "no hardware PMU (ENOENT), as in many virtual machines: samples by cycles not available.";
  results.period_ns = 1'000'000;
  results.cpu = 1;
  results.level = 3;
  results.request_case = "linear";
  results.corpus = "64 built-in pages (mixed, seed 1), cycled in order";
  results.arms = {
      ArmOf("baseline", "eager",
            {Cpuid(0x68d19, "ZSTD_initStaticDCtx+0x29", 420), Cpuid(0x68dc5, "ZSTD_initStaticDCtx+0xd5", 380),
             Stack(sequences, 185), std::move(not_followed), Stack({"decompress_request"}, 3), std::move(outside)}),
      ArmOf("patched", "deferred",
            {Cpuid(0x68d19, "ZSTD_initStaticDCtx+0x29", 330), Cpuid(0x68dc5, "ZSTD_initStaticDCtx+0xd5", 330),
             Stack(sequences, 340)})};
  return results;
}

}  // namespace firstbyte::report
