/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The engine table over an upstream zstd tree (1.4 and 1.5): the kernel's wrappers, call for call. */
#define ZSTD_STATIC_LINKING_ONLY
#include "compress/zstd_compress_internal.h"
#include "engine/engine_abi.h"
#include "zstd.h"

static ZSTD_compressionParameters ToCParams(const firstbyte_parameters *p) {
  ZSTD_compressionParameters c;
  c.windowLog = (unsigned)p->window_log;
  c.chainLog = (unsigned)p->chain_log;
  c.hashLog = (unsigned)p->hash_log;
  c.searchLog = (unsigned)p->search_log;
  c.minMatch = (unsigned)p->min_match;
  c.targetLength = (unsigned)p->target_length;
  c.strategy = (ZSTD_strategy)p->strategy;
  return c;
}

static firstbyte_parameters GetParams(int level, unsigned long long estimated_src_size) {
  ZSTD_parameters const z = ZSTD_getParams(level, estimated_src_size, 0);
  firstbyte_parameters p;
  p.window_log = (int)z.cParams.windowLog;
  p.chain_log = (int)z.cParams.chainLog;
  p.hash_log = (int)z.cParams.hashLog;
  p.search_log = (int)z.cParams.searchLog;
  p.min_match = (int)z.cParams.minMatch;
  p.target_length = (int)z.cParams.targetLength;
  p.strategy = (int)z.cParams.strategy;
  p.content_size_flag = z.fParams.contentSizeFlag;
  p.checksum_flag = z.fParams.checksumFlag;
  p.no_dict_id_flag = z.fParams.noDictIDFlag;
  return p;
}

static size_t CctxBound(const firstbyte_parameters *p) { return ZSTD_estimateCCtxSize_usingCParams(ToCParams(p)); }
static size_t CstreamBound(const firstbyte_parameters *p) {
  return ZSTD_estimateCStreamSize_usingCParams(ToCParams(p));
}
static size_t DctxBound(void) { return ZSTD_estimateDCtxSize(); }
static size_t DstreamBound(size_t max_window_size) { return ZSTD_estimateDStreamSize(max_window_size); }

#define RETURN_IF_ERROR(call)              \
  do {                                     \
    size_t const code_ = (call);           \
    if (ZSTD_isError(code_)) return code_; \
  } while (0)

/* zstd_cctx_init: reset, pledge, and the replay of ten validated parameters, in the kernel's order. */
static size_t CctxInit(ZSTD_CCtx *cctx, const firstbyte_parameters *p, unsigned long long pledged_src_size) {
  RETURN_IF_ERROR(ZSTD_CCtx_reset(cctx, ZSTD_reset_session_and_parameters));
  RETURN_IF_ERROR(ZSTD_CCtx_setPledgedSrcSize(cctx, pledged_src_size));
  RETURN_IF_ERROR(ZSTD_CCtx_setParameter(cctx, ZSTD_c_windowLog, p->window_log));
  RETURN_IF_ERROR(ZSTD_CCtx_setParameter(cctx, ZSTD_c_hashLog, p->hash_log));
  RETURN_IF_ERROR(ZSTD_CCtx_setParameter(cctx, ZSTD_c_chainLog, p->chain_log));
  RETURN_IF_ERROR(ZSTD_CCtx_setParameter(cctx, ZSTD_c_searchLog, p->search_log));
  RETURN_IF_ERROR(ZSTD_CCtx_setParameter(cctx, ZSTD_c_minMatch, p->min_match));
  RETURN_IF_ERROR(ZSTD_CCtx_setParameter(cctx, ZSTD_c_targetLength, p->target_length));
  RETURN_IF_ERROR(ZSTD_CCtx_setParameter(cctx, ZSTD_c_strategy, p->strategy));
  RETURN_IF_ERROR(ZSTD_CCtx_setParameter(cctx, ZSTD_c_contentSizeFlag, p->content_size_flag));
  RETURN_IF_ERROR(ZSTD_CCtx_setParameter(cctx, ZSTD_c_checksumFlag, p->checksum_flag));
  RETURN_IF_ERROR(ZSTD_CCtx_setParameter(cctx, ZSTD_c_dictIDFlag, !p->no_dict_id_flag));
  return 0;
}

