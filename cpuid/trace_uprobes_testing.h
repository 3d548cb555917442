// SPDX-License-Identifier: GPL-2.0-or-later
// For tests of uprobes: a kernel that the test makes up.
#ifndef FIRSTBYTE_CPUID_TRACE_UPROBES_TESTING_H_
#define FIRSTBYTE_CPUID_TRACE_UPROBES_TESTING_H_

#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>

#include "cpuid/trace_uprobes.h"

namespace firstbyte::cpuid {

inline constexpr char kUprobeTestGroup[] = "firstbyte_test";

// A tracefs in a directory, and counters that each say the same. It checks what it is asked.
class FakeKernel {
 public:
  // `numbers`: how many definitions get one.
  explicit FakeKernel(int numbers);

  std::int64_t count = 1;
  int open_error = 0;  // of the fifth counter
  std::int64_t read_answer = sizeof(std::int64_t);
  // Called where the kernel would be at work, by one of several threads.
  std::function<void()> on_open = [] {};
  std::function<void()> on_close = [] {};

  UprobeKernel Get();
  void Remove(const std::string& name);
  // What was written to uprobe_events.
  std::string List() const;
  const std::set<int>& open_descriptors() const { return open_; }
  int opened() const { return opened_; }

 private:
  void Write(const std::string& name, const std::string& content);
  int Open(perf_event_attr& attributes, pid_t pid, int cpu);
  std::int64_t Read(int fd, void* to, std::size_t size) const;
  void Close(int fd);

  std::string root_;
  std::mutex mutex_;
  std::set<int> open_;
  int opened_ = 0;
};

}  // namespace firstbyte::cpuid

#endif  // FIRSTBYTE_CPUID_TRACE_UPROBES_TESTING_H_
