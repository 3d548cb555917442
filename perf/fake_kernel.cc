// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/fake_kernel.h"

#include <gtest/gtest.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace firstbyte::perf {

PerfCalls FakeKernel::Get() {
  return {
      .open = [this](perf_event_attr& attributes, pid_t, int, int group) { return Open(attributes, group); },
      .read = [this](int fd, void* to, std::size_t size) { return Read(fd, to, size); },
      .close = [this](int fd) { EXPECT_EQ(open_.erase(fd), 1U) << "closed twice: " << fd; },
      .control = [this](int fd, unsigned long request,
                        std::uintptr_t argument) { return Control(fd, request, argument); },
      .map = [this](int, std::size_t size) { return map(size); },
      .unmap = [this](void*, std::size_t) { ++unmapped_; },
  };
}

int FakeKernel::Open(perf_event_attr& attributes, int group) {
  EXPECT_TRUE(group == -1 || open_.count(group) != 0) << "a leader that is not open";
  if (const int error = refuse(attributes, group == -1 ? 0 : GroupSize(group)); error != 0) return error;
  const int fd = kFirst + opened_++;
  Counter counter;
  counter.attributes = attributes;
  counter.leader = group == -1 || !groups ? fd : group;
  counter.on = attributes.disabled == 0 && group == -1;
  open_[fd] = counter;
  return fd;
}

std::size_t FakeKernel::GroupSize(int leader) const {
  return static_cast<std::size_t>(
      std::count_if(open_.begin(), open_.end(), [leader](const auto& entry) { return entry.second.leader == leader; }));
}

void FakeKernel::Run(std::uint64_t ns) {
  for (auto& [fd, counter] : open_) {
    const auto leader = open_.find(counter.leader);
    if (leader == open_.end() || !leader->second.on) continue;
    const auto running = static_cast<std::uint64_t>(static_cast<double>(ns) * share);
    counter.enabled += ns;
    counter.running += running;
    if (running != 0)
      counter.value += static_cast<std::uint64_t>(static_cast<double>(counts(counter.attributes)) * share);
  }
}

std::vector<std::uint64_t> FakeKernel::Words(int fd) const {
  const Counter& leader = open_.at(fd);
  std::vector<std::uint64_t> words = {0, leader.enabled, leader.running};
  for (const auto& [member, counter] : open_) {
    if (counter.leader != fd) continue;
    ++words[0];
    words.push_back(counter.value);
    words.push_back(static_cast<std::uint64_t>(member));
    if ((leader.attributes.read_format & PERF_FORMAT_LOST) != 0) words.push_back(0);
  }
  return words;
}

std::int64_t FakeKernel::Read(int fd, void* to, std::size_t size) {
  EXPECT_TRUE(open_.count(fd));
  if (read_error != 0) return -read_error;
  if (pinned_error && open_.at(fd).attributes.pinned != 0 && open_.at(fd).enabled != 0) return 0;
  if (reads_short > 0) {
    --reads_short;
    return -ENOSPC;
  }
  const std::vector<std::uint64_t> words = Words(fd);
  const std::size_t bytes = words.size() * sizeof(std::uint64_t);
  if (bytes > size) return -ENOSPC;
  std::memcpy(to, words.data(), bytes);
  return static_cast<std::int64_t>(bytes);
}

int FakeKernel::Control(int fd, unsigned long request, std::uintptr_t argument) {
  EXPECT_TRUE(open_.count(fd));
  if (control_error != 0) return -control_error;
  if (request == PERF_EVENT_IOC_ID) {
    const auto id = static_cast<std::uint64_t>(fd);
    std::memcpy(reinterpret_cast<void*>(argument), &id, sizeof id);
    return 0;
  }
  for (auto& [member, counter] : open_) {
    if (member != fd && !(argument == PERF_IOC_FLAG_GROUP && counter.leader == fd)) continue;
    if (request == PERF_EVENT_IOC_ENABLE) counter.on = true;
    if (request == PERF_EVENT_IOC_DISABLE) counter.on = false;
    if (request == PERF_EVENT_IOC_RESET) counter.value = 0;
  }
  return 0;
}

}  // namespace firstbyte::perf
