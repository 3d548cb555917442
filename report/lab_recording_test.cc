// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/lab_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/files.h"
#include "report/lab_testing.h"

namespace firstbyte::report {
namespace {

using ::testing::HasSubstr;

constexpr char kRecorded[] = "report/testdata/lab.jsonl";

double Flat(const LabPlan&, int, int) { return 100; }

std::string Text(const LabRecording& recording) {
  std::string text = LabHeaderToJson(recording.header) + "\n";
  for (const LabProcess& process : recording.processes) text += LabProcessToJson(process) + "\n";
  return text;
}

// What reading says of a recording that was changed.
std::string Problem(const std::function<void(LabRecording&)>& change) {
  LabRecording recording = MakeLabRecording({}, Flat);
  change(recording);
  const auto read = ParseLabRecording(Text(recording), "raw.jsonl");
  return read ? "" : read.error().message;
}

TEST(LabRecording, ARealOneIsReadAndWrittenAgainByteForByte) {
  const std::string text = ReadWholeFile(kRecorded).value();
  const LabRecording recording = ParseLabRecording(text, kRecorded).value();
  EXPECT_EQ(recording.header.experiments, 20);
  EXPECT_EQ(recording.header.protocol.runs, 6);
  EXPECT_EQ(recording.header.protocol.rounds, 3);
  ASSERT_EQ(recording.header.arms.size(), 4u);
  EXPECT_EQ(recording.header.arms[2].name, "+5 %");
  EXPECT_GT(recording.header.arms[2].spin_iterations, 0);
  EXPECT_EQ(recording.header.arms[3].cpuids, 1);
  EXPECT_EQ(recording.processes.size(), 20u * (6 * (1 + 3 + 3) + 1));
  // The file is of before processes had that field.
  std::string again = Text(recording);
  const std::string added = "\"changed_conditions\":[],";
  for (std::size_t at = again.find(added); at != std::string::npos; at = again.find(added, at))
    again.erase(at, added.size());
  EXPECT_TRUE(again == text) << "it is written otherwise than it was";
}

TEST(LabRecording, ATornLastLineIsNotRead) {
  const LabRecording whole = MakeLabRecording({}, Flat);
  const std::string text = Text(whole);
  std::size_t complete = 0;
  const auto read = ParseLabRecording(text.substr(0, text.size() - 10), "raw.jsonl", &complete);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->processes.size(), whole.processes.size() - 1);
  EXPECT_EQ(complete, text.size() - LabProcessToJson(whole.processes.back()).size() - 1);
}

TEST(LabRecording, WhatIsNoRecordingIsRefusedInASentence) {
  const auto said = [](const std::string& text) { return ParseLabRecording(text, "raw.jsonl").error().message; };
  EXPECT_EQ(said(""), "raw.jsonl is no recording: it has no complete line.");
  EXPECT_EQ(said("{\"schema\":\"firstbyte/1\"}\n"),
            "Line 1 of raw.jsonl is not the header of a recording: its schema is not firstbyte-lab/1.");
  EXPECT_THAT(said("[]\n"), HasSubstr("is not the header of a recording"));
  EXPECT_THAT(said("{\"schema\":\"firstbyte-lab/1\"}\n"), HasSubstr("context is missing"));
  const std::string header = LabHeaderToJson(MakeLabHeader()) + "\n";
  EXPECT_THAT(said(header + "hello\n"), HasSubstr("Line 2 of raw.jsonl"));
  EXPECT_THAT(said(header + "{\"number\":0}\n"), HasSubstr("kind is missing"));
  EXPECT_EQ(ParseLabRecording(header, "raw.jsonl").value().processes.size(), 0u);
}

TEST(LabRecording, WhatThePlanDoesNotHaveIsDamage) {
  EXPECT_EQ(Problem([](LabRecording&) {}), "");
  EXPECT_THAT(Problem([](LabRecording& r) { r.processes[1].number = 2; }), HasSubstr("process 2 is out of order"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.processes[3].kind = "long"; }),
              HasSubstr("not the one that was planned"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.processes[1].arms = {1}; }), HasSubstr("not the one that was planned"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.processes[0].blocks.wall_ns.pop_back(); }),
              HasSubstr("its lists do not have the 12 blocks of its rounds"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.processes[0].blocks.order[0] = 1; }),
              HasSubstr("a round does not have each arm once"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.processes[0].blocks.wall_ns[0] = 0; }), HasSubstr("took no time"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.processes[0].blocks.cpu_ns[0] = -1; }), HasSubstr("took no time"));
  EXPECT_EQ(Problem([](LabRecording& r) { r.processes[0].blocks.cpu_ns[0].reset(); }), "");
  EXPECT_THAT(Problem([](LabRecording& r) { r.processes.push_back(r.processes.back()); }), HasSubstr("out of order"));
}

TEST(LabRecording, AHeaderThatPlansNothingIsDamage) {
  EXPECT_THAT(Problem([](LabRecording& r) { r.header.experiments = 0; }), HasSubstr("number of experiments"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.header.protocol.runs = 2'000'000'000; }), HasSubstr("protocol.runs"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.header.protocol.fragments = -1; }), HasSubstr("protocol.fragments"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.header.arms[2].cpuids = -1; }), HasSubstr("possible doses"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.header.arms[2].name = "base"; }), HasSubstr("names of their own"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.header.arms[1].cpuids = 1; }), HasSubstr("the base and its copy"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.header.solo_arms = {0, 1, 9}; }), HasSubstr("run alone"));
  EXPECT_THAT(Problem([](LabRecording& r) { r.header.solo_arms = {0, 1, 1}; }), HasSubstr("run alone"));
}

TEST(LabPlan, EachWayToCompareHasAsManyBlocksOfEachArm) {
  const LabHeader header = MakeLabHeader({3, 6, 4, 1000});
  std::map<std::string, std::map<int, int>> blocks;
  for (std::int64_t number = 0; number < PlannedProcesses(header); ++number) {
    const LabPlan plan = PlanLabProcess(header, number);
    ASSERT_EQ(plan.experiment, number / ProcessesPerExperiment(header));
    for (const int arm : plan.arms) blocks[plan.kind][arm] += plan.rounds;
  }
  ASSERT_EQ(blocks.size(), 4u);
  for (const auto& [kind, of_arms] : blocks) {
    EXPECT_EQ(of_arms.size(), kind == kLabPaired ? 4u : 3u) << kind;
    for (const auto& [arm, count] : of_arms) EXPECT_EQ(count, 3 * 6 * 4) << kind << " " << arm;
  }
}

TEST(LabPlan, TakesTurnsAndThenOneAfterTheOther) {
  const LabHeader header = MakeLabHeader({1, 6, 3, 1000});
  std::string alternated;
  std::string sequential;
  for (std::int64_t number = 0; number < PlannedProcesses(header); ++number) {
    const LabPlan plan = PlanLabProcess(header, number);
    if (plan.kind == kLabAlternated) alternated += std::to_string(plan.arms[0]);
    if (plan.kind == kLabSequential) sequential += std::to_string(plan.arms[0]);
  }
  EXPECT_EQ(alternated, "012210120021201102");
  EXPECT_EQ(sequential, "000000111111222222");
}

}  // namespace
}  // namespace firstbyte::report
