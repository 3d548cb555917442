// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/event.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "perf/fake_machine.h"

namespace firstbyte::perf {
namespace {

using ::testing::HasSubstr;

Event Only(const FakeMachine& machine, std::string_view name) {
  const auto events = ResolveEvent(machine.root(), name);
  EXPECT_TRUE(events) << (events ? "" : events.error().message);
  EXPECT_EQ(events ? events->size() : 0, 1U) << name;
  return events && !events->empty() ? events->front() : Event{};
}

std::string WhyNot(const FakeMachine& machine, std::string_view name) {
  const auto events = ResolveEvent(machine.root(), name);
  EXPECT_FALSE(events) << name;
  if (events) return "";
  EXPECT_EQ(events.error().code, ExitCode::kUsage);
  return events.error().message;
}

TEST(ResolveEvent, KnowsTheNamesOfPerf) {
  FakeMachine machine;
  machine.Pmu("cpu", "4");
  const Event instructions = Only(machine, "instructions");
  EXPECT_EQ(instructions.type, PERF_TYPE_HARDWARE);
  EXPECT_EQ(instructions.config, PERF_COUNT_HW_INSTRUCTIONS);
  EXPECT_EQ(instructions.kind, EventKind::kHardware);
  EXPECT_EQ(instructions.unit, "");
  const Event clock = Only(machine, "task-clock");
  EXPECT_EQ(clock.type, PERF_TYPE_SOFTWARE);
  EXPECT_EQ(clock.config, PERF_COUNT_SW_TASK_CLOCK);
  EXPECT_EQ(clock.kind, EventKind::kSoftware);
  EXPECT_EQ(clock.unit, "ns");
}

// It is then the kernel that says no.
TEST(ResolveEvent, KnowsHardwareThatIsNotThere) { EXPECT_EQ(Only(FakeMachine(), "cycles").type, PERF_TYPE_HARDWARE); }

TEST(ResolveEvent, HasOneEventPerKindOfCore) {
  FakeMachine machine;
  machine.Pmu("cpu_core", "4", "cpus").Pmu("cpu_atom", "10", "cpus");
  const auto events = ResolveEvent(machine.root(), "instructions");
  ASSERT_TRUE(events);
  ASSERT_EQ(events->size(), 2U);
  EXPECT_EQ((*events)[0].name, "cpu_atom/instructions/");
  EXPECT_EQ((*events)[0].config, 0xa00000001U);
  EXPECT_EQ((*events)[1].name, "cpu_core/instructions/");
  EXPECT_EQ((*events)[1].config, 0x400000001U);
  EXPECT_EQ((*events)[1].type, PERF_TYPE_HARDWARE);
  EXPECT_EQ(Only(machine, "task-clock").name, "task-clock") << "the kernel's own know no kinds";
  EXPECT_EQ(Only(machine, "cpu_core/cycles/").config, 0x400000000U);
}

TEST(ResolveEvent, TakesTermsOfAPmu) {
  FakeMachine machine;
  machine.Pmu("cpu", "4").Pmu("msr", "9");
  const Event raw = Only(machine, "cpu/event=0xc0,umask=0x1/");
  EXPECT_EQ(raw.name, "cpu/event=0xc0,umask=0x1/");
  EXPECT_EQ(raw.type, 4U);
  EXPECT_EQ(raw.config, 0x1c0U);
  // A name that PMUs around the cores have, too, is theirs there.
  EXPECT_EQ(Only(machine, "msr/instructions/").config, 0xc0U);
  EXPECT_EQ(Only(machine, "msr/instructions/").type, 9U);
}

TEST(ResolveEvent, SaysWhatThereIs) {
  FakeMachine machine;
  machine.Pmu("cpu", "4");
  EXPECT_THAT(WhyNot(machine, "instruction"), HasSubstr("No event is called \"instruction\"; there are cycles, "));
  for (const std::string_view name :
       {"", "/", "cpu/", "/event=1/", "cpu//", "cpu/event=1", "cpu/event=1/x/", "cpu/event=1/u"})
    EXPECT_THAT(WhyNot(machine, name), HasSubstr("PMU/TERMS/.")) << name;
  EXPECT_EQ(WhyNot(machine, "gpu/event=1/"), "Cannot count gpu/event=1/: this machine has no PMU \"gpu\".");
  EXPECT_EQ(WhyNot(machine, "cpu/frontend=1/"),
            "Cannot count cpu/frontend=1/: the PMU \"cpu\" has no event and no term \"frontend\".");
}

TEST(AttributesOf, AreTheEventAndNothingElse) {
  const Event event{"x", EventKind::kHardware, 7, 1, 2, 3, ""};
  perf_event_attr attributes = AttributesOf(event);
  EXPECT_EQ(attributes.size, sizeof(perf_event_attr));
  EXPECT_EQ(attributes.type, 7U);
  EXPECT_EQ(attributes.config, 1U);
  EXPECT_EQ(attributes.config1, 2U);
  EXPECT_EQ(attributes.config2, 3U);
  EXPECT_EQ(attributes.sample_period, 0U);
  EXPECT_EQ(attributes.disabled, 0U);
}

TEST(SoftwareEvent, HasItsName) {
  EXPECT_EQ(SoftwareEvent(PERF_COUNT_SW_CPU_CLOCK).name, "cpu-clock");
  EXPECT_EQ(SoftwareEvent(PERF_COUNT_SW_DUMMY).name, "software 9");
  EXPECT_EQ(SoftwareEvent(PERF_COUNT_SW_DUMMY).config, PERF_COUNT_SW_DUMMY);
}

}  // namespace
}  // namespace firstbyte::perf
