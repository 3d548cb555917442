// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/tracepoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "perf/fake_machine.h"
#include "perf/machine_file.h"
#include "perf/record_bytes.h"

namespace firstbyte::perf {
namespace {

using ::testing::HasSubstr;

std::string Fixture(const std::string& name) { return ReadMachineFile("perf/testdata", "/" + name).value(); }

std::string WhyNot(std::string_view text) {
  const auto format = ParseTracepointFormat(text);
  EXPECT_FALSE(format) << text;
  return format ? "" : format.error().message;
}

TEST(ParseTracepointFormat, ReadsWhatKernelsSay) {
  for (const auto& [file, id, fields] : {std::tuple{"kvm_exit-5.4.format", 1822U, 9U},
                                         {"kvm_exit-6.1.format", 2041U, 12U},
                                         {"kvm_exit-6.18.format", 103U, 13U}}) {
    const auto format = ParseTracepointFormat(Fixture(file));
    ASSERT_TRUE(format) << format.error().message;
    EXPECT_EQ(format->name, "kvm_exit");
    EXPECT_EQ(format->id, id);
    EXPECT_EQ(format->fields.size(), fields);
    ASSERT_NE(format->Find("guest_rip"), nullptr);
    EXPECT_EQ(format->Find("guest_rip")->offset, 16U);
    EXPECT_EQ(format->Find("guest_rip")->size, 8U);
    EXPECT_EQ(format->Find("guest_rip")->type, "unsigned long");
    EXPECT_FALSE(format->Find("guest_rip")->is_signed);
    EXPECT_TRUE(format->Find("common_pid")->is_signed);
  }
  EXPECT_EQ(ParseTracepointFormat(Fixture("kvm_exit-5.4.format"))->Find("vcpu_id"), nullptr);
}

TEST(ParseTracepointFormat, ReadsDeclarationsOfAllKinds) {
  const auto format = ParseTracepointFormat(
      "name: x\nID: 1\nformat:\n"
      "\tfield:u8 insn[15];\toffset:8;\tsize:15;\tsigned:0;\n"
      "\tfield:__data_loc char[] name;\toffset:24;\tsize:4;\tsigned:0;\n"
      "\tfield:const char * text;\toffset:32;\tsize:8;\tsigned:0;\n"
      "\tfield:struct page *page;\toffset:40;\tsize:8;\tsigned:0;\n");
  ASSERT_TRUE(format) << format.error().message;
  EXPECT_EQ(format->Find("insn")->type, "u8[15]");
  EXPECT_EQ(format->Find("name")->type, "__data_loc char[]");
  EXPECT_EQ(format->Find("text")->type, "const char *");
  EXPECT_EQ(format->Find("page")->type, "struct page *");
}

TEST(ParseTracepointFormat, SaysWhatIsNone) {
  EXPECT_EQ(WhyNot(""), "it has no name or no ID");
  EXPECT_EQ(WhyNot("name: x\nID: one\n"), "it has no name or no ID");
  EXPECT_EQ(WhyNot("name: x\nID: 1\nformat:\n"), "it has no fields");
  for (const char* const field :
       {"field:int;\toffset:0;\tsize:4;\tsigned:0;", "field:int a;\toffset:x;\tsize:4;\tsigned:0;",
        "field:int a;\tsize:4;\tsigned:0;", "field:int a;\toffset:-1;\tsize:4;\tsigned:0;",
        "field:int a;\toffset:0;\tsize:4;", "field:int [4];\toffset:0;\tsize:4;\tsigned:0;"})
    EXPECT_EQ(WhyNot("name: x\nID: 1\nformat:\n\t" + std::string(field) + "\n"),
              "the line \"" + std::string(field) + "\" is no field");
}

TEST(FieldValue, ExtendsTheSign) {
  const std::vector<std::uint8_t> record = RecordBytes().U32(0xfffffffe).U32(7).Get();
  EXPECT_EQ(FieldValue({"a", "int", 0, 4, true}, record), static_cast<std::uint64_t>(-2));
  EXPECT_EQ(FieldValue({"a", "u32", 0, 4, false}, record), 0xfffffffeU);
  EXPECT_EQ(FieldValue({"a", "u8", 0, 1, false}, record), 0xfeU);
  EXPECT_EQ(FieldValue({"a", "s16", 0, 2, true}, record), static_cast<std::uint64_t>(-2));
  EXPECT_EQ(FieldValue({"a", "u64", 0, 8, false}, record), 0x7fffffffeU);
}

TEST(FieldValue, IsNothingOutsideTheRecordOrForAnArray) {
  const std::vector<std::uint8_t> record(8);
  EXPECT_TRUE(FieldValue({"a", "int", 4, 4, false}, record));
  EXPECT_FALSE(FieldValue({"a", "int", 5, 4, false}, record));
  EXPECT_FALSE(FieldValue({"a", "int", ~std::size_t{0}, 4, false}, record));
  EXPECT_FALSE(FieldValue({"a", "int", 0, 3, false}, record));
  EXPECT_FALSE(FieldValue({"a", "u8[4]", 0, 4, false}, record));
}

std::string WhyNotRead(const FakeMachine& machine, std::string_view name) {
  const auto format = ReadTracepoint(machine.root(), name);
  EXPECT_FALSE(format);
  return format ? "" : format.error().message;
}

TEST(ReadTracepoint, IsBelowTheRootOfTracefs) {
  FakeMachine tracefs;
  tracefs.Write("/events/kvm/kvm_exit/format", Fixture("kvm_exit-6.18.format"));
  const auto format = ReadTracepoint(tracefs.root(), "kvm:kvm_exit");
  ASSERT_TRUE(format) << format.error().message;
  const Event event = TracepointEvent("kvm:kvm_exit", *format);
  EXPECT_EQ(event.type, PERF_TYPE_TRACEPOINT);
  EXPECT_EQ(event.config, 103U);
  EXPECT_EQ(event.kind, EventKind::kTracepoint);
}

// Row 6.
TEST(ReadTracepoint, TellsAnEmptyDirectoryFromAKernelWithoutIt) {
  FakeMachine tracefs;
  EXPECT_EQ(WhyNotRead(tracefs, "kvm:kvm_exit"),
            "kvm:kvm_exit not available (ENOENT: no tracefs is mounted at " + tracefs.root() + ").");
  tracefs.Write("/events/enable", "0\n");
  EXPECT_EQ(WhyNotRead(tracefs, "kvm:kvm_exit"),
            "kvm:kvm_exit not available (ENOENT: this kernel has no such tracepoint).");
}

TEST(ReadTracepoint, SaysThatItTakesRoot) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  FakeMachine tracefs;
  tracefs.Write("/events/kvm/kvm_exit/format", "");
  std::filesystem::permissions(tracefs.root() + "/events/kvm", std::filesystem::perms::none);
  EXPECT_EQ(WhyNotRead(tracefs, "kvm:kvm_exit"),
            "kvm:kvm_exit not available (EACCES: tracefs is not for this user to read; that takes root).");
  std::filesystem::permissions(tracefs.root() + "/events/kvm", std::filesystem::perms::owner_all);
}

TEST(ReadTracepoint, SaysWhatItDoesNotUnderstand) {
  FakeMachine tracefs;
  tracefs.Write("/events/kvm/kvm_exit/format", "name: kvm_exit\nID: 1\n");
  EXPECT_EQ(WhyNotRead(tracefs, "kvm:kvm_exit"),
            "kvm:kvm_exit not available: its format is not understood, it has no fields.");
  EXPECT_THAT(WhyNotRead(tracefs, "kvm_exit"), HasSubstr("is called SYSTEM:NAME"));
  EXPECT_THAT(WhyNotRead(tracefs, "kvm:../kvm_exit"), HasSubstr("is called SYSTEM:NAME"));
}

}  // namespace
}  // namespace firstbyte::perf
