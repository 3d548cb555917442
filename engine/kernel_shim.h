/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel's zstd (lib/zstd, lib/xxhash.c, include/linux/zstd*.h) expects of the kernel around it, for user
 * space.
 *
 * The repository rules (third_party/kernel_shims.bzl) put headers with the names of the kernel's own beside
 * the fetched tree (linux/types.h, linux/unaligned.h, ...), each of which includes this file and nothing else. They
 * hide the C library's linux/: what glibc's own headers want of linux/limits.h or linux/errno.h is missing in engines,
 * which ask for none of it. Written from what the names mean; no line of it is the kernel's. */
#ifndef FIRSTBYTE_ENGINE_KERNEL_SHIM_H_
#define FIRSTBYTE_ENGINE_KERNEL_SHIM_H_

/* clang-format off: limits.h includes linux/limits.h, which is this file once more. */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format on */

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* The kernel's asm/byteorder.h defines it where integers are little-endian, and nowhere else; zstd asks only that. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined(__LITTLE_ENDIAN)
#define __LITTLE_ENDIAN 1234
#endif

/* Linkage of modules: the engine's table takes their place. */
#define EXPORT_SYMBOL(name)
#define EXPORT_SYMBOL_GPL(name)
#define MODULE_LICENSE(text)
#define MODULE_DESCRIPTION(text)

/* Of linux/compiler.h, linux/compiler_attributes.h, linux/bug.h and linux/printk.h. */
#define fallthrough __attribute__((__fallthrough__))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define WARN_ON(x) ((void)(x))
#define pr_debug(...) ((void)0)

/* xxhash returns it for a seed buffer that is missing. */
#ifndef EINVAL
#define EINVAL 22
#endif

#define swab32(x) __builtin_bswap32(x)
#define swab64(x) __builtin_bswap64(x)

static inline uint64_t div_u64(uint64_t dividend, uint32_t divisor) { return dividend / divisor; }

/* Access at any address, of any type: through a struct that is packed and may alias, which compiles to one move on x86
 * as the kernel's does. The type may be const, as that of U32 read by zstd is: so nothing is copied into one. */
#define FIRSTBYTE_AT(address) \
  struct {                    \
    __typeof__(*(address)) x; \
  } __attribute__((__packed__, __may_alias__))
#define get_unaligned(address) (((const FIRSTBYTE_AT(address) *)(const void *)(address))->x)
#define put_unaligned(value, address)                          \
  do {                                                         \
    ((FIRSTBYTE_AT(address) *)(void *)(address))->x = (value); \
  } while (0)

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FIRSTBYTE_LE(bits, x) (x)
#define FIRSTBYTE_BE(bits, x) __builtin_bswap##bits(x)
#else
#define FIRSTBYTE_LE(bits, x) __builtin_bswap##bits(x)
#define FIRSTBYTE_BE(bits, x) (x)
#endif

#define FIRSTBYTE_UNALIGNED(bits, order, ORDER)                                               \
  static inline uint##bits##_t get_unaligned_##order##bits(const void *address) {             \
    return FIRSTBYTE_##ORDER(bits, get_unaligned((const uint##bits##_t *)address));           \
  }                                                                                           \
  static inline void put_unaligned_##order##bits(uint##bits##_t value, void *address) {       \
    put_unaligned((uint##bits##_t)FIRSTBYTE_##ORDER(bits, value), (uint##bits##_t *)address); \
  }

FIRSTBYTE_UNALIGNED(16, le, LE)
FIRSTBYTE_UNALIGNED(32, le, LE)
FIRSTBYTE_UNALIGNED(64, le, LE)
FIRSTBYTE_UNALIGNED(16, be, BE)
FIRSTBYTE_UNALIGNED(32, be, BE)
FIRSTBYTE_UNALIGNED(64, be, BE)

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *at, int value, size_t size);

#endif /* FIRSTBYTE_ENGINE_KERNEL_SHIM_H_ */
