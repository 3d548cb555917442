/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets a context of the distribution's zstd up in memory of its own, as the kernel does, 10 times. zstd_static_init
 * cctx|cstream|dctx|dstream */
#define ZSTD_STATIC_LINKING_ONLY
#include <string.h>
#include <zstd.h>

static void *SetUp(const char *kind, void *memory, size_t size) {
  if (strcmp(kind, "cctx") == 0) return ZSTD_initStaticCCtx(memory, size);
  if (strcmp(kind, "cstream") == 0) return ZSTD_initStaticCStream(memory, size);
  if (strcmp(kind, "dctx") == 0) return ZSTD_initStaticDCtx(memory, size);
  return ZSTD_initStaticDStream(memory, size);
}

int main(int argc, char **argv) {
  static unsigned long long memory[(1 << 20) / sizeof(unsigned long long)];
  for (int i = 0; i < 10; ++i) {
    if (argc < 2 || SetUp(argv[1], memory, sizeof memory) == NULL) return 1;
  }
  return 0;
}
