// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_uprobe_tracefs.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mount.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/number.h"
#include "base/system_random.h"

namespace firstbyte::cpuid {
namespace {

constexpr char kMountedAt[] = "/sys/kernel/tracing";
constexpr char kList[] = "uprobe_events";

Result<int> Forbidden(int error) {
  return InvalidError(
      fmt::format("Uprobes take root and a kernel with tracefs, which cannot be opened here ({}); use "
                  "--method=breakpoints.",
                  std::strerror(error)));
}

std::optional<std::uint64_t> ReadId(int tracefs, const std::string& event) {
  const int fd = openat(tracefs, fmt::format("events/{}/id", event).c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::array<char, 32> text{};
  const ssize_t got = read(fd, text.data(), text.size());
  close(fd);
  if (got <= 0) return std::nullopt;
  std::string_view number(text.data(), static_cast<std::size_t>(got));
  if (number.back() == '\n') number.remove_suffix(1);
  return ParseNumber<std::uint64_t>(number);
}

}  // namespace

Result<int> OpenTracefs() {
  const int mounted = open(kMountedAt, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // The directory is there in any case; empty if nothing is mounted.
  if (mounted >= 0 && faccessat(mounted, kList, F_OK, 0) == 0) return mounted;
  if (mounted >= 0) close(mounted);
  const int context = fsopen("tracefs", FSOPEN_CLOEXEC);
  if (context < 0) return Forbidden(errno);
  const bool made = fsconfig(context, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) == 0;
  const int mount = made ? fsmount(context, FSMOUNT_CLOEXEC, 0) : -1;
  const int error = errno;
  close(context);
  if (mount < 0) return Forbidden(error);
  return mount;
}

std::string NewUprobeGroup() { return fmt::format("firstbyte_{:016x}", SystemRandom()); }

std::string UprobeDefinitions::EventName(std::size_t i) const { return fmt::format("{}/cpuid_{}", group_, i); }

Result<void> UprobeDefinitions::OpenList() {
  // Appended to, never truncated: that would take everybody else's definitions away.
  list_ = openat(tracefs_, kList, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (list_ >= 0) return {};
  return InvalidError(fmt::format("This kernel's tracefs takes no uprobes ({}: {}); use --method=breakpoints.", kList,
                                  std::strerror(errno)));
}

Result<void> UprobeDefinitions::Add(const UprobeSite& site) {
  const std::string event = EventName(defined_);
  const auto refused = [&site](const std::string& why) {
    return InvalidError(
        fmt::format("Cannot define a uprobe at {}+{:#x} ({}); use --method=breakpoints.", site.path, site.offset, why));
  };
  // The list's fields end at blanks, and there is no way to quote one.
  if (site.path.find_first_of(" \t\n") != std::string::npos) return refused("the file's name has a blank");
  if (const auto written = WriteAll(list_, fmt::format("p:{} {}:{:#x}\n", event, site.path, site.offset)); !written)
    return refused(written.error().message);
  ++defined_;
  const auto id = ReadId(tracefs_, event);
  if (!id) return refused("it got no number");
  ids_.push_back(*id);
  return {};
}

Result<UprobeDefinitions> UprobeDefinitions::Make(int tracefs, std::string group,
                                                  const std::vector<UprobeSite>& sites) {
  UprobeDefinitions definitions(tracefs, std::move(group));
  if (const auto opened = definitions.OpenList(); !opened) return tl::unexpected<Error>(opened.error());
  for (const UprobeSite& site : sites) {
    if (const auto added = definitions.Add(site); !added) return tl::unexpected<Error>(added.error());
  }
  return definitions;
}

UprobeDefinitions::UprobeDefinitions(UprobeDefinitions&& other) noexcept
    : tracefs_(std::exchange(other.tracefs_, -1)),
      list_(std::exchange(other.list_, -1)),
      group_(std::move(other.group_)),
      defined_(std::exchange(other.defined_, 0)),
      ids_(std::move(other.ids_)) {}

UprobeDefinitions::~UprobeDefinitions() {
  for (std::size_t i = 0; i < defined_; ++i) (void)WriteAll(list_, fmt::format("-:{}\n", EventName(i)));
  if (list_ >= 0) close(list_);
  if (tracefs_ >= 0) close(tracefs_);
}

}  // namespace firstbyte::cpuid
