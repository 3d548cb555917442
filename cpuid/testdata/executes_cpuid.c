/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that executes CPUIDs in ways that a tracer must follow. executes_cpuid MODE [ARGUMENT]
 *
 * Each mode checks what it can see of its own execution (results, the instruction behind, its signals) and ends with
 * status 0 only if all was as without a tracer.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each function has one CPUID, so that a count belongs to a mode; the number in it keeps the linker from folding equal
 * functions into one. The counter behind it shows a skipped instruction. */
#define CPUID_FUNCTION(name, number, bytes)                                        \
  __attribute__((noinline)) static unsigned name(unsigned leaf, unsigned *after) { \
    unsigned a = leaf, b, c = 0, d;                                                \
    __asm__ volatile(bytes "\n\tincl %4\n\tnopl " #number "(%%rax)"                \
                     : "+a"(a), "=b"(b), "+c"(c), "=d"(d), "+m"(*after));          \
    return a ^ b ^ c ^ d;                                                          \
  }
CPUID_FUNCTION(plain, 1, "cpuid")
CPUID_FUNCTION(from_thread, 2, "cpuid")
CPUID_FUNCTION(from_child, 3, "cpuid")
CPUID_FUNCTION(from_handler, 4, "cpuid")
CPUID_FUNCTION(behind_operand_prefix, 5, ".byte 0x66, 0x0f, 0xa2")
CPUID_FUNCTION(behind_rex_prefix, 6, ".byte 0x48, 0x0f, 0xa2")

static int Plain(int count) {
  unsigned after = 0;
  unsigned first = plain(0, &after);
  for (int i = 1; i < count; ++i) {
    if (plain(0, &after) != first) return 1;
  }
  return after != (unsigned)count;
}

static int Prefixed(void) {
  unsigned after = 0;
  if (behind_operand_prefix(0, &after) != plain(0, &after)) return 1;
  if (behind_rex_prefix(0, &after) != plain(0, &after)) return 1;
  return after != 4;
}

static void *Thread(void *count) {
  unsigned after = 0;
  for (long i = 0; i < (long)count; ++i) from_thread(7, &after);
  return (void *)(long)after;
}

static int Threads(long each) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) {
    if (pthread_create(&threads[i], NULL, Thread, (void *)each) != 0) return 1;
  }
  long sum = 0;
  for (int i = 0; i < 4; ++i) {
    void *after;
    pthread_join(threads[i], &after);
    sum += (long)after;
  }
  return sum != 4 * each;
}

static int WaitFor(pid_t pid, int expected) {
  int status = 0;
  if (pid < 0 || waitpid(pid, &status, 0) != pid) return 1;
  return !(WIFEXITED(status) && WEXITSTATUS(status) == expected);
}

/* A child that goes on, one that executes a program, and one made by vfork. */
static int Family(char *self) {
  char *const arguments[] = {self, "plain", "3", NULL};
  unsigned after = 0;
  const pid_t forked = fork();
  if (forked == 0) {
    from_child(0, &after);
    _exit(after == 1 ? 5 : 1);
  }
  if (WaitFor(forked, 5) != 0) return 1;
  const pid_t executed = fork();
  if (executed == 0) {
    execv(self, arguments);
    _exit(1);
  }
  if (WaitFor(executed, 0) != 0) return 1;
  const pid_t vforked = vfork();
  if (vforked == 0) {
    execv(self, arguments);
    _exit(1);
  }
  if (WaitFor(vforked, 0) != 0) return 1;
  plain(0, &after);
  return after != 1;
}

#ifndef STATIC_PROGRAM
static int Dlopen(const char *library) {
  void *const handle = dlopen(library, RTLD_NOW);
  if (handle == NULL) return 1;
  void (*const function)(void) = (void (*)(void))dlsym(handle, "plain");
  if (function == NULL) return 1;
  function();
  function();
  if (dlclose(handle) != 0) return 1;
  /* Loaded again, perhaps elsewhere. */
  void *const again = dlopen(library, RTLD_NOW);
  if (again == NULL) return 1;
  ((void (*)(void))dlsym(again, "plain"))();
  return 0;
}
#endif

/* xor eax,eax; xor ecx,ecx; push rbx; cpuid; pop rbx; ret */
static const unsigned char kMade[] = {0x31, 0xc0, 0x31, 0xc9, 0x53, 0x0f, 0xa2, 0x5b, 0xc3};

static int Jit(int times) {
  unsigned char *const code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code == MAP_FAILED) return 1;
  for (int i = 0; i < times; ++i) {
    memcpy(code, kMade, sizeof kMade);
    if (mprotect(code, 4096, PROT_READ | PROT_EXEC) != 0) return 1;
    ((void (*)(void))(void *)code)();
    if (mprotect(code, 4096, PROT_READ | PROT_WRITE) != 0) return 1;
  }
  return 0;
}

static volatile sig_atomic_t alarms;
static void OnAlarm(int number) {
  unsigned after = 0;
  (void)number;
  from_handler(0, &after);
  ++alarms;
}

/* CPUIDs under a hail of signals, whose handler executes CPUIDs as well: prints how many of each. */
static int Signals(int count) {
  const struct itimerval often = {{0, 300}, {0, 300}};
  const struct itimerval never = {{0, 0}, {0, 0}};
  unsigned after = 0;
  signal(SIGALRM, OnAlarm);
  setitimer(ITIMER_REAL, &often, NULL);
  for (int i = 0; i < count; ++i) plain(7, &after);
  setitimer(ITIMER_REAL, &never, NULL);
  printf("%u %d\n", after, (int)alarms);
  return after != (unsigned)count;
}

/* A breakpoint of the program's own, which must reach the program. */
static volatile sig_atomic_t traps;
static void OnTrap(int number) {
  (void)number;
  ++traps;
}
static int OwnTrap(void) {
  unsigned after = 0;
  signal(SIGTRAP, OnTrap);
  __asm__ volatile("int3");
  plain(0, &after);
  raise(SIGTRAP);
  return traps != 2 || after != 1;
}

int main(int argc, char **argv) {
  const char *const mode = argc > 1 ? argv[1] : "";
  const char *const argument = argc > 2 ? argv[2] : "1";
  if (strcmp(mode, "plain") == 0) return Plain(atoi(argument));
  if (strcmp(mode, "prefixed") == 0) return Prefixed();
  if (strcmp(mode, "threads") == 0) return Threads(atoi(argument));
  if (strcmp(mode, "family") == 0) return Family(argv[0]);
#ifndef STATIC_PROGRAM
  if (strcmp(mode, "dlopen") == 0) return Dlopen(argument);
#endif
  if (strcmp(mode, "jit") == 0) return Jit(atoi(argument));
  if (strcmp(mode, "signals") == 0) return Signals(atoi(argument));
  if (strcmp(mode, "own-trap") == 0) return OwnTrap();
  if (strcmp(mode, "exit") == 0) return atoi(argument);
  if (strcmp(mode, "abort") == 0) abort();
  if (strcmp(mode, "echo") == 0) {
    puts(argument);
    fputs("to stderr\n", stderr);
    return 0;
  }
  fprintf(stderr, "unknown mode\n");
  return 99;
}
