/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memset, memcpy and memmove of the counted program, in place of libc's: engines resolve theirs to these.
 *
 * Those of libc are chosen by what the CPU has, differ from one libc to the next, and write some bytes twice: 64 bytes
 * more to clear need not be one store more. These are the kernel's way on a CPU with fast string instructions
 * (arch/x86/lib/memset_64.S and its neighbours), and exact: the counter sees each byte once.
 */
#include <stddef.h>

void *memset(void *to, int value, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);

void *memset(void *to, int value, size_t size) {
  void *at = to;
  __asm__ volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(value) : "memory");
  return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  void *at = to;
  __asm__ volatile("rep movsb" : "+D"(at), "+S"(from), "+c"(size) : : "memory");
  return to;
}

void *memmove(void *to, const void *from, size_t size) {
  if ((size_t)((char *)to - (const char *)from) >= size) return memcpy(to, from, size);
  char *at = (char *)to + size - 1;
  const char *last = (const char *)from + size - 1;
  __asm__ volatile("std\n\trep movsb\n\tcld" : "+D"(at), "+S"(last), "+c"(size) : : "memory");
  return to;
}
