# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a fetched zstd tree came from, as a header that the engine built from it includes."""

_SOURCE_INFO = """/* Where this source came from; written by a repository rule. */
#define FIRSTBYTE_ENGINE_SOURCE "{file}"
#define FIRSTBYTE_ENGINE_SOURCE_SHA256 "{sha256}"
"""

def write_source_info(ctx, file, sha256):
    """Writes firstbyte/source_info.h.

    A header, not a .bzl file: loading one would fetch the tree whenever the package that names its engine is looked at.

    Args:
      ctx: the repository rule's context.
      file: the file that the source came in.
      sha256: its digest.
    """
    ctx.file("firstbyte/source_info.h", _SOURCE_INFO.format(file = file, sha256 = sha256))
