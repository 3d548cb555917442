# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the tree of a candidate came from: source_info.h, made by the build, for it moves with each edit of the tree."""

load("@rules_cc//cc:defs.bzl", "cc_library")

def candidate_source_info(name, sources):
    """Defines the library that has source_info.h, in the repository of a candidate (candidate_tree.bzl).

    Args:
      name: of the library.
      sources: globs of what the engine is built from, beside the headers of its interface.
    """
    identified = native.glob(sources + [
        "lib/*.h",
        "include/linux/*.h",
    ])
    header = "firstbyte/source_info.h"

    # Not in a sandbox, which has no git repository. git/ is among the inputs so that a commit is seen.
    native.genrule(
        name = name + "_header",
        srcs = ["firstbyte/tree.txt"] + identified + native.glob(["git/*"]),
        outs = [header],
        cmd = "$(execpath firstbyte/candidate_info) $(execpath firstbyte/tree.txt) %s >$@" %
              " ".join(["$(execpath %s)" % file for file in identified]),
        local = True,
        tools = ["firstbyte/candidate_info"],
    )
    cc_library(
        name = name,
        hdrs = [header],
        includes = ["firstbyte"],
        visibility = ["//visibility:public"],
    )
