// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/cpu_quota.h"

#include <sstream>
#include <string>
#include <vector>

#include "base/number.h"

namespace firstbyte::bench {
namespace {

using MaybeQuota = std::optional<CpuQuota>;

// Groups are not nested deeper than this; a damaged file may say so.
constexpr int kMaxDepth = 32;

MaybeQuota MakeQuota(const std::string& quota, const std::string& period) {
  const auto quota_us = ParseNumber<std::int64_t>(quota);
  const auto period_us = ParseNumber<std::int64_t>(period);
  if (!quota_us || !period_us || *quota_us <= 0 || *period_us <= 0) return {};  // "max" in v2, -1 in v1
  return CpuQuota{*quota_us, *period_us};
}

MaybeQuota QuotaOfGroupV2(const Host& host, const std::string& group) {
  std::istringstream words(host.Read(group + "/cpu.max").value_or(""));
  std::string quota;
  std::string period;
  words >> quota >> period;
  return MakeQuota(quota, period);
}

MaybeQuota QuotaOfGroupV1(const Host& host, const std::string& group) {
  return MakeQuota(host.Read(group + "/cpu.cfs_quota_us").value_or(""),
                   host.Read(group + "/cpu.cfs_period_us").value_or(""));
}

void Tighten(const MaybeQuota& quota, MaybeQuota& tightest) {
  if (quota && (!tightest || quota->Cpus() < tightest->Cpus())) tightest = quota;
}

// From the group up to the root of its mount. In a container the path may be the host's, which does not exist below the
// container's mount; the walk ends at the mount's root all the same, and that is the container's own group.
template <typename QuotaOfGroup>
void WalkUp(const Host& host, const std::string& mount, std::string path, QuotaOfGroup quota_of, MaybeQuota& tightest) {
  for (int depth = 0; depth < kMaxDepth && !path.empty() && path != "/"; ++depth) {
    Tighten(quota_of(host, mount + path), tightest);
    path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
  }
  Tighten(quota_of(host, mount), tightest);
}

bool ListsCpu(const std::string& controllers) {
  std::istringstream names(controllers);
  for (std::string name; std::getline(names, name, ',');) {
    if (name == "cpu") return true;
  }
  return false;
}

}  // namespace

QuotaAnswer ReadCpuQuota(const Host& host) {
  QuotaAnswer answer;
  std::istringstream lines(host.Read("/proc/self/cgroup").value_or(""));
  // A line is "hierarchy:controllers:path"; v2 is hierarchy 0 without controllers.
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) {
      answer.readable = true;
      WalkUp(host, "/sys/fs/cgroup", path, QuotaOfGroupV2, answer.tightest);
    } else if (ListsCpu(controllers)) {
      answer.readable = true;
      WalkUp(host, "/sys/fs/cgroup/" + controllers, path, QuotaOfGroupV1, answer.tightest);
    }
  }
  return answer;
}

}  // namespace firstbyte::bench
