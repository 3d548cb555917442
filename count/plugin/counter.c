/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plugin of QEMU's code generator (TCG) that counts exactly what one program executes between marks that it sets
 * itself (count/markers.h): instructions, CPUIDs, and bytes written to memory. It knows QEMU's plugin interface,
 * version 1, and nothing of firstbyte. The program must have one thread.
 * house-ok: tidy: compiled only against a fetched header of QEMU.
 *
 *   instructions   each executed instruction is one. Of a repeated string instruction (rep stos, rep movs, ...) each
 *                  access to memory that stores is one, or that loads where it stores nothing: so much would be
 *                  counted by single-stepping, and it does not depend on how a version of QEMU translates the loop
 *   cpuids         0F A2, by its encoding
 *   bytes_cleared  stored by rep stos
 *   bytes_stored   by all instructions
 *
 * Marks are not counted. The report mark writes one line of JSON to the descriptor that the option fd=N names, the
 * program's standard output by default: it stands between what the program itself wrote before and after.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "count/markers.h"
#include "include/qemu/qemu-plugin.h"

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

typedef struct {
  uint64_t instructions;
  uint64_t cpuids;
  uint64_t bytes_cleared;
  uint64_t bytes_stored;
} Counts;

static Counts now;       /* since the start of the program */
static Counts at_start;  /* of the open window */
static Counts sums;      /* of the closed windows since the last report */
static uint64_t windows; /* how many these are */
static int is_open;
static int out_fd = STDOUT_FILENO;

static void on_start(unsigned int cpu, void *unused) {
  (void)cpu, (void)unused;
  at_start = now;
  is_open = 1;
}

static void on_stop(unsigned int cpu, void *unused) {
  (void)cpu, (void)unused;
  if (!is_open) return;
  is_open = 0;
  windows++;
  sums.instructions += now.instructions - at_start.instructions;
  sums.cpuids += now.cpuids - at_start.cpuids;
  sums.bytes_cleared += now.bytes_cleared - at_start.bytes_cleared;
  sums.bytes_stored += now.bytes_stored - at_start.bytes_stored;
}

static void on_report(unsigned int cpu, void *unused) {
  char line[256];
  const char *rest = line;
  (void)cpu, (void)unused;
  int left = snprintf(line, sizeof line,
                      "{\"line\":\"counted\",\"windows\":%" PRIu64 ",\"instructions\":%" PRIu64 ",\"cpuids\":%" PRIu64
                      ",\"bytes_cleared\":%" PRIu64 ",\"bytes_stored\":%" PRIu64 "}\n",
                      windows, sums.instructions, sums.cpuids, sums.bytes_cleared, sums.bytes_stored);
  while (left > 0) {
    const ssize_t written = write(out_fd, rest, (size_t)left);
    if (written <= 0) _exit(EXIT_FAILURE); /* nobody would notice a line that is missing */
    rest += written;
    left -= (int)written;
  }
  memset(&sums, 0, sizeof sums);
  windows = 0;
}

static void on_store(unsigned int cpu, qemu_plugin_meminfo_t access, uint64_t address, void *unused) {
  (void)cpu, (void)address, (void)unused;
  now.bytes_stored += UINT64_C(1) << qemu_plugin_mem_size_shift(access);
}

/* What matters here of an instruction's prefixes and opcode: Intel SDM vol. 2, 2.1.1 and 2.2.1. */
typedef struct {
  int repeated;
  int is_string;
  int only_loads;        /* lods, scas, cmps, outs: nothing is stored */
  uint64_t clears_bytes; /* of rep stos, per iteration */
} Decoded;

static int is_legacy_prefix(unsigned char byte) {
  return byte != 0 && strchr("\x26\x2e\x36\x3e\x64\x65\x66\x67\xf0\xf2\xf3", byte);
}

