/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The engine table over a kernel tree: the kernel's own wrappers, zstd_compress_module.c and zstd_decompress_module.c.
 * house-ok: tidy: compiled only against a fetched kernel. */
#include <linux/zstd.h>

#include "compress/zstd_compress_internal.h"
#include "engine/engine_abi.h"

/* The ABI's structures are the kernel's, field for field, so that a call is a jump and adds no copy to what is timed.
 */
#define SAME_FIELD(ours, our_field, theirs, their_field)                                         \
  _Static_assert(offsetof(ours, our_field) == offsetof(theirs, their_field) &&                   \
                     sizeof(((ours *)NULL)->our_field) == sizeof(((theirs *)NULL)->their_field), \
                 #our_field " is not " #their_field)

SAME_FIELD(firstbyte_parameters, window_log, zstd_parameters, cParams.windowLog);
SAME_FIELD(firstbyte_parameters, chain_log, zstd_parameters, cParams.chainLog);
SAME_FIELD(firstbyte_parameters, hash_log, zstd_parameters, cParams.hashLog);
SAME_FIELD(firstbyte_parameters, search_log, zstd_parameters, cParams.searchLog);
SAME_FIELD(firstbyte_parameters, min_match, zstd_parameters, cParams.minMatch);
SAME_FIELD(firstbyte_parameters, target_length, zstd_parameters, cParams.targetLength);
SAME_FIELD(firstbyte_parameters, strategy, zstd_parameters, cParams.strategy);
SAME_FIELD(firstbyte_parameters, content_size_flag, zstd_parameters, fParams.contentSizeFlag);
SAME_FIELD(firstbyte_parameters, checksum_flag, zstd_parameters, fParams.checksumFlag);
SAME_FIELD(firstbyte_parameters, no_dict_id_flag, zstd_parameters, fParams.noDictIDFlag);
_Static_assert(sizeof(firstbyte_parameters) == sizeof(zstd_parameters), "the kernel's parameters have another size");
SAME_FIELD(firstbyte_in_buffer, src, zstd_in_buffer, src);
SAME_FIELD(firstbyte_in_buffer, size, zstd_in_buffer, size);
SAME_FIELD(firstbyte_in_buffer, pos, zstd_in_buffer, pos);
SAME_FIELD(firstbyte_out_buffer, dst, zstd_out_buffer, dst);
SAME_FIELD(firstbyte_out_buffer, size, zstd_out_buffer, size);
SAME_FIELD(firstbyte_out_buffer, pos, zstd_out_buffer, pos);

static const zstd_parameters *Parameters(const firstbyte_parameters *p) { return (const zstd_parameters *)p; }

static firstbyte_parameters GetParams(int level, unsigned long long estimated_src_size) {
  zstd_parameters const theirs = zstd_get_params(level, estimated_src_size);
  firstbyte_parameters ours;
  __builtin_memcpy(&ours, &theirs, sizeof ours);
  return ours;
}

static size_t CctxBound(const firstbyte_parameters *p) { return zstd_cctx_workspace_bound(&Parameters(p)->cParams); }
static size_t CstreamBound(const firstbyte_parameters *p) {
  return zstd_cstream_workspace_bound(&Parameters(p)->cParams);
}
static size_t DctxBound(void) { return zstd_dctx_workspace_bound(); }
static size_t DstreamBound(size_t max_window_size) { return zstd_dstream_workspace_bound(max_window_size); }

static void *InitCctx(void *workspace, size_t workspace_size) { return zstd_init_cctx(workspace, workspace_size); }
static size_t CompressCctx(void *cctx, void *dst, size_t dst_capacity, const void *src, size_t src_size,
                           const firstbyte_parameters *p) {
  return zstd_compress_cctx(cctx, dst, dst_capacity, src, src_size, Parameters(p));
}

static void *InitCstream(const firstbyte_parameters *p, unsigned long long pledged_src_size, void *workspace,
                         size_t workspace_size) {
  return zstd_init_cstream(Parameters(p), pledged_src_size, workspace, workspace_size);
}
static size_t ResetCstream(void *cstream, unsigned long long pledged_src_size) {
  return zstd_reset_cstream(cstream, pledged_src_size);
}
static size_t CompressStream(void *cstream, firstbyte_out_buffer *out, firstbyte_in_buffer *in) {
  return zstd_compress_stream(cstream, (zstd_out_buffer *)out, (zstd_in_buffer *)in);
}
static size_t FlushStream(void *cstream, firstbyte_out_buffer *out) {
  return zstd_flush_stream(cstream, (zstd_out_buffer *)out);
}
static size_t EndStream(void *cstream, firstbyte_out_buffer *out) {
  return zstd_end_stream(cstream, (zstd_out_buffer *)out);
}

static void *InitDctx(void *workspace, size_t workspace_size) { return zstd_init_dctx(workspace, workspace_size); }
static size_t DecompressDctx(void *dctx, void *dst, size_t dst_capacity, const void *src, size_t src_size) {
  return zstd_decompress_dctx(dctx, dst, dst_capacity, src, src_size);
}
static void *InitDstream(size_t max_window_size, void *workspace, size_t workspace_size) {
  return zstd_init_dstream(max_window_size, workspace, workspace_size);
}
static size_t ResetDstream(void *dstream) { return zstd_reset_dstream(dstream); }
static size_t DecompressStream(void *dstream, firstbyte_out_buffer *out, firstbyte_in_buffer *in) {
  return zstd_decompress_stream(dstream, (zstd_out_buffer *)out, (zstd_in_buffer *)in);
}

static unsigned IsError(size_t code) { return zstd_is_error(code); }
static const char *ErrorName(size_t code) { return zstd_get_error_name(code); }
static unsigned VersionNumber(void) { return ZSTD_versionNumber(); }

#include "engine/glue_table.h"
