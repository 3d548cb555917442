// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/machine_identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "report/testing.h"

namespace firstbyte::report {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Results With(const std::string& model, const std::string& kernel) {
  Results results = MakeResults();
  results.context.environment = {{"cpu model", model, "ok", ""}, {"kernel", kernel, "ok", ""}};
  return results;
}

TEST(MachineIdentity, TakesAModelApart) {
  const MachineIdentity machine = IdentifyMachine(With("AMD EPYC (family 26, model 2, stepping 1, microcode 0x1000065)",
                                                       "6.1.0-18-amd64 x86_64 #1 SMP PREEMPT_DYNAMIC"));
  EXPECT_EQ(machine.cpu_model, "AMD EPYC (family 26, model 2, stepping 1)");
  EXPECT_EQ(machine.microcode, "0x1000065");
  EXPECT_EQ(machine.kernel_release, "6.1.0-18-amd64");
  EXPECT_EQ(machine.hypervisor, "bare metal");
  EXPECT_EQ(machine.accel, "hardware");
  EXPECT_EQ(machine.cpu, 1);
}

TEST(MachineIdentity, TakesWhatThereIs) {
  EXPECT_EQ(IdentifyMachine(With("Example (microcode 0x2)", "6.1")).cpu_model, "Example");
  EXPECT_EQ(IdentifyMachine(With("Example (microcode 0x2)", "6.1")).microcode, "0x2");
  EXPECT_FALSE(IdentifyMachine(With("Example", "6.1")).microcode);
  Results silent = MakeResults();
  silent.context.environment.clear();
  EXPECT_EQ(IdentifyMachine(silent).cpu_model, "unknown");
  EXPECT_EQ(IdentifyMachine(silent).kernel_release, "unknown");
}

TEST(MachineIdentity, NamesWhatDiffers) {
  const MachineIdentity there = IdentifyMachine(With("A (model 1, microcode 0x1)", "6.1 x"));
  EXPECT_THAT(DifferencesOfKind(there, there), IsEmpty());
  EXPECT_THAT(DifferencesToMention(there, there), IsEmpty());
  MachineIdentity here = there;
  here.microcode = "0x2";
  here.cpu = 3;
  EXPECT_THAT(DifferencesOfKind(there, here), IsEmpty());
  EXPECT_THAT(DifferencesToMention(there, here), ElementsAre("the microcode is \"0x1\" there and \"0x2\" here",
                                                             "it was pinned to CPU 1 there and to CPU 3 here"));
  here = {"B", {}, "VM (KVM)", "6.2", "tcg", 1};
  EXPECT_THAT(DifferencesOfKind(there, here),
              ElementsAre("the CPU model is \"A (model 1)\" there and \"B\" here",
                          "the hypervisor is \"bare metal\" there and \"VM (KVM)\" here",
                          "the kernel is \"6.1\" there and \"6.2\" here",
                          "the accelerator is \"hardware\" there and \"tcg\" here"));
}

TEST(MachineIdentity, WhatNeitherKnowsIsNotTheSame) {
  Results silent = MakeResults();
  silent.context.environment.clear();
  const MachineIdentity unknown = IdentifyMachine(silent);
  EXPECT_THAT(DifferencesOfKind(unknown, unknown),
              ElementsAre("the CPU model is not known", "the kernel is not known"));
  EXPECT_THAT(DifferencesOfKind(IdentifyMachine(With("A", "6.1")), IdentifyMachine(With("unknown", "6.1"))),
              ElementsAre("the CPU model is \"A\" there and \"unknown\" here"));
}

}  // namespace
}  // namespace firstbyte::report