static Decoded decode(const unsigned char *code, size_t size) {
  Decoded decoded = {0, 0, 0, 0};
  size_t at = 0;
  int narrow = 0, wide = 0;
  for (; at < size && is_legacy_prefix(code[at]); at++) {
    decoded.repeated |= code[at] == 0xf2 || code[at] == 0xf3;
    narrow |= code[at] == 0x66;
  }
  if (at < size && (code[at] & 0xf0) == 0x40) wide = (code[at++] & 0x08) != 0;
  if (at + 1 != size) return decoded; /* string instructions end with their opcode */
  switch (code[at]) {
    case 0xaa:
    case 0xab: /* stos */
      decoded.clears_bytes = code[at] == 0xaa ? 1 : wide ? 8 : narrow ? 2 : 4;
      /* fall through */
    case 0xa4:
    case 0xa5:
    case 0x6c:
    case 0x6d: /* movs, ins */
      decoded.is_string = 1;
      break;
    case 0xa6:
    case 0xa7:
    case 0xac:
    case 0xad:
    case 0xae:
    case 0xaf:
    case 0x6e:
    case 0x6f:
      decoded.is_string = decoded.only_loads = 1;
      break;
    default:
      break;
  }
  return decoded;
}

static void count_repeated(struct qemu_plugin_insn *instruction, const Decoded *decoded) {
  const enum qemu_plugin_mem_rw rw = decoded->only_loads ? QEMU_PLUGIN_MEM_R : QEMU_PLUGIN_MEM_W;
  qemu_plugin_register_vcpu_mem_inline(instruction, rw, QEMU_PLUGIN_INLINE_ADD_U64, &now.instructions, 1);
  if (decoded->clears_bytes) {
    qemu_plugin_register_vcpu_mem_inline(instruction, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_INLINE_ADD_U64, &now.bytes_cleared,
                                         decoded->clears_bytes);
  }
}

/* Whether the instruction is a mark. */
static int attach_mark(struct qemu_plugin_insn *instruction, const unsigned char *code, size_t size) {
  static const unsigned char prefix[] = {FIRSTBYTE_MARKER_PREFIX};
  qemu_plugin_vcpu_udata_cb_t callback;
  if (size != FIRSTBYTE_MARKER_BYTES || memcmp(code, prefix, sizeof prefix) != 0) return 0;
  switch (code[sizeof prefix]) {
    case FIRSTBYTE_MARKER_START:
      callback = on_start;
      break;
    case FIRSTBYTE_MARKER_STOP:
      callback = on_stop;
      break;
    case FIRSTBYTE_MARKER_REPORT:
      callback = on_report;
      break;
    default:
      return 0;
  }
  qemu_plugin_register_vcpu_insn_exec_cb(instruction, callback, QEMU_PLUGIN_CB_NO_REGS, NULL);
  return 1;
}

static void attach(struct qemu_plugin_insn *instruction) {
  const unsigned char *const code = qemu_plugin_insn_data(instruction);
  const size_t size = qemu_plugin_insn_size(instruction);
  if (attach_mark(instruction, code, size)) return;
  const Decoded decoded = decode(code, size);
  if (decoded.repeated && decoded.is_string) {
    count_repeated(instruction, &decoded);
  } else {
    qemu_plugin_register_vcpu_insn_exec_inline(instruction, QEMU_PLUGIN_INLINE_ADD_U64, &now.instructions, 1);
  }
  if (size == 2 && code[0] == 0x0f && code[1] == 0xa2)
    qemu_plugin_register_vcpu_insn_exec_inline(instruction, QEMU_PLUGIN_INLINE_ADD_U64, &now.cpuids, 1);
  qemu_plugin_register_vcpu_mem_cb(instruction, on_store, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_W, NULL);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
  (void)id;
  const size_t count = qemu_plugin_tb_n_insns(block);
  for (size_t i = 0; i < count; i++) attach(qemu_plugin_tb_get_insn(block, i));
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv) {
  if (strcmp(info->target_name, "x86_64") != 0) {
    fprintf(stderr, "The counter knows x86_64, not %s.\n", info->target_name);
    return 1;
  }
  for (int i = 0; i < argc; i++) {
    char *end;
    if (strncmp(argv[i], "fd=", 3) != 0) return 1;
    out_fd = (int)strtol(argv[i] + 3, &end, 10);
    if (end == argv[i] + 3 || *end != '\0') return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  return 0;
}
