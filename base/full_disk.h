// SPDX-License-Identifier: GPL-2.0-or-later
// For tests: a disk that is full. While one lives, no file of this process can grow beyond `bytes`; writing beyond them
// fails in the middle with EFBIG, as writing to a full disk does with ENOSPC.
#ifndef FIRSTBYTE_BASE_FULL_DISK_H_
#define FIRSTBYTE_BASE_FULL_DISK_H_

#include <sys/resource.h>

#include <csignal>

namespace firstbyte {

class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_limit_);
    const rlimit limit{bytes, old_limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*old_handler_)(int);
  rlimit old_limit_{};
};

}  // namespace firstbyte

#endif  // FIRSTBYTE_BASE_FULL_DISK_H_
