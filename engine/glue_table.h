/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every glue ends with: the engine's table over the functions that the glue has defined before it includes this
 * file, by the names below. A glue also has zstd's compress/zstd_compress_internal.h included, for sizeof(ZSTD_CCtx).
 */
#ifndef FIRSTBYTE_ENGINE_GLUE_TABLE_H_
#define FIRSTBYTE_ENGINE_GLUE_TABLE_H_

#include "engine/engine_abi.h"
#include "source_info.h" /* FIRSTBYTE_ENGINE_SOURCE and its digest; the repository rule that fetched the tree wrote it */

/* A zstd that is compiled for BMI2 executes fewer CPUIDs: another measurement. A test has one built so, to show it. */
#if defined(__BMI2__) && !defined(FIRSTBYTE_ENGINE_FOR_BMI2)
#error "Engines are built for every x86-64: leave -march and -mbmi2 out of the compiler's options."
#endif

#if defined(__clang__)
#define FIRSTBYTE_COMPILER "clang " __VERSION__
#else
#define FIRSTBYTE_COMPILER "gcc " __VERSION__
#endif

/* What names an engine has a section of its own, in arrays whose size does not depend on the names: so engines of the
 * same code are the same everywhere else, byte for byte, which code_digest.h compares. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a name, and a literal that initialises an array, which takes none. */
#define FIRSTBYTE_IDENTITY(name, size, text)                                  \
  _Static_assert(sizeof(text) <= (size), #text " is too long for its place"); \
  static const char name[(size)] __attribute__((section(FIRSTBYTE_IDENTITY_SECTION), aligned(16))) = text
/* NOLINTEND(bugprone-macro-parentheses) */

FIRSTBYTE_IDENTITY(kName, 64, FIRSTBYTE_ENGINE_NAME);
FIRSTBYTE_IDENTITY(kProbe, 16, FIRSTBYTE_ENGINE_PROBE);
FIRSTBYTE_IDENTITY(kSource, 256, FIRSTBYTE_ENGINE_SOURCE);
FIRSTBYTE_IDENTITY(kSourceSha256, 80, FIRSTBYTE_ENGINE_SOURCE_SHA256);
FIRSTBYTE_IDENTITY(kCompiler, 128, FIRSTBYTE_COMPILER);
FIRSTBYTE_IDENTITY(kFlags, 512, FIRSTBYTE_ENGINE_FLAGS);

static size_t EmptyCall(size_t value) { return value; }

static const firstbyte_engine kEngine = {
    .abi = FIRSTBYTE_ENGINE_ABI,
    .struct_size = sizeof(firstbyte_engine),
    .name = kName,
    .probe = kProbe,
    .source = kSource,
    .source_sha256 = kSourceSha256,
    .compiler = kCompiler,
    .flags = kFlags,
    .version = ZSTD_VERSION_NUMBER,
    .sizeof_cctx = sizeof(ZSTD_CCtx),
    .sizeof_dctx = 0, /* asked for below: the structure is private to the decompressor */
    .zstd_get_params = GetParams,
    .zstd_cctx_workspace_bound = CctxBound,
    .zstd_cstream_workspace_bound = CstreamBound,
    .zstd_dctx_workspace_bound = DctxBound,
    .zstd_dstream_workspace_bound = DstreamBound,
    .zstd_init_cctx = InitCctx,
    .zstd_compress_cctx = CompressCctx,
    .zstd_init_cstream = InitCstream,
    .zstd_reset_cstream = ResetCstream,
    .zstd_compress_stream = CompressStream,
    .zstd_flush_stream = FlushStream,
    .zstd_end_stream = EndStream,
    .zstd_init_dctx = InitDctx,
    .zstd_decompress_dctx = DecompressDctx,
    .zstd_init_dstream = InitDstream,
    .zstd_reset_dstream = ResetDstream,
    .zstd_decompress_stream = DecompressStream,
    .zstd_is_error = IsError,
    .zstd_get_error_name = ErrorName,
    .version_number = VersionNumber,
    .empty_call = EmptyCall,
};

__attribute__((visibility("default"))) const firstbyte_engine *firstbyte_engine_get(void);
const firstbyte_engine *firstbyte_engine_get(void) {
  static firstbyte_engine engine;
  engine = kEngine;
  engine.sizeof_dctx = ZSTD_estimateDCtxSize(); /* sizeof(ZSTD_DCtx), by its definition in every version from 1.4 on */
  return &engine;
}

#endif /* FIRSTBYTE_ENGINE_GLUE_TABLE_H_ */
