// SPDX-License-Identifier: GPL-2.0-or-later
// The machine as far as it can be read without touching it: files below a root directory, and the few facts that are
// system calls instead of files. Everything that describes the machine goes through this seam, so that a test can give
// it another machine. It executes no CPUID, and it reads at most kReadLimit bytes of a file.
#ifndef FIRSTBYTE_BENCH_HOST_H_
#define FIRSTBYTE_BENCH_HOST_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstbyte::bench {

struct HostFacts {
  std::vector<int> affinity;   // sched_getaffinity: CPUs that this process runs on as it was started; sorted
  std::vector<int> reachable;  // CPUs that it could move to by sched_setaffinity; a superset of `affinity`
  int online_cpus = 0;
  std::string node_name;                  // the four of uname
  std::string kernel_release;             // "6.1.0-18-amd64"
  std::string kernel_version;             // "#1 SMP PREEMPT_DYNAMIC Debian ..."
  std::string machine;                    // "x86_64"
  std::optional<std::string> kernel_log;  // nothing where reading it is not allowed
};

class Host {
 public:
  // Larger than any /proc or /sys file that is read here; /proc/cpuinfo of a machine with 512 CPUs has 0.8 MB.
  static constexpr std::size_t kReadLimit = std::size_t{4} << 20;

  Host(std::string root, HostFacts facts);

  // The machine that this runs on. To learn `reachable`, it widens this thread's affinity and restores it at once.
  static Host System();

  // The content of a regular file, without white space at its ends; nothing if there is none or it cannot be read.
  // `path` is absolute ("/proc/cpuinfo") and is looked up below the root.
  std::optional<std::string> Read(std::string_view path) const;

  // The names in a directory, sorted, without "." and ".."; empty if there is none.
  std::vector<std::string> List(std::string_view path) const;

  bool Exists(std::string_view path) const;

  const HostFacts& facts() const { return facts_; }

 private:
  std::string Below(std::string_view path) const;

  std::string root_;  // without a slash at its end, so "" for "/"
  HostFacts facts_;
};

}  // namespace firstbyte::bench

#endif  // FIRSTBYTE_BENCH_HOST_H_
