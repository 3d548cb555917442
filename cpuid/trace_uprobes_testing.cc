// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_uprobes_testing.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace firstbyte::cpuid {
namespace {

constexpr int kFirstDescriptor = 100000;  // none that a process has

std::string UniqueName() {
  static int made = 0;
  return fmt::format("tracefs{}", made++);
}

}  // namespace

FakeKernel::FakeKernel(int numbers) : root_(::testing::TempDir() + "/" + UniqueName()) {
  for (int i = 0; i < numbers; ++i)
    Write(fmt::format("events/{}/cpuid_{}/id", kUprobeTestGroup, i), fmt::format("{}\n", 7 + i));
  Write("uprobe_events", "p:somebody/else /bin/sh:0x10\n");
}

UprobeKernel FakeKernel::Get() {
  return {.tracefs = [this]() -> Result<int> { return open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); },
          .group = kUprobeTestGroup,
          .perf = {.open =
                       [this](perf_event_attr& attributes, pid_t pid, int cpu, int group) {
                         EXPECT_EQ(group, -1);
                         return Open(attributes, pid, cpu);
                       },
                   .read = [this](int fd, void* to, std::size_t size) { return Read(fd, to, size); },
                   .close = [this](int fd) { Close(fd); },
                   .control = {},
                   .map = {},
                   .unmap = {}}};
}

void FakeKernel::Remove(const std::string& name) { std::filesystem::remove_all(root_ + "/" + name); }

std::string FakeKernel::List() const {
  std::ostringstream text;
  text << std::ifstream(root_ + "/uprobe_events").rdbuf();
  return text.str();
}

void FakeKernel::Write(const std::string& name, const std::string& content) {
  std::filesystem::create_directories(std::filesystem::path(root_ + "/" + name).parent_path());
  std::ofstream(root_ + "/" + name) << content;
}

int FakeKernel::Open(perf_event_attr& attributes, pid_t pid, int cpu) {
  const std::lock_guard lock(mutex_);
  if (attributes.sample_period != 0) return -EOPNOTSUPP;
  EXPECT_EQ(cpu, -1);
  EXPECT_EQ(attributes.type, static_cast<unsigned>(PERF_TYPE_TRACEPOINT));
  EXPECT_GE(attributes.config, 7U);
  EXPECT_EQ(attributes.size, static_cast<unsigned>(PERF_ATTR_SIZE_VER0));
  EXPECT_TRUE(attributes.inherit && attributes.disabled && attributes.enable_on_exec);
  EXPECT_EQ(kill(pid, 0), 0) << "the process that is to be counted";
  on_open();
  if (open_error != 0 && attributes.config == 11) return -open_error;
  ++opened_;
  return *open_.insert(kFirstDescriptor + static_cast<int>(attributes.config)).first;
}

std::int64_t FakeKernel::Read(int fd, void* to, std::size_t size) const {
  EXPECT_TRUE(open_.count(fd));
  EXPECT_EQ(size, sizeof count);
  std::memcpy(to, &count, sizeof count);
  return read_answer;
}

void FakeKernel::Close(int fd) {
  const std::lock_guard lock(mutex_);
  on_close();
  EXPECT_EQ(open_.erase(fd), 1U);
}

}  // namespace firstbyte::cpuid
