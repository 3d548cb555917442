/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Work without a CPUID, as programs do it, for what a tracer costs a program once it has started: four threads that
 * compute, allocate and free, take a lock and make system calls. Writes the nanoseconds that it took.
 * keeps_busy ROUNDS FILE
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { kThreads = 4, kBuffer = 64 * 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t sum;
static long rounds;

static void *Work(void *unused) {
  const int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY);
  for (long i = 0; i < rounds; ++i) {
    unsigned char *const buffer = malloc(kBuffer);
    if (buffer == NULL || read(zero, buffer, kBuffer / 16) < 0) abort();
    uint64_t hash = 14695981039346656037u;
    for (int k = 0; k < kBuffer / 16; ++k) hash = (hash ^ buffer[k]) * 1099511628211u;
    if (write(null, buffer, kBuffer / 16) < 0 || lseek(zero, 0, SEEK_SET) < 0) abort();
    pthread_mutex_lock(&lock);
    sum += hash;
    pthread_mutex_unlock(&lock);
    free(buffer);
  }
  return unused;
}

static long long Now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  rounds = atol(argv[1]);
  pthread_t threads[kThreads];
  const long long start = Now();
  for (int i = 0; i < kThreads; ++i) {
    if (pthread_create(&threads[i], NULL, Work, NULL) != 0) return 1;
  }
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  const long long took = Now() - start;
  FILE *const file = fopen(argv[2], "w");
  if (file == NULL || sum == 0) return 1;
  fprintf(file, "%lld\n", took);
  return fclose(file);
}
