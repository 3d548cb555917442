// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace firstbyte::cpuid {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TraceResult Result() {
  TraceResult result;
  result.method = "breakpoints";
  result.sites[{"/usr/lib/ld.so", 0x100, 0, 0}] = {"init+0x8", 41, 0};
  result.sites[{"/usr/lib/libzstd.so.1.5.4", 0x23e76, 7, 0}] = {"_ZN1a1bEv+0x1b6", 0, 200};
  result.sites[{"[made at run time]", 0x5, 1, 0}] = {"", 1, 1};
  result.exit_status = 3;
  result.processes = 1;
  result.threads = 2;
  result.wall_ns = 4'000'000;
  return result;
}

TraceCost Cost() { return {6500, 6400, 7000, Trapped::kTrapped, 434, std::nullopt}; }

TEST(TraceMarkdown, NamesWhoExecutesMostFirstByFunctionAndObject) {
  const std::string text = TraceMarkdown(Result(), std::nullopt);
  const std::size_t most = text.find("libzstd.so.1.5.4 a::b()+0x1b6");
  const std::size_t second = text.find("ld.so init+0x8");
  const std::size_t least = text.find("[made at run time] 0x5");
  ASSERT_NE(least, std::string::npos);
  EXPECT_LT(most, second);
  EXPECT_LT(second, least);
  EXPECT_THAT(text, AllOf(HasSubstr("|     200 |  after | 0x7.0 "), HasSubstr("|      41 | before | 0x0.0 "),
                          HasSubstr("|       2 |   both | 0x1.0 ")));
}

TEST(TraceMarkdown, GivesTheCountAndItsCostWithAnInterval) {
  const std::string text = TraceMarkdown(Result(), Cost());
  std::string joined = text;
  for (char& c : joined) c = c == '\n' ? ' ' : c;
  EXPECT_THAT(joined, HasSubstr("243 CPUIDs executed by 1 process with 2 threads: 42 before main, 201 from then on "
                                "(method: breakpoints). One CPUID costs 6500 ns here (trapped; eight in ten 6400 to "
                                "7000; the tracer executed 434 itself): 1.58 ms in all (1.56 to 1.70)."));
  TraceCost timed = Cost();
  timed.native_wall_ns = 15'795'000;
  std::string with_time = TraceMarkdown(Result(), timed);
  for (char& c : with_time) c = c == '\n' ? ' ' : c;
  EXPECT_THAT(with_time, HasSubstr("10.0% of the 15.79 ms"));
}

TEST(TraceMarkdown, FitsATerminalAndKeepsItsTable) {
  TraceResult result = Result();
  result.sites[{"/a/" + std::string(300, 'o'), 1, 0x80000000, 0}] = {std::string(300, 's') + "|x+0x1", 9'999'999, 0};
  result.notes = {
      "A long note of many words that has to be broken over several lines, as a terminal has no more than "
      "eighty columns to show it in."};
  std::istringstream lines(TraceMarkdown(result, Cost()));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80U) << line;
    if (!line.empty() && line[0] == '|') {
      EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 5) << line;
    }
  }
}

TEST(TraceMarkdown, SaysWhatCouldNotBeSeen) {
  TraceResult result = Result();
  EXPECT_THAT(TraceMarkdown(result, std::nullopt), Not(HasSubstr("\n- ")));
  result.signal = 9;
  result.undecided = 1;
  result.unwatched = 2;
  result.end = TraceEnd::kStepLimit;
  result.steps = 1000;
  result.notes = {"A note."};
  const std::string text = TraceMarkdown(result, std::nullopt);
  EXPECT_THAT(text, AllOf(HasSubstr("- The program was killed by signal 9."), HasSubstr("- A note."),
                          HasSubstr("- The program was ended after 1000 steps"), Not(HasSubstr("interrupt"))));
  EXPECT_THAT(text, AllOf(HasSubstr("- 1 place that may be a CPUID, or data, was left alone."),
                          HasSubstr("- CPUIDs in 2 places were not counted: in memory that is shared with others")));
  result.undecided = 2;
  result.unwatched = 0;
  EXPECT_THAT(TraceMarkdown(result, std::nullopt),
              AllOf(HasSubstr("- 2 places that may be CPUIDs, or data, were left alone."), Not(HasSubstr("shared"))));
}

