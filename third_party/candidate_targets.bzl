# SPDX-License-Identifier: GPL-2.0-or-later
"""The targets of a tree on the user's disk, of the kind that it has when the build looks at it."""

load("@firstbyte//third_party:zstd_targets.bzl", "KERNEL", "UPSTREAM", "zstd_files", "zstd_targets")
load("@rules_cc//cc:defs.bzl", "cc_library")

def candidate_targets(name):
    """Defines what the engine of a candidate is made of, in its repository (candidate_tree.bzl).

    Nothing of it is decided when the repository is fetched, which is once: which files there are, and so which kind of tree it is, is asked with
    glob, which Bazel does again whenever a directory changes.

    Args:
      name: of all sources, as for zstd_targets. `glue` is the file with the engine's table, `source_info` what has source_info.h.
    """
    is_upstream = len(native.glob(["lib/zstd.h"])) > 0
    kind = UPSTREAM if is_upstream else KERNEL
    zstd_targets(
        name = name,
        kind = kind,
    )
    native.filegroup(
        name = "glue",
        srcs = ["@firstbyte//engine:glue_%s.c" % ("upstream" if is_upstream else "kernel")],
    )
    _source_info("source_info", zstd_files(kind))

# Made by the build, for it moves with each edit of the tree. Not in a sandbox, which has no git repository. git/ is among the inputs so that a commit is seen.
def _source_info(name, files):
    header = "firstbyte/source_info.h"
    native.genrule(
        name = name + "_header",
        srcs = ["firstbyte/tree.txt"] + files + native.glob(["git/*"]),
        outs = [header],
        cmd = "$(execpath firstbyte/candidate_info) $(execpath firstbyte/tree.txt) %s >$@" %
              " ".join(["$(execpath %s)" % file for file in files]),
        local = True,
        tools = [
            "firstbyte/candidate_info",
            "firstbyte/find_candidate",
        ],
    )
    cc_library(
        name = name,
        hdrs = [header],
        includes = ["firstbyte"],
    )
