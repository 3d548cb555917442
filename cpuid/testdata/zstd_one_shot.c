/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compresses and decompresses 4 KiB with the distribution's zstd, in one shot each, 100 times. */
#include <string.h>
#include <zstd.h>

int main(void) {
  static char page[4096];
  static char frame[8192];
  static char back[4096];
  memset(page, 'x', sizeof page);
  for (int i = 0; i < 100; ++i) {
    const size_t size = ZSTD_compress(frame, sizeof frame, page, sizeof page, 3);
    if (ZSTD_isError(size) || ZSTD_decompress(back, sizeof back, frame, size) != sizeof page) return 1;
  }
  return memcmp(page, back, sizeof page) != 0;
}
