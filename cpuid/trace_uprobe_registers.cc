// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_uprobe_registers.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>

#include "base/perf_ring.h"

namespace firstbyte::cpuid {
namespace {

// Per CPU: some 26,000 samples of 40 bytes, a quarter of a second of nothing but uprobes.
constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kDataBytes = 256 * kPageBytes;  // a power of two, as the kernel wants it
constexpr std::size_t kRingBytes = kPageBytes + kDataBytes;

// The kernel makes as many new ones with each thread and child of the program, and a new thread must stay cheap.
constexpr std::size_t kMostCounters = 4096;

// asm/perf_regs.h: PERF_REG_X86_AX, PERF_REG_X86_CX. The kernel writes them in the order of their bits.
constexpr std::uint64_t kAxAndCx = (1U << 0) | (1U << 2);

// The body of a PERF_RECORD_SAMPLE with the sample_type below.
struct SampleBody {
  std::uint64_t id;
  std::uint64_t abi;  // 0: no registers follow
  std::uint64_t ax;
  std::uint64_t cx;
};

perf_event_attr AttributesOf(std::uint64_t id) {
  perf_event_attr attributes{};
  attributes.size = PERF_ATTR_SIZE_VER3;  // the oldest layout that has sample_regs_user
  attributes.type = PERF_TYPE_TRACEPOINT;
  attributes.config = id;
  attributes.sample_period = 1;
  attributes.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_REGS_USER;
  attributes.sample_regs_user = kAxAndCx;
  attributes.disabled = 1;
  attributes.inherit = 1;
  attributes.enable_on_exec = 1;
  attributes.watermark = 1;
  attributes.wakeup_watermark = kDataBytes / 4;
  return attributes;
}

Result<void> Refused(const char* what, int error) {
  return InvalidError(fmt::format("{}: {}", what, std::strerror(error)));
}

}  // namespace

void DrainRing(perf_event_mmap_page& page, const std::function<void(const RegisterSample&)>& take) {
  (void)DrainPerfRing(page, [&take](const perf_event_header& header, std::span<const std::uint8_t> bytes) {
    if (header.type != PERF_RECORD_SAMPLE || bytes.size() != sizeof(SampleBody)) return;
    SampleBody body{};
    std::memcpy(&body, bytes.data(), sizeof body);
    take({body.id, static_cast<std::uint32_t>(body.ax), static_cast<std::uint32_t>(body.cx)});
  });
}

Result<std::unique_ptr<UprobeRegisters>> UprobeRegisters::Open(const PerfCalls& calls, pid_t pid,
                                                               const std::vector<std::uint64_t>& ids, int cpus) {
  if (ids.size() * static_cast<std::size_t>(std::max(cpus, 0)) > kMostCounters) {
    return InvalidError(
        fmt::format("{} uprobes on {} CPUs would burden each new thread of the program", ids.size(), cpus));
  }
  std::unique_ptr<UprobeRegisters> registers(new UprobeRegisters(calls, ids.size()));
  for (int cpu = 0; cpu < cpus && !ids.empty(); ++cpu) {
    if (const auto opened = registers->OpenOn(cpu, pid, ids); !opened) return tl::unexpected<Error>(opened.error());
  }
  if (const auto started = registers->StartReading(); !started) return tl::unexpected<Error>(started.error());
  return registers;
}

Result<void> UprobeRegisters::OpenOn(int cpu, pid_t pid, const std::vector<std::uint64_t>& ids) {
  std::vector<int> descriptors;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    perf_event_attr attributes = AttributesOf(ids[i]);
    const int fd = calls_.open(attributes, pid, cpu, -1);
    if (fd == -ENODEV && i == 0) return {};  // this CPU is off, and runs nothing
    if (fd < 0) return Refused("perf_event_open", -fd);
    descriptors_.push_back(fd);
    descriptors.push_back(fd);
    std::uint64_t id = 0;
    if (const int error = calls_.control(fd, PERF_EVENT_IOC_ID, reinterpret_cast<std::uintptr_t>(&id)); error != 0)
      return Refused("PERF_EVENT_IOC_ID", -error);
    site_of_id_[id] = i;
  }
  return ShareRing(descriptors);
}

// All counters of a CPU write into the ring of the first.
Result<void> UprobeRegisters::ShareRing(const std::vector<int>& descriptors) {
  const int first = descriptors.front();
  void* const ring = calls_.map(first, kRingBytes);
  if (ring == nullptr) return InvalidError("the kernel gives no ring buffer (kernel.perf_event_mlock_kb)");
  rings_.push_back(static_cast<perf_event_mmap_page*>(ring));
  ring_descriptors_.push_back(first);
  for (std::size_t i = 1; i < descriptors.size(); ++i) {
    const int error = calls_.control(descriptors[i], PERF_EVENT_IOC_SET_OUTPUT, static_cast<std::uintptr_t>(first));
    if (error != 0) return Refused("PERF_EVENT_IOC_SET_OUTPUT", -error);
  }
  return {};
}

Result<void> UprobeRegisters::StartReading() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return Refused("pipe", errno);
  stop_read_ = ends[0];
  stop_write_ = ends[1];
  reader_ = std::thread([this] { ReadUntilStopped(); });
  return {};
}

void UprobeRegisters::ReadUntilStopped() {
  std::vector<pollfd> wait = {{stop_read_, POLLIN, 0}};
  for (const int fd : ring_descriptors_) wait.push_back({fd, POLLIN, 0});
  while (true) {
    if (poll(wait.data(), wait.size(), -1) < 0 && errno != EINTR) return;
    if (wait[0].revents != 0) return;
    DrainAll();
    // A ring whose processes have all ended says so for ever; Finish() drains it.
    for (pollfd& entry : wait) entry.fd = (entry.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0 ? -1 : entry.fd;
  }
}

void UprobeRegisters::DrainAll() {
  for (perf_event_mmap_page* const ring : rings_) {
    DrainRing(*ring, [this](const RegisterSample& sample) {
      const auto site = site_of_id_.find(sample.id);
      if (site != site_of_id_.end()) ++requests_[site->second][{sample.eax, sample.ecx}];
    });
  }
}

std::vector<UprobeRegisters::Requests> UprobeRegisters::Finish() {
  if (stop_write_ >= 0) close(stop_write_);
  stop_write_ = -1;
  if (reader_.joinable()) reader_.join();
  DrainAll();
  return requests_;
}

UprobeRegisters::~UprobeRegisters() {
  if (stop_write_ >= 0) close(stop_write_);
  if (reader_.joinable()) reader_.join();
  if (stop_read_ >= 0) close(stop_read_);
  for (perf_event_mmap_page* const ring : rings_) calls_.unmap(ring, kRingBytes);
  CloseAll(calls_, descriptors_);
}

}  // namespace firstbyte::cpuid
