# SPDX-License-Identifier: GPL-2.0-or-later
"""The targets of a tree that has zstd, with the same names for an upstream checkout and for a kernel tree: engine/engine.bzl makes engines of them."""

load("@rules_cc//cc:defs.bzl", "cc_library")

# Lists of what glob takes, so that what a tree lacks is left out.
UPSTREAM = struct(
    sources = ["lib/%s/*.%s" % part for part in [
        ("common", "c"),
        ("common", "h"),
        ("compress", "c"),
        ("compress", "h"),
        ("decompress", "c"),
        ("decompress", "h"),
        ("decompress", "S"),
    ]],
    interface = ["lib/*.h"],
    internal = ["lib/%s/*.h" % directory for directory in ("common", "compress", "decompress")],
    includes = ["lib"],
    compress = "lib/compress/zstd_compress.c",
    deps = [],
)

KERNEL = struct(
    sources = [
        "lib/xxhash.c",
        "lib/zstd/**/*.c",
        "lib/zstd/**/*.h",
    ],
    interface = ["include/linux/%s.h" % name for name in ("xxhash", "zstd", "zstd_errors", "zstd_lib")],
    internal = [
        "kernel_shims/**/*.h",
        "lib/zstd/**/*.h",
    ],
    includes = [
        "kernel_shims",
        "include",
        "lib/zstd",
    ],
    compress = "lib/zstd/compress/zstd_compress.c",
    deps = ["@firstbyte//engine:kernel_shim"],
)

# What the build of a kernel with modules leaves beside its sources.
_GENERATED = ["lib/zstd/**/*.mod.c"]

def zstd_targets(name, kind):
    """Defines what an engine is made of, in the package at the top of such a tree.

    Args:
      name: of all sources, as a flat list: engine/engine.bzl compiles them once per probe. `<name>_but_zstd_compress` leaves out the one that
        the phases include; `zstd_compress` is that one, `headers` what may be included.
      kind: UPSTREAM or KERNEL.
    """
    native.filegroup(
        name = name,
        srcs = native.glob(kind.sources, exclude = _GENERATED),
    )
    native.filegroup(
        name = name + "_but_zstd_compress",
        srcs = native.glob(kind.sources, exclude = _GENERATED + [kind.compress]),
    )
    cc_library(
        name = "headers",
        hdrs = native.glob(["firstbyte/*.h"] + kind.interface + kind.internal),
        includes = ["firstbyte"] + kind.includes,
        deps = kind.deps,
    )
    cc_library(
        name = "zstd_compress",
        textual_hdrs = native.glob([kind.compress]),
        deps = [":headers"],
    )

def zstd_files(kind):
    """What an engine of that kind is built from and whoever changes it changes the engine.

    Args:
      kind: UPSTREAM or KERNEL.

    Returns:
      Labels of the files that are there.
    """
    return native.glob(kind.sources + kind.interface, exclude = _GENERATED)
