// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a program that may count and sample nothing, as in a container: denies_perf PROGRAM [ARGUMENT...]
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "cpuid/deny_system_call.h"

int main(int argc, char** argv) {
  if (argc < 2 || !firstbyte::cpuid::DenySystemCall(SYS_perf_event_open, EPERM)) return 125;
  execvp(argv[1], argv + 1);
  return 126;
}
