/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The phases of zstd, by what its ZSTD_initStaticCCtx does, statement for statement. Versions that are not known here
 * get a table that says so: their contexts may have other fields, and a phase that is not what the real init does would
 * be timed all the same. The guard (workspace/phase_guard.h) has compared each of the known ones, byte by byte, and
 * compares again before anything is timed. */
#include "compress/zstd_compress.c" /* NOLINT(bugprone-suspicious-include): to reach what it keeps static */
#include "engine/phases_abi.h"

#define FIRSTBYTE_KNOWN_VERSIONS "1.4.7, 1.4.10 (Linux 6.1), 1.5.2 (Linux 6.12), 1.5.4, 1.5.5, 1.5.6 and 1.5.7"

/* A tree between two versions may have the number of one and the insides of the other: it is built without its phases
 * (--define=candidate_phases=off, docs/candidate.md). */
#if defined(FIRSTBYTE_PHASES_OFF)

static const firstbyte_phases kPhases = {
    .abi = FIRSTBYTE_PHASES_ABI,
    .struct_size = sizeof(firstbyte_phases),
    .why_not = "this build left its phases out (--define=candidate_phases=off)",
};

#elif ZSTD_VERSION_NUMBER == 10407 || ZSTD_VERSION_NUMBER == 10410 || ZSTD_VERSION_NUMBER == 10502 || \
    ZSTD_VERSION_NUMBER == 10504 || ZSTD_VERSION_NUMBER == 10505 || ZSTD_VERSION_NUMBER == 10506 ||   \
    ZSTD_VERSION_NUMBER == 10507

/* What differs between them: the name and the size of the third object in the workspace. */
#if ZSTD_VERSION_NUMBER < 10507
#define SCRATCH_SIZE ENTROPY_WORKSPACE_SIZE
#else
#define SCRATCH_SIZE TMP_WORKSPACE_SIZE
#endif

static void ReserveScratch(ZSTD_CCtx *cctx) {
  void *const scratch = ZSTD_cwksp_reserve_object(&cctx->workspace, SCRATCH_SIZE);
#if ZSTD_VERSION_NUMBER < 10507
  cctx->entropyWorkspace = (U32 *)scratch;
#else
  cctx->tmpWorkspace = scratch;
  cctx->tmpWkspSize = SCRATCH_SIZE;
#endif
}

static void PhaseCctxZeroing(void *workspace) { ZSTD_memset(workspace, 0, sizeof(ZSTD_CCtx)); }

/* ZSTD_initStaticCCtx without its memset and its probe. */
static void *PhaseCwkspLayout(void *workspace, size_t workspace_size) {
  ZSTD_cwksp ws;
  ZSTD_CCtx *cctx;
  if (workspace_size <= sizeof(ZSTD_CCtx)) return NULL;
  if (((size_t)workspace & 7) != 0) return NULL;
  ZSTD_cwksp_init(&ws, workspace, workspace_size, ZSTD_cwksp_static_alloc);
  cctx = (ZSTD_CCtx *)ZSTD_cwksp_reserve_object(&ws, sizeof(ZSTD_CCtx));
  if (cctx == NULL) return NULL;
  ZSTD_cwksp_move(&cctx->workspace, &ws);
  cctx->staticSize = workspace_size;
  if (!ZSTD_cwksp_check_available(&cctx->workspace, SCRATCH_SIZE + 2 * sizeof(ZSTD_compressedBlockState_t))) {
    return NULL;
  }
  cctx->blockState.prevCBlock =
      (ZSTD_compressedBlockState_t *)ZSTD_cwksp_reserve_object(&cctx->workspace, sizeof(ZSTD_compressedBlockState_t));
  cctx->blockState.nextCBlock =
      (ZSTD_compressedBlockState_t *)ZSTD_cwksp_reserve_object(&cctx->workspace, sizeof(ZSTD_compressedBlockState_t));
  ReserveScratch(cctx);
  return cctx;
}

static void PhaseBmi2Probe(void *cctx) { ((ZSTD_CCtx *)cctx)->bmi2 = ZSTD_cpuid_bmi2(ZSTD_cpuid()); }

static size_t PhaseReset(void *cctx) { return ZSTD_CCtx_reset(cctx, ZSTD_reset_session_and_parameters); }

static size_t PhasePledge(void *cctx, unsigned long long pledged_src_size) {
  if (pledged_src_size == 0) pledged_src_size = ZSTD_CONTENTSIZE_UNKNOWN;
  return ZSTD_CCtx_setPledgedSrcSize(cctx, pledged_src_size);
}

