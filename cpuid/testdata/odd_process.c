/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that treats signals and processes in ways that are hard on a tracer. odd_process MODE [ARGUMENT]
 *
 * Ends with status 0 only if all was as without a tracer. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static unsigned own_cpuid(void) {
  unsigned a = 0, b, c = 0, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  return a;
}

static int IsBlocked(int number) {
  sigset_t now;
  sigprocmask(SIG_SETMASK, NULL, &now);
  return sigismember(&now, number) == 1;
}

/* Blocked, a SIGTRAP waits; unblocked, it would end the program. */
static int BlocksAll(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  for (int i = 0; i < 3; ++i) own_cpuid();
  raise(SIGTRAP);
  return !IsBlocked(SIGTRAP) || !IsBlocked(SIGUSR1);
}

/* Its memory, and that of its children, can be looked into by nobody without privileges. */
static int Undumpable(void) {
  prctl(PR_SET_DUMPABLE, 0);
  const pid_t child = fork();
  if (child == 0) _exit(own_cpuid() == 0);
  int status = 0;
  return waitpid(child, &status, 0) != child || status != 0;
}

static void *Execute(void *self) {
  char *const arguments[] = {self, "cpuid", NULL};
  execv(self, arguments);
  return NULL;
}

/* The thread that executes a program takes over the process's number; the first one ends. */
static int ThreadExecutes(char *self) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, Execute, self) != 0) return 1;
  pthread_join(thread, NULL);
  return 1;
}

static pid_t Tracer(void) {
  FILE *const file = fopen("/proc/self/status", "r");
  char line[256];
  int tracer = 0;
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "TracerPid: %d", &tracer) == 1) break;
  }
  return tracer;
}

/* A child that never ends by itself, and presses Ctrl-C on the tracer once the program has ended. */
static int Outlives(void) {
  const pid_t program = getpid();
  const pid_t tracer = Tracer();
  if (tracer == 0) return 1;
  if (fork() != 0) return 7;
  while (getppid() == program) usleep(1000);
  for (;;) {
    kill(tracer, SIGINT);
    usleep(1000);
  }
}

/* Processes that are killed while they make children. */
static int Orphans(int times) {
  for (int i = 0; i < times; ++i) {
    const pid_t maker = fork();
    if (maker == 0) {
      for (;;) {
        if (fork() == 0) _exit(0);
        while (waitpid(-1, NULL, WNOHANG) > 0) {
        }
      }
    }
    usleep((useconds_t)(500 + 137 * i));
    kill(maker, SIGKILL);
    if (waitpid(maker, NULL, 0) != maker) return 1;
  }
  return 0;
}

/* Before main(). */
__attribute__((constructor)) static void AbortEarly(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "aborts-early") == 0) abort();
}

int main(int argc, char **argv) {
  const char *const mode = argc > 1 ? argv[1] : "";
  const int number = argc > 2 ? atoi(argv[2]) : 1;
  if (strcmp(mode, "cpuid") == 0) return own_cpuid() == 0;
  if (strcmp(mode, "blocks-all") == 0) return BlocksAll();
  if (strcmp(mode, "has-blocked") == 0) return !IsBlocked(number);
  if (strcmp(mode, "undumpable") == 0) return Undumpable();
  if (strcmp(mode, "thread-executes") == 0) return ThreadExecutes(argv[0]);
  if (strcmp(mode, "outlives") == 0) return Outlives();
  if (strcmp(mode, "orphans") == 0) return Orphans(number);
  fprintf(stderr, "unknown mode\n");
  return 99;
}
