/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program with constants among its code that look like CPUIDs, and with code in places that are meant for data.
 * mixes_data MODE [COUNT]
 *
 * Ends with status 0 only if all was as without a tracer. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { kPage = 4096, kConstant = 0x9090a20f, kConstantAt = 7, kConstantSize = 11 };

/* mov constant(%rip), %eax; ret; constant: what would be `cpuid; nop; nop`. */
unsigned Constant(void);
__asm__(
    ".text\n"
    ".globl Constant\n"
    ".type Constant, @function\n"
    "Constant:\n"
    "  movl 1f(%rip), %eax\n"
    "  ret\n"
    "1: .byte 0x0f, 0xa2, 0x90, 0x90\n"
    ".size Constant, .-Constant\n");

static const unsigned char kConstantCode[kConstantSize] = {0x8b, 0x05, 0x01, 0x00, 0x00, 0x00,
                                                           0xc3, 0x0f, 0xa2, 0x90, 0x90};

/* xor eax,eax; xor ecx,ecx; push rbx; cpuid; pop rbx; ret: the highest leaf, which is not 0. */
static const unsigned char kCode[] = {0x31, 0xc0, 0x31, 0xc9, 0x53, 0x0f, 0xa2, 0x5b, 0xc3};

static unsigned Call(const unsigned char *code) { return ((unsigned (*)(void))(void *)code)(); }

static int InFile(void) { return Constant() != kConstant; }

static int InMadeCode(void) {
  unsigned char *const page = mmap(NULL, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(page, kConstantCode, sizeof kConstantCode);
  if (mprotect(page, kPage, PROT_READ | PROT_EXEC) != 0) return 1;
  return Call(page) != kConstant || memcmp(page, kConstantCode, sizeof kConstantCode) != 0;
}

/* A table that is full of zeros is no padding in front of a function. */
static int BehindZeros(void) {
  unsigned char *const page = mmap(NULL, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[0] = 0xc3;
  page[1] = 0x90;
  page[15] = 0x90;
  memcpy(page + 32, kConstantCode + kConstantAt, sizeof kConstantCode - kConstantAt);
  if (mprotect(page, kPage, PROT_READ | PROT_EXEC) != 0) return 1;
  Call(page);
  return memcmp(page + 32, kConstantCode + kConstantAt, sizeof kConstantCode - kConstantAt) != 0;
}

/* In memory of malloc(), which is [heap]. */
static int InHeap(void) {
  unsigned char *const memory = malloc(3 * kPage);
  unsigned char *const page = memory + (kPage - (unsigned long)memory % kPage);
  memcpy(page, kCode, sizeof kCode);
  if (mprotect(page, kPage, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return 1;
  return Call(page) == 0;
}

static int OnStack(void) {
  unsigned char memory[3 * kPage];
  unsigned char *const page = memory + (kPage - (unsigned long)memory % kPage);
  memset(memory, 0, sizeof memory);
  memcpy(page, kCode, sizeof kCode);
  if (mprotect(page, kPage, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return 1;
  return Call(page) == 0;
}

/* Makes the pages of one mapping executable one after the other. */
static int PageByPage(size_t count) {
  unsigned char *const pages = mmap(NULL, count * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return 1;
  memset(pages, 0x90, count * kPage);
  for (size_t i = 0; i < count; ++i) {
    unsigned char *const page = pages + i * kPage;
    memcpy(page, kCode, sizeof kCode);
    memset(page + kPage - 512, 0xcc, 512);
    if (mprotect(page, kPage, PROT_READ | PROT_EXEC) != 0 || Call(page) == 0) return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  const char *const mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "file") == 0) return InFile();
  if (strcmp(mode, "made") == 0) return InMadeCode();
  if (strcmp(mode, "zeros") == 0) return BehindZeros();
  if (strcmp(mode, "heap") == 0) return InHeap();
  if (strcmp(mode, "stack") == 0) return OnStack();
  if (strcmp(mode, "pages") == 0 && argc > 2) return PageByPage((size_t)atol(argv[2]));
  fprintf(stderr, "unknown mode\n");
  return 99;
}