static void *InitCctx(void *workspace, size_t workspace_size) {
  if (workspace == NULL) return NULL;
  return ZSTD_initStaticCCtx(workspace, workspace_size);
}

static size_t CompressCctx(void *cctx, void *dst, size_t dst_capacity, const void *src, size_t src_size,
                           const firstbyte_parameters *p) {
  RETURN_IF_ERROR(CctxInit(cctx, p, src_size));
  return ZSTD_compress2(cctx, dst, dst_capacity, src, src_size);
}

static void *InitCstream(const firstbyte_parameters *p, unsigned long long pledged_src_size, void *workspace,
                         size_t workspace_size) {
  ZSTD_CStream *cstream;
  if (workspace == NULL) return NULL;
  cstream = ZSTD_initStaticCStream(workspace, workspace_size);
  if (cstream == NULL) return NULL;
  if (pledged_src_size == 0) pledged_src_size = ZSTD_CONTENTSIZE_UNKNOWN;
  if (ZSTD_isError(CctxInit(cstream, p, pledged_src_size))) return NULL;
  return cstream;
}

static size_t ResetCstream(void *cstream, unsigned long long pledged_src_size) {
  if (pledged_src_size == 0) pledged_src_size = ZSTD_CONTENTSIZE_UNKNOWN;
  RETURN_IF_ERROR(ZSTD_CCtx_reset(cstream, ZSTD_reset_session_only));
  RETURN_IF_ERROR(ZSTD_CCtx_setPledgedSrcSize(cstream, pledged_src_size));
  return 0;
}

/* The buffer structures of the ABI are zstd's, field for field. */
static size_t CompressStream(void *cstream, firstbyte_out_buffer *out, firstbyte_in_buffer *in) {
  return ZSTD_compressStream(cstream, (ZSTD_outBuffer *)out, (ZSTD_inBuffer *)in);
}
static size_t FlushStream(void *cstream, firstbyte_out_buffer *out) {
  return ZSTD_flushStream(cstream, (ZSTD_outBuffer *)out);
}
static size_t EndStream(void *cstream, firstbyte_out_buffer *out) {
  return ZSTD_endStream(cstream, (ZSTD_outBuffer *)out);
}

static void *InitDctx(void *workspace, size_t workspace_size) {
  if (workspace == NULL) return NULL;
  return ZSTD_initStaticDCtx(workspace, workspace_size);
}

static size_t DecompressDctx(void *dctx, void *dst, size_t dst_capacity, const void *src, size_t src_size) {
  return ZSTD_decompressDCtx(dctx, dst, dst_capacity, src, src_size);
}

/* The kernel's wrapper ignores the window size, too. */
static void *InitDstream(size_t max_window_size, void *workspace, size_t workspace_size) {
  (void)max_window_size;
  if (workspace == NULL) return NULL;
  return ZSTD_initStaticDStream(workspace, workspace_size);
}

static size_t ResetDstream(void *dstream) { return ZSTD_DCtx_reset(dstream, ZSTD_reset_session_only); }
static size_t DecompressStream(void *dstream, firstbyte_out_buffer *out, firstbyte_in_buffer *in) {
  return ZSTD_decompressStream(dstream, (ZSTD_outBuffer *)out, (ZSTD_inBuffer *)in);
}

static unsigned IsError(size_t code) { return ZSTD_isError(code); }
static const char *ErrorName(size_t code) { return ZSTD_getErrorName(code); }
static unsigned VersionNumber(void) { return ZSTD_versionNumber(); }

#include "engine/glue_table.h"
