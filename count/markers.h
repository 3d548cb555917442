/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a program tells the counter (count/plugin/) what to count: three instructions that do nothing.
 *
 * Each is an eight-byte NOP (nopl disp32(%rax,%rax,1)) whose displacement no compiler or assembler emits as padding:
 * "FB", 0, and what it means. On hardware, and under a QEMU without the counter, they have no effect but their time.
 * They order memory accesses as a call does, so that no work moves across them.
 */
#ifndef FIRSTBYTE_COUNT_MARKERS_H_
#define FIRSTBYTE_COUNT_MARKERS_H_

#define FIRSTBYTE_MARKER_BYTES 8
#define FIRSTBYTE_MARKER_PREFIX 0x0f, 0x1f, 0x84, 0x00, 0x46, 0x42, 0x00
#define FIRSTBYTE_MARKER_START 1  /* a window opens */
#define FIRSTBYTE_MARKER_STOP 2   /* it closes: what was executed in between is added to the sums */
#define FIRSTBYTE_MARKER_REPORT 3 /* the sums are written, as one line, and set to 0 */

#if defined(__x86_64__)
#define FIRSTBYTE_MARK_TEXT(text) #text
#define FIRSTBYTE_MARK(number) \
  __asm__ volatile(".byte 0x0f, 0x1f, 0x84, 0x00, 0x46, 0x42, 0x00, " FIRSTBYTE_MARK_TEXT(number)::: "memory")
#else
#define FIRSTBYTE_MARK(number) __asm__ volatile("" ::: "memory")
#endif

/* A number itself, not the name of one: FIRSTBYTE_MARK does not look into its argument. */
#define FIRSTBYTE_MARK_START() FIRSTBYTE_MARK(1)
#define FIRSTBYTE_MARK_STOP() FIRSTBYTE_MARK(2)
#define FIRSTBYTE_MARK_REPORT() FIRSTBYTE_MARK(3)

#endif /* FIRSTBYTE_COUNT_MARKERS_H_ */
