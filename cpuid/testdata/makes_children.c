/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that makes children in ways that are hard on a tracer. makes_children MODE [ARGUMENT]
 *
 * Ends with status 0 only if all was as without a tracer. */
#define _GNU_SOURCE
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kSize = 4096, kChildStatus = 5 };

/* xor eax,eax; xor ecx,ecx; push rbx; cpuid; pop rbx; ret: the highest leaf, which is not 0. */
static const unsigned char kCode[] = {0x31, 0xc0, 0x31, 0xc9, 0x53, 0x0f, 0xa2, 0x5b, 0xc3};

__attribute__((noinline)) static unsigned own_cpuid(void) {
  unsigned a = 0, b, c = 0, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  return a;
}

static unsigned char *WriteCode(void) {
  unsigned char *const page = mmap(NULL, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(page, kCode, sizeof kCode);
  return page;
}

static int FailsToRun(unsigned char *page) {
  if (mprotect(page, kSize, PROT_READ | PROT_EXEC) != 0) return 1;
  return ((unsigned (*)(void))(void *)page)() == 0;
}

static int EndsWith(pid_t child, int expected) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == expected;
}

/* What a thread is called is its own affair. */
static int Renamed(void) {
  prctl(PR_SET_NAME, "x Tgid: 1");
  return FailsToRun(WriteCode());
}

/* Suspended until its child ends, as by vfork, but with memory of its own: what becomes code in the child's does not in
 * the parent's. */
static int ClonesLikeVfork(void) {
  unsigned char *const page = WriteCode();
  const long child = syscall(SYS_clone, CLONE_VFORK | SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == 0) _exit(FailsToRun(page));
  return !EndsWith((pid_t)child, 0) || memcmp(page, kCode, sizeof kCode) != 0;
}

/* The kernel leaves the arguments of a call as they are; both sides look. */
static int ClonesUntraced(void) {
  const unsigned long flags = CLONE_UNTRACED | SIGCHLD;
  unsigned long first = flags;
  long child = SYS_clone;
  register long tid_address __asm__("r10") = 0;
  register long tls __asm__("r8") = 0;
  __asm__ volatile("syscall"
                   : "+a"(child), "+D"(first)
                   : "S"(0L), "d"(0L), "r"(tid_address), "r"(tls)
                   : "rcx", "r11", "memory");
  if (child == 0) _exit(own_cpuid() != 0 && first == flags ? kChildStatus : 1);
  return !EndsWith((pid_t)child, kChildStatus) || first != flags;
}

static int Clones3(unsigned long flags) {
  static volatile struct clone_args arguments;
  arguments.flags = flags;
  arguments.exit_signal = SIGCHLD;
  const long child = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (child == 0) _exit(own_cpuid() != 0 && arguments.flags == flags ? kChildStatus : 1);
  return !EndsWith((pid_t)child, kChildStatus) || arguments.flags != flags;
}

/* They live at the same time, and each makes code when all are there. */
static int Many(int children) {
  int go[2];
  if (pipe(go) != 0) return 1;
  for (int i = 0; i < children; ++i) {
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child != 0) continue;
    char byte = 0;
    close(go[1]);
    if (read(go[0], &byte, 1) != 0) _exit(1);
    _exit(FailsToRun(WriteCode()));
  }
  close(go[1]);
  int failed = 0;
  for (int status = 0; waitpid(-1, &status, 0) > 0;) failed |= status != 0;
  return failed;
}

static int HasDescriptors(unsigned long soft) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur != soft;
}

int main(int argc, char **argv) {
  const char *const mode = argc > 1 ? argv[1] : "";
  const int number = argc > 2 ? atoi(argv[2]) : 1;
  if (strcmp(mode, "renamed") == 0) return Renamed();
  if (strcmp(mode, "clone-vfork") == 0) return ClonesLikeVfork();
  if (strcmp(mode, "clone-untraced") == 0) return ClonesUntraced();
  if (strcmp(mode, "clone3-untraced") == 0) return Clones3(CLONE_UNTRACED);
  if (strcmp(mode, "clone3") == 0) return Clones3(0);
  if (strcmp(mode, "many") == 0) return Many(number);
  if (strcmp(mode, "has-descriptors") == 0) return HasDescriptors((unsigned long)number);
  fprintf(stderr, "unknown mode\n");
  return 99;
}
