// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/privileges.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "cpuid/trace_uprobe_objects.h"
#include "cpuid/tracer.h"

namespace firstbyte::cpuid {
namespace {

using ::testing::Contains;
using ::testing::ExitedWithCode;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr uid_t kNobody = 65534;
constexpr Privileges kPlain{kNobody, kNobody, 0, ~std::uint64_t{0}};

std::string MakeProgram(const std::string& name, mode_t mode) {
  std::string path = ::testing::TempDir() + "/" + name;
  std::filesystem::copy_file("/usr/bin/id", path, std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(chmod(path.c_str(), mode), 0);
  return path;
}

bool IsNosuid(const std::string& path) {
  struct statvfs mounted {};
  return statvfs(path.c_str(), &mounted) != 0 || (mounted.f_flag & ST_NOSUID) != 0;
}

bool MayBecomeNobody() {
  const pid_t pid = fork();
  if (pid == 0) _exit(setresuid(kNobody, kNobody, kNobody) == 0 ? 0 : 1);
  int status = 0;
  return waitpid(pid, &status, 0) == pid && status == 0;
}

// A name of the file that does not lead through directories which are root's alone.
std::string NameForAll(const std::string& path) { return fmt::format("/proc/self/fd/{}", open(path.c_str(), O_PATH)); }

// As a process that was started by nobody would be: it may look into itself and its children.
void BecomeNobody() {
  if (setresuid(kNobody, kNobody, kNobody) != 0 || prctl(PR_SET_DUMPABLE, 1) != 0) _exit(2);
}

TEST(ParsePrivileges, ReadsTheEffectiveOnes) {
  const auto privileges = ParsePrivileges(
      "Name:\tx Uid: 7\nUid:\t1\t2\t3\t4\nGid:\t5\t6\t7\t8\nCapPrm:\t00000000000000ff\nCapBnd:\t000001ffffffffff\n");
  ASSERT_TRUE(privileges);
  EXPECT_EQ(privileges->user, 2U);
  EXPECT_EQ(privileges->group, 6U);
  EXPECT_EQ(privileges->capabilities, 0xffU);
  EXPECT_EQ(privileges->bounding, 0x1ffffffffffU);
  EXPECT_FALSE(ParsePrivileges(""));
  EXPECT_FALSE(ParsePrivileges("Uid:\t1\nGid:\t5\t6\nCapPrm:\t0\nCapBnd:\t0\n"));
  EXPECT_FALSE(ParsePrivileges("Uid:\t1\t2\nGid:\t5\t6\nCapPrm:\tx\nCapBnd:\t0\n"));
}

TEST(PrivilegesOf, IsOfTheProcess) {
  const auto own = PrivilegesOf(getpid());
  ASSERT_TRUE(own);
  EXPECT_EQ(own->user, geteuid());
  EXPECT_EQ(own->group, getegid());
  EXPECT_FALSE(PrivilegesOf(-1));
}

TEST(GivesMore, ByTheSetIdBits) {
  const std::string plain = MakeProgram("plain", 0755);
  if (IsNosuid(plain)) GTEST_SKIP() << "the test's directory is mounted nosuid";
  EXPECT_FALSE(GivesMore(plain, kPlain));
  EXPECT_TRUE(GivesMore(MakeProgram("set-user", 04755), kPlain));
  EXPECT_TRUE(GivesMore(MakeProgram("set-group", 02755), kPlain));
  EXPECT_FALSE(GivesMore(MakeProgram("mandatory-lock", 02745), kPlain));
  EXPECT_FALSE(GivesMore(MakeProgram("own", 06755), {geteuid(), getegid(), 0, 0}));
  EXPECT_FALSE(GivesMore("/nonexistent/file", kPlain));
}

TEST(GivesMore, ByTheFilesCapabilities) {
  const std::string file = MakeProgram("has-capabilities", 0755);
  vfs_cap_data data{};
  data.magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE;
  data.data[0].permitted = 1U << CAP_NET_RAW;
  if (IsNosuid(file) || setxattr(file.c_str(), "security.capability", &data, sizeof data, 0) != 0)
    GTEST_SKIP() << "files cannot be given capabilities here";
  EXPECT_TRUE(GivesMore(file, kPlain));
  EXPECT_FALSE(GivesMore(file, {kNobody, kNobody, 1U << CAP_NET_RAW, ~std::uint64_t{0}})) << "has it";
  EXPECT_FALSE(GivesMore(file, {kNobody, kNobody, 0, 0})) << "cannot get it";
}

// A tracer that may give privileges does not take them away: the filter needs no no_new_privs of root.
TEST(Trace, ByRootLeavesASetIdProgramItsPrivileges) {
  const std::string file = MakeProgram("set-user", 04755);
  if (geteuid() != 0 || IsNosuid(file) || !MayBecomeNobody()) GTEST_SKIP() << "takes root";
  ::testing::internal::CaptureStdout();
  const auto result = Trace({"setpriv", "--reuid=65534", file, "-u"}, {});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "0\n");
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_THAT(result->notes, Not(Contains(HasSubstr("other privileges"))));
}

TEST(Trace, ByOthersNotesWhatASetIdProgramLoses) {
  const std::string file = MakeProgram("set-user", 04755);
  if (geteuid() != 0 || IsNosuid(file) || !MayBecomeNobody()) GTEST_SKIP() << "takes root to make such a program";
  const auto trace_as_nobody = [&file] {
    const std::string name = NameForAll(file);
    BecomeNobody();
    const auto result = Trace({name, "-u"}, {});
    if (!result) {
      std::fputs(result.error().message.c_str(), stderr);
      _exit(3);
    }
    for (const std::string& note : result->notes) {
      if (note.find("other privileges") != std::string::npos) _exit(42);
    }
    _exit(4);
  };
  EXPECT_EXIT(trace_as_nobody(), ExitedWithCode(42), "");
}

TEST(ObjectsOf, RefusesAProgramWithCapabilitiesThatWeDoNotHave) {
  const std::string file = MakeProgram("has-capabilities", 0755);
  vfs_cap_data data{};
  data.magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE;
  data.data[0].permitted = 1U << CAP_NET_RAW;
  if (IsNosuid(file) || setxattr(file.c_str(), "security.capability", &data, sizeof data, 0) != 0 || !MayBecomeNobody())
    GTEST_SKIP() << "files cannot be given capabilities here";
  const auto look_as_nobody = [&file] {
    const std::string name = NameForAll(file);
    BecomeNobody();
    const auto objects = ObjectsOf(name);
    _exit(!objects && objects.error().message.find("other privileges") != std::string::npos ? 42 : 3);
  };
  EXPECT_EXIT(look_as_nobody(), ExitedWithCode(42), "");
}

}  // namespace
}  // namespace firstbyte::cpuid
