# SPDX-License-Identifier: GPL-2.0-or-later
"""Repository rule: a zstd or kernel tree on the user's disk, named by an environment variable."""

load(":kernel_shims.bzl", "write_kernel_shims")

_TREE_BZL = '''"""What kind of tree this is; written by candidate_tree."""

# The glue of its engine; empty where no tree was named.
GLUE = "{glue}"
'''

# Behind the BUILD file of the tree's kind, whose list of sources it takes.
_SOURCE_INFO_TARGET = '''
load("@firstbyte//third_party:candidate_source_info.bzl", "candidate_source_info")

candidate_source_info(
    name = "source_info",
    sources = _SOURCES,
)
'''

def _symlink_present(ctx, root, paths):
    for path in paths:
        target = ctx.path("%s/%s" % (root, path))
        if target.exists:
            ctx.symlink(target, path)

# Directories as a whole, so that files which are added later are seen; of the level above only what is needed, for a tree that was built has more.
def _link_upstream(ctx, root):
    headers = ["lib/" + entry.basename for entry in root.get_child("lib").readdir() if entry.basename.endswith(".h")]
    _symlink_present(ctx, root, headers + ["lib/common", "lib/compress", "lib/decompress"])

def _link_kernel(ctx, root):
    zstd = [entry.basename for entry in root.get_child("lib").get_child("zstd").readdir()]
    files = ["lib/zstd/" + name for name in zstd if name.endswith((".c", ".h")) and not name.endswith(".mod.c")]
    headers = ["include/linux/%s.h" % name for name in ["xxhash", "zstd", "zstd_errors", "zstd_lib"]]
    _symlink_present(ctx, root, files + headers + ["lib/xxhash.c", "lib/zstd/common", "lib/zstd/compress", "lib/zstd/decompress"])
    write_kernel_shims(ctx)

def _candidate_tree_impl(ctx):
    # Labels first, as in debian_source.
    find = ctx.path(ctx.attr._find)
    info = ctx.path(ctx.attr._info)
    builds = {"upstream": ctx.path(ctx.attr._upstream_build), "kernel": ctx.path(ctx.attr._kernel_build)}
    given = ctx.os.environ.get(ctx.attr.variable, "")
    if not given:
        ctx.file("BUILD.bazel", "# No tree was named with %s.\n" % ctx.attr.variable)
        ctx.file("tree.bzl", _TREE_BZL.format(glue = ""))
        return
    result = ctx.execute([find, ctx.attr.variable, given])
    if result.return_code != 0:
        fail("\n" + result.stderr.strip())
    kind, root, _version, git = result.stdout.split("\n")[:4]
    if kind == "upstream":
        _link_upstream(ctx, ctx.path(root))
    else:
        _link_kernel(ctx, ctx.path(root))
    if git:
        for name, path in {"git/head": "HEAD", "git/log": "logs/HEAD"}.items():
            target = ctx.path("%s/%s" % (git, path))
            if target.exists:
                ctx.symlink(target, name)
    ctx.symlink(info, "firstbyte/candidate_info")
    ctx.file("firstbyte/tree.txt", root + "\n")
    ctx.file("tree.bzl", _TREE_BZL.format(glue = "glue_%s.c" % kind))
    ctx.file("BUILD.bazel", ctx.read(builds[kind]) + _SOURCE_INFO_TARGET)

candidate_tree = repository_rule(
    implementation = _candidate_tree_impl,
    doc = """The tree that an environment variable names (--repo_env=VARIABLE=DIR): an upstream zstd checkout or a kernel tree.

Its files are linked, not copied, so that the next build sees what was edited. Where the variable is not set, the repository is empty but for
tree.bzl, whose GLUE is then "".""",
    attrs = {
        "variable": attr.string(mandatory = True),
        "_find": attr.label(default = "//third_party:find_candidate", allow_single_file = True),
        "_info": attr.label(default = "//third_party:candidate_info", allow_single_file = True),
        "_kernel_build": attr.label(default = "//third_party:kernel_zstd.BUILD", allow_single_file = True),
        "_upstream_build": attr.label(default = "//third_party:zstd.BUILD", allow_single_file = True),
    },
    environ = [
        "FIRSTBYTE_CANDIDATE",
        "FIRSTBYTE_CANDIDATE2",
        "HOME",
    ],
)
