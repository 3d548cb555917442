/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The C ABI of an engine's phases: the parts of its set-up, each as a call of its own, so that each can be timed alone.
 *
 * A second shared object per engine, NAME.PROBE.phases.so, has them beside the engine's table: the same sources with
 * the same flags, but one file of zstd is included into the translation unit of the phases, which so reach what zstd
 * keeps static. The engine that is measured (NAME.PROBE.so) is not touched by this. In order, on one workspace,
 * cctx_zeroing, cwksp_layout, bmi2_probe leave the bytes that zstd_init_cctx leaves; with reset, pledge and
 * parameter_replay behind them, those of zstd_init_cstream (workspace/phase_guard.h checks it).
 *
 * The insides differ between versions of zstd: phases_zstd.c knows those of some, and says so of the others. Sizes are
 * bytes.
 */
#ifndef FIRSTBYTE_ENGINE_PHASES_ABI_H_
#define FIRSTBYTE_ENGINE_PHASES_ABI_H_

#include <stddef.h>

#include "engine/engine_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Raised with every change to this file; the loader refuses any other. */
#define FIRSTBYTE_PHASES_ABI 1u

/* Exported beside FIRSTBYTE_ENGINE_SYMBOL. */
#define FIRSTBYTE_PHASES_SYMBOL "firstbyte_phases_get"

/* The parameters that zstd_cctx_init of the kernel sets. */
#define FIRSTBYTE_PHASES_PARAMETERS 10u

typedef struct firstbyte_phases {
  unsigned abi;       /* FIRSTBYTE_PHASES_ABI */
  size_t struct_size; /* sizeof(firstbyte_phases) */

  /* NULL, or why this engine cannot be taken apart; everything below is empty then. A clause, without a full stop. */
  const char *why_not;

  /* Padding within the context, which the real init copies from its stack: its bytes are no one's. */
  size_t padding_offset;
  size_t padding_bytes;

  /* ZSTD_initStaticCCtx in three parts. */
  void (*cctx_zeroing)(void *workspace);                         /* clears sizeof_cctx bytes of the engine's table */
  void *(*cwksp_layout)(void *workspace, size_t workspace_size); /* the context, or NULL as the real one */
  void (*bmi2_probe)(void *cctx);

  /* zstd_cctx_init of the kernel in three parts; results as in engine_abi.h. */
  size_t (*reset)(void *cctx);
  size_t (*pledge)(void *cctx, unsigned long long pledged_src_size);
  size_t (*parameter_replay)(void *cctx, const firstbyte_parameters *);

  /* One of the ten, in their order. */
  size_t (*set_parameter)(void *cctx, unsigned index, const firstbyte_parameters *);
  const char *parameter_names[FIRSTBYTE_PHASES_PARAMETERS];

  /* Of a context that has compressed something: its match-finder tables, and the clearing of all of them which the
   * next compression does if the context was set up anew in between. */
  void *(*tables)(void *cctx);
  size_t (*table_bytes)(void *cctx);
  void (*table_clear)(void *cctx);

  /* What is left of zstd_compress_cctx on a context whose parameters are set: ZSTD_compress2. */
  size_t (*compress_body)(void *cctx, void *dst, size_t dst_capacity, const void *src, size_t src_size);
} firstbyte_phases;

typedef const firstbyte_phases *(*firstbyte_phases_get_function)(void);

#ifdef __cplusplus
}
#endif

#endif /* FIRSTBYTE_ENGINE_PHASES_ABI_H_ */
