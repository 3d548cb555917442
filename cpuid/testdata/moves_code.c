/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that makes, copies, moves and overwrites machine code in which a tracer may have planted breakpoints.
 * moves_code MODE
 *
 * Ends with status 0 only if all was as without a tracer. Each mode executes two CPUIDs, but "overwritten", which
 * executes one, and "huge", which executes none. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#define PR_SET_VMA_ANON_NAME 0
#endif

enum { kSize = 4096, kCpuidAt = 5 };

/* xor eax,eax; xor ecx,ecx; push rbx; cpuid; pop rbx; ret: the highest leaf, which is not 0. */
static const unsigned char kCode[] = {0x31, 0xc0, 0x31, 0xc9, 0x53, 0x0f, 0xa2, 0x5b, 0xc3};

static unsigned char *Map(int protection) { return mmap(NULL, kSize, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
static void Protect(unsigned char *page, int protection) { mprotect(page, kSize, protection); }
static int Fails(unsigned char *page) { return ((unsigned (*)(void))(void *)page)() == 0; }

static int FailsOneOfTwo(unsigned char *page) {
  const int first = Fails(page);
  return Fails(page) || first;
}

static unsigned char *MakeCode(void) {
  unsigned char *const page = Map(PROT_READ | PROT_WRITE);
  memcpy(page, kCode, sizeof kCode);
  Protect(page, PROT_READ | PROT_EXEC);
  return page;
}

static int Unchanged(void) {
  unsigned char *const page = MakeCode();
  if (Fails(page)) return 1;
  Protect(page, PROT_READ | PROT_WRITE);
  Protect(page, PROT_READ | PROT_EXEC);
  Protect(page, PROT_READ | PROT_EXEC);
  return Fails(page);
}

static int Copied(void) {
  unsigned char *const page = MakeCode();
  unsigned char *const copy = Map(PROT_READ | PROT_WRITE);
  memcpy(copy, page, kSize);
  Protect(copy, PROT_READ | PROT_EXEC);
  return Fails(page) || Fails(copy);
}

/* To where nobody sees it come. */
static int CopiedUnseen(void) {
  unsigned char *const page = MakeCode();
  unsigned char *const copy = Map(PROT_READ | PROT_WRITE | PROT_EXEC);
  memcpy(copy, page, kSize);
  return Fails(page) || Fails(copy);
}

static int Moved(void) {
  unsigned char *const page = MakeCode();
  if (Fails(page)) return 1;
  unsigned char *const there = Map(PROT_NONE);
  return mremap(page, kSize, kSize, MREMAP_MAYMOVE | MREMAP_FIXED, there) != there || Fails(there);
}

static volatile sig_atomic_t traps;
static void OnTrap(int number) {
  (void)number;
  ++traps;
}

/* By a breakpoint of the program's own. */
static int Overwritten(void) {
  unsigned char *const page = MakeCode();
  if (Fails(page)) return 1;
  signal(SIGTRAP, OnTrap);
  Protect(page, PROT_READ | PROT_WRITE);
  page[kCpuidAt] = 0xcc;     /* int3 */
  page[kCpuidAt + 1] = 0x90; /* nop */
  Protect(page, PROT_READ | PROT_EXEC);
  ((void (*)(void))(void *)page)();
  return traps != 1;
}

/* What is written to a shared mapping is written to its file. */
static int Shared(void) {
  const int file = memfd_create("code", 0);
  if (file < 0 || write(file, kCode, sizeof kCode) != (ssize_t)sizeof kCode) return 1;
  unsigned char *const page = mmap(NULL, kSize, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
  if (page == MAP_FAILED || FailsOneOfTwo(page)) return 1;
  unsigned char found[sizeof kCode];
  if (pread(file, found, sizeof found, 0) != (ssize_t)sizeof found) return 1;
  return memcmp(found, kCode, sizeof kCode) != 0;
}

/* A kernel that cannot name memory is none of the test's business. */
static int Named(void) {
  unsigned char *const page = Map(PROT_READ | PROT_WRITE);
  prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, page, kSize, "made");
  memcpy(page, kCode, sizeof kCode);
  Protect(page, PROT_READ | PROT_EXEC);
  return FailsOneOfTwo(page);
}

/* Into memory that is executable already: no system call tells of it. One CPUID. */
static int WrittenLater(void) {
  unsigned char *const page = mmap(NULL, kSize, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 1;
  memcpy(page, kCode, sizeof kCode);
  return Fails(page);
}

static int Huge(void) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  return mmap(NULL, (size_t)1 << 29, PROT_READ | PROT_EXEC, flags, -1, 0) == MAP_FAILED;
}

int main(int argc, char **argv) {
  const char *const mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "unchanged") == 0) return Unchanged();
  if (strcmp(mode, "copied") == 0) return Copied();
  if (strcmp(mode, "copied-unseen") == 0) return CopiedUnseen();
  if (strcmp(mode, "moved") == 0) return Moved();
  if (strcmp(mode, "overwritten") == 0) return Overwritten();
  if (strcmp(mode, "shared") == 0) return Shared();
  if (strcmp(mode, "named") == 0) return Named();
  if (strcmp(mode, "huge") == 0) return Huge();
  if (strcmp(mode, "written-later") == 0) return WrittenLater();
  fprintf(stderr, "unknown mode\n");
  return 99;
}