/* In the order of the kernel's zstd_cctx_init; X(zstd's parameter, its value). */
#define FIRSTBYTE_REPLAY(X)                          \
  X(0, ZSTD_c_windowLog, p->window_log)              \
  X(1, ZSTD_c_hashLog, p->hash_log)                  \
  X(2, ZSTD_c_chainLog, p->chain_log)                \
  X(3, ZSTD_c_searchLog, p->search_log)              \
  X(4, ZSTD_c_minMatch, p->min_match)                \
  X(5, ZSTD_c_targetLength, p->target_length)        \
  X(6, ZSTD_c_strategy, p->strategy)                 \
  X(7, ZSTD_c_contentSizeFlag, p->content_size_flag) \
  X(8, ZSTD_c_checksumFlag, p->checksum_flag)        \
  X(9, ZSTD_c_dictIDFlag, !p->no_dict_id_flag)

static size_t PhaseParameterReplay(void *cctx, const firstbyte_parameters *p) {
#define SET(index, parameter, value)                                            \
  do {                                                                          \
    size_t const code_##index = ZSTD_CCtx_setParameter(cctx, parameter, value); \
    if (ZSTD_isError(code_##index)) return code_##index;                        \
  } while (0);
  FIRSTBYTE_REPLAY(SET)
#undef SET
  return 0;
}

static size_t PhaseSetParameter(void *cctx, unsigned index, const firstbyte_parameters *p) {
  switch (index) {
#define CASE(number, parameter, value) \
  case number:                         \
    return ZSTD_CCtx_setParameter(cctx, parameter, value);
    FIRSTBYTE_REPLAY(CASE)
#undef CASE
    default:
      return ERROR(parameter_outOfBound);
  }
}

static void *PhaseTables(void *cctx) { return ((ZSTD_CCtx *)cctx)->workspace.objectEnd; }

static size_t PhaseTableBytes(void *cctx) {
  const ZSTD_cwksp *const ws = &((ZSTD_CCtx *)cctx)->workspace;
  return (size_t)((const BYTE *)ws->tableEnd - (const BYTE *)ws->objectEnd);
}

static void PhaseTableClear(void *cctx) {
  ZSTD_cwksp *const ws = &((ZSTD_CCtx *)cctx)->workspace;
  ZSTD_cwksp_mark_tables_dirty(ws);
  ZSTD_cwksp_clean_tables(ws);
}

static size_t PhaseCompressBody(void *cctx, void *dst, size_t dst_capacity, const void *src, size_t src_size) {
  return ZSTD_compress2(cctx, dst, dst_capacity, src, src_size);
}

#define NAME(index, parameter, value) #parameter,

static const firstbyte_phases kPhases = {
    .abi = FIRSTBYTE_PHASES_ABI,
    .struct_size = sizeof(firstbyte_phases),
    .padding_offset = offsetof(ZSTD_CCtx, workspace) + offsetof(ZSTD_cwksp, allocFailed) + sizeof(BYTE),
    .padding_bytes =
        offsetof(ZSTD_cwksp, workspaceOversizedDuration) - offsetof(ZSTD_cwksp, allocFailed) - sizeof(BYTE),
    .cctx_zeroing = PhaseCctxZeroing,
    .cwksp_layout = PhaseCwkspLayout,
    .bmi2_probe = PhaseBmi2Probe,
    .reset = PhaseReset,
    .pledge = PhasePledge,
    .parameter_replay = PhaseParameterReplay,
    .set_parameter = PhaseSetParameter,
    .parameter_names = {FIRSTBYTE_REPLAY(NAME)},
    .tables = PhaseTables,
    .table_bytes = PhaseTableBytes,
    .table_clear = PhaseTableClear,
    .compress_body = PhaseCompressBody,
};

#else

static const firstbyte_phases kPhases = {
    .abi = FIRSTBYTE_PHASES_ABI,
    .struct_size = sizeof(firstbyte_phases),
    .why_not =
        "the insides of zstd " ZSTD_VERSION_STRING " are not known; known are those of " FIRSTBYTE_KNOWN_VERSIONS,
};

#endif

__attribute__((visibility("default"))) const firstbyte_phases *firstbyte_phases_get(void);
const firstbyte_phases *firstbyte_phases_get(void) { return &kPhases; }
