/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The C ABI of an engine: one zstd source tree, built one way, in one shared object with one exported symbol.
 *
 * The functions carry the names of the kernel's wrappers (lib/zstd/zstd_compress_module.c, zstd_decompress_module.c)
 * and make exactly the ZSTD_* calls that those make, so that a request through this table pays what a request in the
 * kernel pays. All engines of a process are called through this table, never by symbol: a zstd that is loaded twice
 * otherwise resolves to whichever copy comes first.
 *
 * Sizes are bytes. A size_t result is a byte count, or an error for which zstd_is_error() is true. A NULL context means
 * that the workspace was refused.
 */
#ifndef FIRSTBYTE_ENGINE_ENGINE_ABI_H_
#define FIRSTBYTE_ENGINE_ENGINE_ABI_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised with every change to this file; the loader refuses any other. */
#define FIRSTBYTE_ENGINE_ABI 1u

/* The one exported symbol of an engine. */
#define FIRSTBYTE_ENGINE_SYMBOL "firstbyte_engine_get"

/* The section that holds the strings of the table which name the engine: digests of the code leave it out. */
#define FIRSTBYTE_IDENTITY_SECTION ".firstbyte.identity"

/* What the kernel calls zstd_parameters: the seven compression and three frame parameters. */
typedef struct firstbyte_parameters {
  int window_log;
  int chain_log;
  int hash_log;
  int search_log;
  int min_match;
  int target_length;
  int strategy;
  int content_size_flag;
  int checksum_flag;
  int no_dict_id_flag;
} firstbyte_parameters;

typedef struct firstbyte_in_buffer {
  const void *src;
  size_t size;
  size_t pos;
} firstbyte_in_buffer;

typedef struct firstbyte_out_buffer {
  void *dst;
  size_t size;
  size_t pos;
} firstbyte_out_buffer;

typedef struct firstbyte_engine {
  unsigned abi;       /* FIRSTBYTE_ENGINE_ABI */
  size_t struct_size; /* sizeof(firstbyte_engine) */

  const char *name;          /* "zstd-1.5.4" */
  const char *probe;         /* "live": CPUID for each context; "cached": once, when the object is loaded */
  const char *source;        /* the file that the source came in */
  const char *source_sha256; /* its digest */
  const char *compiler;      /* __VERSION__ of the compiler, with its name */
  const char *flags;         /* what the sources were compiled with, beyond the toolchain's own flags */
  unsigned version;          /* ZSTD_versionNumber(): 10504 is 1.5.4 */
  size_t sizeof_cctx;        /* sizeof(ZSTD_CCtx): what initialising a compression context zeroes */
  size_t sizeof_dctx;        /* sizeof(ZSTD_DCtx) */

  firstbyte_parameters (*zstd_get_params)(int level, unsigned long long estimated_src_size);
  size_t (*zstd_cctx_workspace_bound)(const firstbyte_parameters *);
  size_t (*zstd_cstream_workspace_bound)(const firstbyte_parameters *);
  size_t (*zstd_dctx_workspace_bound)(void);
  size_t (*zstd_dstream_workspace_bound)(size_t max_window_size);

  /* The workspace is 8-aligned; contexts live inside it. */
  void *(*zstd_init_cctx)(void *workspace, size_t workspace_size);
  size_t (*zstd_compress_cctx)(void *cctx, void *dst, size_t dst_capacity, const void *src, size_t src_size,
                               const firstbyte_parameters *);
  /* pledged_src_size 0 means unknown, as in the kernel. */
  void *(*zstd_init_cstream)(const firstbyte_parameters *, unsigned long long pledged_src_size, void *workspace,
                             size_t workspace_size);
  size_t (*zstd_reset_cstream)(void *cstream, unsigned long long pledged_src_size);
  size_t (*zstd_compress_stream)(void *cstream, firstbyte_out_buffer *, firstbyte_in_buffer *);
  size_t (*zstd_flush_stream)(void *cstream, firstbyte_out_buffer *);
  size_t (*zstd_end_stream)(void *cstream, firstbyte_out_buffer *);

  void *(*zstd_init_dctx)(void *workspace, size_t workspace_size);
  size_t (*zstd_decompress_dctx)(void *dctx, void *dst, size_t dst_capacity, const void *src, size_t src_size);
  void *(*zstd_init_dstream)(size_t max_window_size, void *workspace, size_t workspace_size);
  size_t (*zstd_reset_dstream)(void *dstream);
  size_t (*zstd_decompress_stream)(void *dstream, firstbyte_out_buffer *, firstbyte_in_buffer *);

  unsigned (*zstd_is_error)(size_t code);
  const char *(*zstd_get_error_name)(size_t code);
  unsigned (*version_number)(void); /* asks the library itself, so that a wrongly resolved symbol shows */
  size_t (*empty_call)(size_t);     /* returns its argument: what a call through this table costs */
} firstbyte_engine;

typedef const firstbyte_engine *(*firstbyte_engine_get_function)(void);

#ifdef __cplusplus
}
#endif

#endif /* FIRSTBYTE_ENGINE_ENGINE_ABI_H_ */
