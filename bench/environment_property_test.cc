// SPDX-License-Identifier: GPL-2.0-or-later
// Whatever stands in the machine's files, there is an environment, it is well formed, and it prints.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "bench/environment.h"
#include "bench/fake_host.h"

namespace firstbyte::bench {
namespace {

namespace fs = std::filesystem;

// Every file that some kind of machine has, hence every file that is read.
std::vector<std::string> AllFiles() {
  std::vector<std::string> files;
  for (const FakeHost& fake : {FakeHost::BareMetalIntel(), FakeHost::BareMetalAmd(), FakeHost::KvmGuest(),
                               FakeHost::Container(), FakeHost::MicroVm()}) {
    for (const auto& entry : fs::recursive_directory_iterator(fake.root())) {
      if (entry.is_regular_file()) files.push_back(entry.path().string().substr(fake.root().size()));
    }
    fs::remove_all(fake.root());
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

bool IsPrintable(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

void AssertWellFormed(const report::EnvironmentCheck& check) {
  RC_ASSERT(!check.name.empty());
  RC_ASSERT(!check.value.empty());
  RC_ASSERT(check.verdict == kOk || check.verdict == kWarning || check.verdict == kNotApplicable);
  RC_ASSERT(check.verdict == kOk || !check.reason.empty());
  RC_ASSERT(IsPrintable(check.value) && IsPrintable(check.reason));
}

void AssertWellFormed(const Environment& environment) {
  RC_ASSERT(IsPrintable(environment.platform));
  RC_ASSERT(environment.accel == "hardware" || environment.accel == "tcg");
  for (const auto& check : environment.checks) AssertWellFormed(check);
  std::istringstream lines(RenderEnvironment(environment));
  for (std::string line; std::getline(lines, line);) {
    RC_ASSERT(line.size() <= 80U);
    RC_ASSERT(IsPrintable(line));
  }
}

// Binary garbage, and garbage made of the words and numbers that the readers look for.
rc::Gen<std::string> AnyContent() {
  const auto token = rc::gen::element<std::string>(
      "0", "1", "2", "-1", "max", "99999999999999999999", "0-1", "0-65535", "K", "nan", "1e308", " ", "\t", ":", "\n\n",
      "0::/", "/", "..", "processor", "model name", "flags", "hypervisor", "QEMU", "cpu", "MemTotal:", "[always]",
      "Mitigation: ", std::string("\0\xff\x1b", 3));
  const auto tokens = rc::gen::map(rc::gen::container<std::vector<std::string>>(token), [](const auto& words) {
    std::string text;
    for (const auto& word : words) text += word;
    return text;
  });
  return rc::gen::oneOf(rc::gen::arbitrary<std::string>(), tokens);
}

RC_GTEST_PROP(EnvironmentProperty, AnyContentOfAnyFileIsSurvived, ()) {
  static const std::vector<std::string> files = AllFiles();
  FakeHost fake;
  for (const std::string& file : files) {
    if (*rc::gen::weightedElement<bool>({{4, true}, {1, false}})) fake.Write(file, *AnyContent());
  }
  fake.facts.kernel_log = *AnyContent();
  fake.facts.online_cpus = *rc::gen::inRange(-1, 300);
  AssertWellFormed(CollectEnvironment(fake.Get(), {*rc::gen::inRange(-1, 3), "--cpu"}, {}, {}));
  fs::remove_all(fake.root());
}

TEST(Environment, HugeFilesAreSurvived) {
  FakeHost fake = FakeHost::KvmGuest();
  const std::string huge(std::size_t{8} << 20, '9');
  for (const char* file : {"/proc/cpuinfo", "/proc/self/cgroup", "/proc/stat", "/proc/meminfo", "/proc/loadavg",
                           "/proc/cmdline", "/sys/class/dmi/id/sys_vendor", "/sys/devices/system/cpu/isolated"}) {
    fake.Write(file, huge);
  }
  const std::string text = RenderEnvironment(CollectEnvironment(fake.Get(), {0, "--cpu"}, {}, {}));
  EXPECT_LT(text.size(), 20000U);
}

TEST(Environment, DirectoriesInTheirPlaceAreSurvived) {
  FakeHost fake;
  for (const std::string& file : AllFiles()) fake.Write(file + "/x", "");
  EXPECT_FALSE(CollectEnvironment(fake.Get(), {0, "--cpu"}, {}, {}).checks.empty());
}

}  // namespace
}  // namespace firstbyte::bench
