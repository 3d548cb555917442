// SPDX-License-Identifier: GPL-2.0-or-later
// A kernel's perf events for tests: counters in groups, which count when the test says so, and the ways in which real
// kernels, hypervisors and containers fail.
#ifndef FIRSTBYTE_PERF_FAKE_KERNEL_H_
#define FIRSTBYTE_PERF_FAKE_KERNEL_H_

#include <linux/perf_event.h>

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "base/perf_calls.h"

namespace firstbyte::perf {

class FakeKernel {
 public:
  struct Counter {
    perf_event_attr attributes{};
    int leader = -1;  // its own descriptor, for a leader
    bool on = false;
    std::uint64_t value = 0;
    std::uint64_t enabled = 0;
    std::uint64_t running = 0;
  };

  PerfCalls Get();

  // Lets each counter that is on count what `counts` says of it, in `ns`, `share` of which it is on the CPU.
  void Run(std::uint64_t ns = 1'000'000);

  // -errno for what the kernel does not open; 0 for what it does. `group` is the size of the group so far.
  std::function<int(perf_event_attr&, std::size_t group)> refuse = [](perf_event_attr&, std::size_t) { return 0; };
  std::function<std::uint64_t(const perf_event_attr&)> counts = [](const perf_event_attr&) { return 1000; };
  double share = 1;
  int read_error = 0;           // errno of each read
  bool pinned_error = false;    // pinned groups that were to run say nothing when read
  bool groups = true;           // false: each counter leads itself, whatever was asked for
  std::size_t reads_short = 0;  // so many reads do not fit (ENOSPC)
  int control_error = 0;
  std::function<void*(std::size_t)> map = [](std::size_t) -> void* { return nullptr; };

  // By descriptor.
  const std::map<int, Counter>& open() const { return open_; }
  int opened() const { return opened_; }
  int unmapped() const { return unmapped_; }

 private:
  static constexpr int kFirst = 100000;  // no descriptor that a process has

  int Open(perf_event_attr& attributes, int group);
  std::int64_t Read(int fd, void* to, std::size_t size);
  int Control(int fd, unsigned long request, std::uintptr_t argument);
  std::vector<std::uint64_t> Words(int fd) const;
  std::size_t GroupSize(int leader) const;

  std::map<int, Counter> open_;
  int opened_ = 0;
  int unmapped_ = 0;
};

}  // namespace firstbyte::perf

#endif  // FIRSTBYTE_PERF_FAKE_KERNEL_H_
