// SPDX-License-Identifier: GPL-2.0-or-later
#include "perf/kvm_exits.h"

#include <fmt/core.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>

#include <array>
#include <utility>

#include "perf/open_event.h"
#include "perf/reading.h"
#include "perf/refusal.h"

namespace firstbyte::perf {
namespace {

constexpr char kExit[] = "kvm:kvm_exit";
constexpr std::uint64_t kVmx = 1;
constexpr std::uint64_t kSvm = 2;
constexpr std::uint64_t kVmxCpuid = 10;
constexpr std::uint64_t kSvmCpuid = 0x72;

std::optional<std::uint64_t> Value(const TracepointFormat& format, std::string_view name,
                                   std::span<const std::uint8_t> record) {
  const TracepointField* const field = format.Find(name);
  return field != nullptr ? FieldValue(*field, record) : std::nullopt;
}

tl::unexpected<Error> Unavailable(const std::string& why) {
  return InvalidError(fmt::format("host exit counting unavailable: {} CPUIDs are counted in the guest only.", why));
}

}  // namespace

bool KvmExit::IsCpuid() const { return (isa == kVmx && reason == kVmxCpuid) || (isa == kSvm && reason == kSvmCpuid); }

std::optional<KvmExit> ReadKvmExit(const TracepointFormat& format, std::span<const std::uint8_t> record) {
  const auto reason = Value(format, "exit_reason", record);
  const auto rip = Value(format, "guest_rip", record);
  const auto isa = Value(format, "isa", record);
  if (!reason || !rip || !isa) return std::nullopt;
  return KvmExit{*reason, *rip, *isa, Value(format, "vcpu_id", record)};
}

std::optional<KvmCpuid> ReadKvmCpuid(const TracepointFormat& format, std::span<const std::uint8_t> record) {
  const auto leaf = Value(format, "function", record);
  // Older kernels do not say.
  const auto subleaf = Value(format, "index", record);
  if (!leaf) return std::nullopt;
  return KvmCpuid{static_cast<std::uint32_t>(*leaf), static_cast<std::uint32_t>(subleaf.value_or(0))};
}

std::string CpuidExitFilter() {
  return fmt::format("(isa == {} && exit_reason == {}) || (isa == {} && exit_reason == {})", kVmx, kVmxCpuid, kSvm,
                     kSvmCpuid);
}

Result<CpuidExitCounter> CpuidExitCounter::Open(const PerfCalls& calls, const std::string& tracefs,
                                                const std::string& root, pid_t vcpu_thread) {
  const auto format = ReadTracepoint(tracefs, kExit);
  if (!format) return Unavailable(format.error().message);
  const Event event = TracepointEvent(kExit, *format);
  perf_event_attr attributes = CountingAttributes(event);
  attributes.disabled = 1;
  const auto opened = OpenEvent(calls, event, attributes, {vcpu_thread, -1}, -1);
  if (!opened) return Unavailable(Refusal(kExit, EventKind::kTracepoint, opened.error(), Survey(root), ""));
  CpuidExitCounter counter(calls);
  counter.fd_ = opened->fd;
  const std::string filter = CpuidExitFilter();
  const auto control = [&](unsigned long request, const void* argument) {
    return calls.control(counter.fd_, request, reinterpret_cast<std::uintptr_t>(argument));
  };
  int error = control(PERF_EVENT_IOC_SET_FILTER, filter.c_str());
  if (error == 0) error = control(PERF_EVENT_IOC_ID, &counter.id_);
  if (error == 0) error = control(PERF_EVENT_IOC_ENABLE, nullptr);
  if (error != 0) return Unavailable(fmt::format("kvm:kvm_exit takes no filter ({}).", ErrnoName(-error)));
  return counter;
}

CpuidExitCounter::CpuidExitCounter(CpuidExitCounter&& other) noexcept
    : calls_(std::move(other.calls_)), fd_(std::exchange(other.fd_, -1)), id_(other.id_) {}

CpuidExitCounter::~CpuidExitCounter() {
  if (fd_ >= 0) calls_.close(fd_);
}

Result<std::uint64_t> CpuidExitCounter::Read() const {
  std::array<std::uint8_t, 64> bytes{};
  const std::int64_t got = calls_.read(fd_, bytes.data(), bytes.size());
  if (got < 0) return Unavailable(fmt::format("it cannot be read ({}).", ErrnoName(static_cast<int>(-got))));
  const auto reading = ParseReading(std::span(bytes).first(static_cast<std::size_t>(got)), std::span(&id_, 1));
  if (!reading) return Unavailable(reading.error().message + ".");
  return reading->values.front();
}

}  // namespace firstbyte::perf
