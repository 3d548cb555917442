// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_uprobe_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace firstbyte::cpuid {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kProgram[] = "cpuid/testdata/executes_cpuid";
constexpr char kStatic[] = "cpuid/testdata/executes_cpuid_static";

std::string MakeFile(const std::string& name, const std::string& content, mode_t mode) {
  const std::string path = ::testing::TempDir() + "/" + name;
  std::ofstream(path) << content;
  EXPECT_EQ(chmod(path.c_str(), mode), 0);
  return path;
}

TEST(ParseLoaderList, TakesWhatWasFoundInAFile) {
  EXPECT_THAT(
      ParseLoaderList("\tlinux-vdso.so.1 (0x00007ffd2a5f2000)\n"
                      "\tlibzstd.so.1 => /lib/x86_64-linux-gnu/libzstd.so.1 (0x00007f0e6b4c1000)\n"
                      "\tlibgone.so.2 => not found\n"
                      "\tlibnear.so => ./a dir (x)/libnear.so (0x00007f0e6b4c0000)\n"
                      "\t/lib64/ld-linux-x86-64.so.2 (0x00007f0e6b5b7000)\n"),
      ElementsAre("/lib/x86_64-linux-gnu/libzstd.so.1", "./a dir (x)/libnear.so", "/lib64/ld-linux-x86-64.so.2"));
}

TEST(ParseLoaderList, TakesAListWithoutALastLineEnd) {
  EXPECT_THAT(ParseLoaderList("libc.so => /lib/ld-musl-x86_64.so.1 (0x7f00)"), ElementsAre("/lib/ld-musl-x86_64.so.1"));
}

TEST(ParseLoaderList, FindsNoFileInOtherText) {
  EXPECT_THAT(ParseLoaderList(""), IsEmpty());
  EXPECT_THAT(ParseLoaderList("\tstatically linked\n"), IsEmpty());
  EXPECT_THAT(ParseLoaderList("/bin/x: error while loading shared libraries: /lib/y: cannot open\n"), IsEmpty());
  EXPECT_THAT(ParseLoaderList("\n\n \n => \n => (0x1)\n"), IsEmpty());
}

TEST(FindProgram, LooksWhereExecvpWould) {
  EXPECT_EQ(FindProgram(kProgram).value(), kProgram);
  const std::string script = MakeFile("found-on-path", "#!/bin/sh\n", 0755);
  const std::string path = std::getenv("PATH");
  ASSERT_EQ(setenv("PATH", ("/nonexistent:" + ::testing::TempDir()).c_str(), 1), 0);
  EXPECT_TRUE(std::filesystem::equivalent(FindProgram("found-on-path").value(), script));
  EXPECT_EQ(FindProgram("nowhere-on-path").error().message, "Cannot run nowhere-on-path: No such file or directory.");
  ASSERT_EQ(setenv("PATH", path.c_str(), 1), 0);
}

TEST(FindProgram, RefusesWhatIsNoProgram) {
  EXPECT_EQ(FindProgram("/nonexistent/x").error().code, ExitCode::kUsage);
  EXPECT_EQ(FindProgram("/").error().message, "Cannot run /: Permission denied.");
  EXPECT_EQ(FindProgram(MakeFile("not-executable", "", 0644)).error().code, ExitCode::kUsage);
}

TEST(ObjectsOf, ProgramInterpreterAndLibraries) {
  const auto objects = ObjectsOf(kProgram);
  ASSERT_TRUE(objects) << objects.error().message;
  EXPECT_THAT(objects->front(), EndsWith("executes_cpuid"));
  EXPECT_THAT(*objects, Contains(HasSubstr("ld-linux-x86-64.so.2")).Times(1));
  EXPECT_THAT(*objects, Contains(HasSubstr("/libc.so.6")).Times(1));
  for (const std::string& file : *objects) EXPECT_EQ(file, std::filesystem::canonical(file)) << file;
}

TEST(ObjectsOf, OfAStaticProgramItselfAlone) {
  const auto objects = ObjectsOf(kStatic);
  ASSERT_TRUE(objects);
  EXPECT_THAT(*objects, ElementsAre(EndsWith("executes_cpuid_static")));
}

TEST(ObjectsOf, OfAScriptThoseOfItsInterpreter) {
  const std::string program = std::filesystem::canonical(kStatic).string();
  const std::string inner = MakeFile("inner-script", "#! " + program + " plain 3\n", 0755);
  const std::string outer = MakeFile("outer-script", "#!" + inner + "\n", 0755);
  EXPECT_THAT(ObjectsOf(outer).value(), ElementsAre(program));
}

TEST(ObjectsOf, DoesNotWaitForAScriptsFifo) {
  const std::string fifo = ::testing::TempDir() + "/fifo";
  std::filesystem::remove(fifo);
  ASSERT_EQ(mkfifo(fifo.c_str(), 0755), 0);
  const std::string script = MakeFile("names-a-fifo", "#!" + fifo, 0755);
  EXPECT_EQ(ObjectsOf(script).error().message, "Cannot run " + script + ": Permission denied.");
}

TEST(ObjectsOf, SurvivesFilesThatAreCutShort) {
  const std::string whole = [] {
    std::ifstream file(kProgram, std::ios::binary);
    std::string text(600, '\0');
    file.read(text.data(), 600);
    return text;
  }();
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    const std::string path = MakeFile("cut-short", whole.substr(0, size), 0755);
    const auto objects = ObjectsOf(path);
    ASSERT_TRUE(objects) << size;
    EXPECT_EQ(objects->size(), 1U) << size;
  }
}

TEST(ObjectsOf, RefusesAProgramThatChangesItsUser) {
  const std::string file = MakeFile("set-user", "", 0755);
  if (geteuid() != 0 || chown(file.c_str(), 1, 1) != 0) GTEST_SKIP() << "only root can give a file away";
  ASSERT_EQ(chmod(file.c_str(), 04755), 0);
  EXPECT_THAT(ObjectsOf(file).error().message, HasSubstr("other privileges"));
}

}  // namespace
}  // namespace firstbyte::cpuid
