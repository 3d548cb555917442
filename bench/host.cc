// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/host.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/klog.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/cpulist.h"

namespace firstbyte::bench {
namespace {

using CpuMask = std::vector<cpu_set_t>;

constexpr std::size_t kMaskBytes = kMaxCpus / 8;

CpuMask EmptyMask() { return CpuMask(kMaskBytes / sizeof(cpu_set_t)); }

std::vector<int> CpusOf(const CpuMask& mask) {
  std::vector<int> cpus;
  for (int cpu = 0; cpu < kMaxCpus; ++cpu) {
    if (CPU_ISSET_S(static_cast<std::size_t>(cpu), kMaskBytes, mask.data())) cpus.push_back(cpu);
  }
  return cpus;
}

// The mask must be as wide as the kernel's own, which kMaxCpus exceeds.
std::optional<CpuMask> Affinity() {
  CpuMask mask = EmptyMask();
  if (sched_getaffinity(0, kMaskBytes, mask.data()) != 0) return {};
  return mask;
}

// Asking for every CPU is cut down by the kernel to those that the cpuset allows, and that is the answer. It differs
// from the affinity under `taskset`, and under isolcpus=, which keeps isolated CPUs out of every inherited mask.
std::vector<int> Reachable(const CpuMask& before) {
  CpuMask all = EmptyMask();
  std::memset(all.data(), 0xff, kMaskBytes);
  std::optional<CpuMask> widened;
  if (sched_setaffinity(0, kMaskBytes, all.data()) == 0) widened = Affinity();
  sched_setaffinity(0, kMaskBytes, before.data());
  return CpusOf(widened.value_or(before));
}

std::optional<std::string> KernelLog() {
  // From the kernel's enum syslog_action, which no user header carries.
  constexpr int kReadAll = 3;
  constexpr int kSizeBuffer = 10;
  const int size = klogctl(kSizeBuffer, nullptr, 0);
  if (size <= 0) return {};
  std::string log(static_cast<std::size_t>(size), '\0');
  const int got = klogctl(kReadAll, log.data(), size);
  if (got < 0) return {};
  log.resize(static_cast<std::size_t>(got));
  return log;
}

std::string Trimmed(const std::string& text) {
  constexpr char kWhite[] = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(kWhite);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(kWhite) - first + 1);
}

// Files of /proc have no size beforehand, so it is read until it ends.
std::optional<std::string> ReadAll(int fd) {
  struct stat status {};
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  std::string content;
  char buffer[16384];
  while (content.size() < Host::kReadLimit) {
    const ssize_t got = read(fd, buffer, sizeof(buffer));
    if (got < 0) return {};
    if (got == 0) break;
    content.append(buffer, static_cast<std::size_t>(got));
  }
  return content;
}

}  // namespace

Host::Host(std::string root, HostFacts facts) : root_(std::move(root)), facts_(std::move(facts)) {
  while (!root_.empty() && root_.back() == '/') root_.pop_back();
}

Host Host::System() {
  HostFacts facts;
  if (const auto mask = Affinity()) {
    facts.affinity = CpusOf(*mask);
    facts.reachable = Reachable(*mask);
  }
  facts.online_cpus = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  utsname names{};
  if (uname(&names) == 0) {
    facts.node_name = names.nodename;
    facts.kernel_release = names.release;
    facts.kernel_version = names.version;
    facts.machine = names.machine;
  }
  facts.kernel_log = KernelLog();
  return Host("/", std::move(facts));
}

std::string Host::Below(std::string_view path) const { return root_ + std::string(path); }

std::optional<std::string> Host::Read(std::string_view path) const {
  // Not to hang on a FIFO that stands where a file should.
  const int fd = open(Below(path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return {};
  const auto content = ReadAll(fd);
  close(fd);
  if (!content) return {};
  return Trimmed(*content);
}

std::vector<std::string> Host::List(std::string_view path) const {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(Below(path), error);
  while (!error && entry != std::filesystem::directory_iterator()) {
    names.push_back(entry->path().filename().string());
    entry.increment(error);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool Host::Exists(std::string_view path) const { return access(Below(path).c_str(), F_OK) == 0; }

}  // namespace firstbyte::bench
