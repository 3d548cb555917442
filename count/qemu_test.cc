// SPDX-License-Identifier: GPL-2.0-or-later
#include "count/qemu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace firstbyte::count {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string ScriptNamed(const std::string& directory, const std::string& name, const std::string& body) {
  const std::string where = ::testing::TempDir() + directory;
  std::filesystem::create_directories(where);
  const std::string path = where + "/" + name;
  std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
  EXPECT_EQ(chmod(path.c_str(), 0755), 0);
  return path;
}

TEST(Qemu, IsFoundOnThePathAlone) {
  const std::string qemu = ScriptNamed("found", kQemu, "exit 0");
  const std::string directory = std::filesystem::path(qemu).parent_path();
  EXPECT_EQ(*FindQemu("/nowhere::" + directory), qemu);
  const auto missing = FindQemu("/nowhere");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "there is no qemu-x86_64 on PATH; it is in the Debian package qemu-user");
  EXPECT_FALSE(FindQemu(""));
}

TEST(Qemu, SaysItsVersion) {
  const std::string qemu = ScriptNamed("version", kQemu, "echo qemu-x86_64 version 7.2.22; echo Copyright");
  EXPECT_EQ(*QemuVersion(qemu), "qemu-x86_64 version 7.2.22");
  const std::string broken = ScriptNamed("broken", kQemu, "echo missing library >&2; exit 127");
  const auto version = QemuVersion(broken);
  ASSERT_FALSE(version);
  EXPECT_THAT(version.error().message, HasSubstr("missing library"));
}

TEST(Qemu, AProgramRunsOnOneCpuWithAFixedSeed) {
  EXPECT_THAT(CountedCommand("/q", "/a,b/counter.so", {"/p", "x"}),
              ElementsAre("/q", "-cpu", "Haswell", "-seed", "1", "-plugin", "/a,,b/counter.so", "/p", "x"));
}

TEST(RunToEnd, GivesWhatAProgramWroteAndHowItEnded) {
  const auto ended = RunToEnd({"/bin/sh", "-c", "echo one; echo two; echo first >&2; echo last >&2; exit 3"});
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, 3);
  EXPECT_EQ(ended->out, "one\ntwo\n");
  EXPECT_EQ(ended->said, "last");
  EXPECT_EQ(RunToEnd({"/bin/sh", "-c", "kill -9 $$"})->status, 137);
  EXPECT_NE(RunToEnd({"/nowhere/program"})->status, 0);
}

// What differs from one shell to the next would move the stack, and tell the program things.
TEST(RunToEnd, TheProgramSeesNothingOfOurEnvironment) {
  ASSERT_EQ(setenv("FIRSTBYTE_TEST_VARIABLE", "x", 1), 0);
  const auto ended = RunToEnd({"/usr/bin/env"});
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->out, "LC_ALL=C\n");
  EXPECT_EQ(RunToEnd({"/bin/sh", "-c", "cat"})->out, "");
}

}  // namespace
}  // namespace firstbyte::count