TEST(TraceMarkdown, DoesNotTakeAnInterruptForALimitOfSteps) {
  TraceResult result = Result();
  result.end = TraceEnd::kInterrupt;
  EXPECT_THAT(TraceMarkdown(result, std::nullopt),
              AllOf(HasSubstr("- What outlived the program was ended by an interrupt"), Not(HasSubstr(" steps"))));
  result.end = TraceEnd::kMain;
  EXPECT_THAT(TraceMarkdown(result, std::nullopt), Not(HasSubstr("\n- "))) << "it was asked for";
}

TEST(TraceMarkdown, OfAProgramWithoutCpuidsHasNoTable) {
  TraceResult result;
  result.method = "single-step";
  result.processes = result.threads = 1;
  EXPECT_THAT(TraceMarkdown(result, Cost()), AllOf(HasSubstr("0 CPUIDs executed"), Not(HasSubstr("|"))));
}

TEST(TraceJson, IsWhatOthersBuildOn) {
  const auto json = nlohmann::json::parse(TraceJson(Result(), Cost()));
  EXPECT_EQ(json.at("method"), "breakpoints");
  EXPECT_EQ(json.at("total"), 243);
  EXPECT_EQ(json.at("exit_status"), 3);
  EXPECT_EQ(json.at("sites").at(0), (nlohmann::json{{"object", "/usr/lib/libzstd.so.1.5.4"},
                                                    {"offset", 0x23e76},
                                                    {"symbol", "_ZN1a1bEv+0x1b6"},
                                                    {"leaf", 7},
                                                    {"subleaf", 0},
                                                    {"count", 200},
                                                    {"before_main", 0},
                                                    {"after_main", 200}}));
  EXPECT_EQ(json.at("cpuid_ns_low"), 6400);
  EXPECT_EQ(json.at("cpuid_ns_high"), 7000);
  EXPECT_EQ(json.at("tracer_cpuids"), 434);
  EXPECT_TRUE(json.at("native_wall_ns").is_null());
  EXPECT_TRUE(nlohmann::json::parse(TraceJson(Result(), std::nullopt)).at("cpuid_ns").is_null())
      << "what was not measured is not 0";
}

TEST(TraceJson, SaysWhatEndedTheTrace) {
  const auto ended_by = [](TraceEnd end) {
    TraceResult result = Result();
    result.end = end;
    const auto json = nlohmann::json::parse(TraceJson(result, std::nullopt));
    EXPECT_EQ(json.at("complete"), result.complete());
    return json.at("ended_by").get<std::string>();
  };
  EXPECT_EQ(ended_by(TraceEnd::kProgram), "program");
  EXPECT_EQ(ended_by(TraceEnd::kMain), "main");
  EXPECT_EQ(ended_by(TraceEnd::kStepLimit), "step limit");
  EXPECT_EQ(ended_by(TraceEnd::kInterrupt), "interrupt");
}

TEST(TraceJson, SurvivesNamesThatAreNotUtf8) {
  TraceResult result = Result();
  result.sites[{"/\xff", 0, 0, 0}] = {"\xfe", 1, 0};
  EXPECT_NO_THROW(nlohmann::json::parse(TraceJson(result, std::nullopt)));
}

TEST(TraceCollapsed, IsOneLinePerStack) {
  TraceResult result;
  result.stacks = {{"p;main;f;CPUID_0x7.0", 5}, {"p;main;CPUID_0x0.0", 2}};
  EXPECT_EQ(TraceCollapsed(result), "p;main;CPUID_0x0.0 2\np;main;f;CPUID_0x7.0 5\n");
}

}  // namespace
}  // namespace firstbyte::cpuid
