// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/descriptors.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace firstbyte::cpuid {

MostDescriptors::MostDescriptors() {
  if (getrlimit(RLIMIT_NOFILE, &before_) != 0 || before_.rlim_cur == before_.rlim_max) return;
  rlimit most = before_;
  most.rlim_cur = most.rlim_max;
  raised_ = setrlimit(RLIMIT_NOFILE, &most) == 0;
}

MostDescriptors::~MostDescriptors() {
  if (raised_) setrlimit(RLIMIT_NOFILE, &before_);
}

bool DescriptorsRanOut() {
  const int fd = open("/", O_PATH | O_CLOEXEC);
  if (fd < 0) return errno == EMFILE || errno == ENFILE;
  close(fd);
  return false;
}

}  // namespace firstbyte::cpuid
