// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/perf_calls.h"

#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace firstbyte {

PerfCalls KernelPerfCalls() {
  return {
      .open = [](perf_event_attr& attributes, pid_t pid, int cpu, int group) -> int {
        const long fd = syscall(SYS_perf_event_open, &attributes, pid, cpu, group, PERF_FLAG_FD_CLOEXEC);
        return fd < 0 ? -errno : static_cast<int>(fd);
      },
      .read = [](int fd, void* buffer, std::size_t size) -> std::int64_t {
        const ssize_t got = read(fd, buffer, size);
        return got < 0 ? -errno : got;
      },
      .close = [](int fd) { close(fd); },
      .control = [](int fd, unsigned long request, std::uintptr_t argument) -> int {
        return ioctl(fd, request, argument) < 0 ? -errno : 0;
      },
      .map = [](int fd, std::size_t size) -> void* {
        void* const address = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        return address == MAP_FAILED ? nullptr : address;
      },
      .unmap = [](void* address, std::size_t size) { munmap(address, size); },
  };
}

}  // namespace firstbyte
