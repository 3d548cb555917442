// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/sampler.h"

#include <fmt/core.h>
#include <sys/ioctl.h>

#include <array>
#include <span>
#include <utility>

#include "base/perf_ring.h"
#include "perf/reading.h"
#include "perf/refusal.h"

namespace firstbyte::perf {
namespace {

constexpr std::uint64_t kShortestNs = 1'000'000;
constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
constexpr std::size_t kPageBytes = 4096;

SampleFormat FormatOf(const SamplerOptions& options) {
  SampleFormat format;
  if (options.callchains) format.type |= PERF_SAMPLE_CALLCHAIN;
  if (options.stack_bytes == 0) return format;
  format.type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
  format.user_registers = kStackRegisters;
  return format;
}

Event Cycles() { return {"cycles", EventKind::kHardware, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0, 0, ""}; }

perf_event_attr SamplingAttributes(const Event& event, const SamplerOptions& options) {
  perf_event_attr attributes = AttributesOf(event);
  attributes.disabled = 1;
  attributes.exclude_kernel = attributes.exclude_hv = 1;
  attributes.exclude_callchain_kernel = 1;
  attributes.sample_type = FormatOf(options).type;
  attributes.sample_regs_user = FormatOf(options).user_registers;
  attributes.sample_stack_user = static_cast<std::uint32_t>(options.stack_bytes);
  attributes.read_format = kReadFormatWithLost;
  attributes.mmap = 1;
  attributes.mmap2 = 1;
  if (event.kind == EventKind::kHardware) {
    attributes.freq = 1;
    attributes.sample_freq = kNsPerSecond / options.period_ns;
  } else {
    attributes.sample_period = options.period_ns;  // the clock's own unit
  }
  return attributes;
}

}  // namespace

Sampler::Sampler(PerfCalls calls, const SamplerOptions& options)
    : calls_(std::move(calls)),
      period_ns_(options.period_ns),
      stack_bytes_(options.stack_bytes),
      records_(FormatOf(options)) {}

tl::expected<void, int> Sampler::OpenEventOf(const Event& event, const SamplerOptions& options) {
  const auto opened = OpenEvent(calls_, event, SamplingAttributes(event, options), options.target, -1);
  if (!opened) return tl::unexpected<int>(opened.error());
  fd_ = opened->fd;
  read_format_ = opened->attributes.read_format;
  event_ = event.name + ModeSuffix(opened->attributes);
  const int error = calls_.control(fd_, PERF_EVENT_IOC_ID, reinterpret_cast<std::uintptr_t>(&id_));
  if (error == 0) return {};
  calls_.close(std::exchange(fd_, -1));
  return tl::unexpected<int>(-error);
}

Result<Sampler> Sampler::Open(const PerfCalls& calls, const SamplerOptions& options) {
  if (options.period_ns < kShortestNs) {
    return UsageError(fmt::format("A sampling period of {} ns would change what is sampled; take {} or more.",
                                  options.period_ns, kShortestNs));
  }
  Sampler sampler(calls, options);
  const Surroundings surroundings = Survey(options.root);
  if (options.hardware) {
    const auto opened = sampler.OpenEventOf(Cycles(), options);
    if (!opened)
      sampler.note_ = Refusal("samples by cycles", EventKind::kHardware, opened.error(), surroundings,
                              "cpu-clock is sampled instead");
  }
  if (sampler.fd_ < 0) {
    const auto opened = sampler.OpenEventOf(SoftwareEvent(PERF_COUNT_SW_CPU_CLOCK), options);
    if (!opened) {
      return InvalidError(Refusal("samples", EventKind::kSoftware, opened.error(), surroundings,
                                  "counts times costs are all that can be shown"));
    }
  }
  if (const auto mapped = sampler.MapRing(options.pages); !mapped) return tl::unexpected<Error>(mapped.error());
  return sampler;
}

// A smaller ring where others of this user have used up what may be locked.
Result<void> Sampler::MapRing(std::size_t pages) {
  for (; pages > 0; pages /= 2) {
    ring_bytes_ = (1 + pages) * kPageBytes;
    if (room() < kLeastRoom) break;
    void* const ring = calls_.map(fd_, ring_bytes_);
    if (ring == nullptr) continue;
    ring_ = static_cast<perf_event_mmap_page*>(ring);
    return {};
  }
  return InvalidError(fmt::format(
      "The kernel gives no ring buffer that holds {} samples; raise kernel.perf_event_mlock_kb.", kLeastRoom));
}

Sampler::Sampler(Sampler&& other) noexcept
    : calls_(std::move(other.calls_)),
      period_ns_(other.period_ns_),
      stack_bytes_(other.stack_bytes_),
      fd_(std::exchange(other.fd_, -1)),
      id_(other.id_),
      read_format_(other.read_format_),
      ring_(std::exchange(other.ring_, nullptr)),
      ring_bytes_(other.ring_bytes_),
      event_(std::move(other.event_)),
      note_(std::move(other.note_)),
      records_(std::move(other.records_)) {}

// A sample without call chain or stack has some 100 bytes, with the stack's registers some 200; chains are short.
std::size_t Sampler::room() const {
  constexpr std::size_t kSampleBytes = 256;
  return (ring_bytes_ - kPageBytes) / (kSampleBytes + stack_bytes_);
}

Sampler::~Sampler() {
  if (ring_ != nullptr) calls_.unmap(ring_, ring_bytes_);
  if (fd_ >= 0) calls_.close(fd_);
}

Result<void> Sampler::Enable() const {
  const int error = calls_.control(fd_, PERF_EVENT_IOC_ENABLE, 0);
  if (error != 0) return InvalidError(fmt::format("The sampling cannot be started ({}).", ErrnoName(-error)));
  return {};
}

Result<void> Sampler::Disable() const {
  const int error = calls_.control(fd_, PERF_EVENT_IOC_DISABLE, 0);
  if (error != 0) return InvalidError(fmt::format("The sampling cannot be stopped ({}).", ErrnoName(-error)));
  return {};
}

void Sampler::Drain() {
  const bool whole = DrainPerfRing(*ring_, [this](const perf_event_header& header, std::span<const std::uint8_t> body) {
    records_.Take(header, body);
  });
  if (!whole) records_.TakeBrokenRing();
}

Result<SamplingReport> Sampler::Report() {
  Drain();
  std::array<std::uint8_t, 64> bytes{};
  const std::int64_t got = calls_.read(fd_, bytes.data(), bytes.size());
  if (got < 0)
    return InvalidError(fmt::format("The samples cannot be counted ({}).", ErrnoName(static_cast<int>(-got))));
  const auto reading =
      ParseReading(std::span(bytes).first(static_cast<std::size_t>(got)), std::span(&id_, 1), read_format_);
  if (!reading) return InvalidError("The samples cannot be counted: " + reading.error().message + ".");
  SamplingReport report;
  report.account = records_.account();
  report.running_ns = reading->running_ns;
  report.expected = reading->running_ns / period_ns_;
  if (report.expected > 0)
    report.delivered = static_cast<double>(report.account.samples) / static_cast<double>(report.expected);
  if (reading->lost) report.lost = reading->lost->front();
  return report;
}

}  // namespace firstbyte::perf
