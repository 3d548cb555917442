# SPDX-License-Identifier: GPL-2.0-or-later
"""The headers that a kernel's zstd includes and that do not come with it."""

# The kernel's headers that lib/zstd and lib/xxhash.c include and that do not come with it; //engine:kernel_shim has what is wanted of them.
_SHIMMED = ["asm/unaligned"] + ["linux/" + name for name in [
    "compiler",
    "errno",
    "kernel",
    "limits",
    "math64",
    "module",
    "printk",
    "stddef",
    "string",
    "swab",
    "types",
    "unaligned",
]]

def write_kernel_shims(ctx):
    """Writes headers with the names of the kernel's own, into a directory of their own: an upstream tree must not find them.

    Args:
      ctx: the repository rule's context.
    """
    for name in _SHIMMED:
        ctx.file("kernel_shims/%s.h" % name, '#include "engine/kernel_shim.h"\n')
