# SPDX-License-Identifier: GPL-2.0-or-later
"""Repository rule: a zstd or kernel tree on the user's disk, named by an environment variable."""

load(":kernel_shims.bzl", "write_kernel_shims")

_TREE_BZL = '''"""Whether a tree was named; written by candidate_tree."""

NAMED = {named}
'''

_BUILD = '''# A tree that the user named.
load("@firstbyte//third_party:candidate_targets.bzl", "candidate_targets")

package(default_visibility = ["//visibility:public"])

candidate_targets(name = "sources")
'''

# Of lib the whole directory, so that whatever is added to it is seen; of include, where a kernel has thousands of headers that are not wanted, those that are.
# Links may lead nowhere: a tree has not what another kind has, until it is replaced by such a one.
_LINKED = ["lib"] + ["include/linux/%s.h" % name for name in ["xxhash", "zstd", "zstd_errors", "zstd_lib"]]

def _candidate_tree_impl(ctx):
    # Labels first, as in debian_source.
    find = ctx.path(ctx.attr._find)
    info = ctx.path(ctx.attr._info)
    given = ctx.os.environ.get(ctx.attr.variable, "")
    if not given:
        ctx.file("BUILD.bazel", "# No tree was named with %s.\n" % ctx.attr.variable)
        ctx.file("tree.bzl", _TREE_BZL.format(named = False))
        return
    result = ctx.execute([find, ctx.attr.variable, given])
    if result.return_code != 0:
        fail("\n" + result.stderr.strip())
    _kind, root, _version, git = result.stdout.split("\n")[:4]
    for path in _LINKED:
        ctx.symlink("%s/%s" % (root, path), path)
    if git:
        ctx.symlink(git + "/HEAD", "git/head")
        ctx.symlink(git + "/logs/HEAD", "git/log")
    write_kernel_shims(ctx)
    ctx.symlink(find, "firstbyte/find_candidate")
    ctx.symlink(info, "firstbyte/candidate_info")
    ctx.file("firstbyte/tree.txt", "%s\n%s\n" % (ctx.attr.variable, root))
    ctx.file("tree.bzl", _TREE_BZL.format(named = True))
    ctx.file("BUILD.bazel", _BUILD)

candidate_tree = repository_rule(
    implementation = _candidate_tree_impl,
    doc = """The tree that an environment variable names (--repo_env=VARIABLE=DIR): an upstream zstd checkout or a kernel tree.

Bazel runs this when the variable changes, not when the tree does. So nothing of the tree is copied or listed here: its files are linked, what is built of
them says candidate_targets.bzl, and candidate_info refuses with each build what is refused here. Where the variable is not set, the repository is
empty but for tree.bzl, whose NAMED is then False.""",
    attrs = {
        "variable": attr.string(mandatory = True),
        "_find": attr.label(default = "//third_party:find_candidate", allow_single_file = True),
        "_info": attr.label(default = "//third_party:candidate_info", allow_single_file = True),
    },
    environ = [
        "FIRSTBYTE_CANDIDATE",
        "FIRSTBYTE_CANDIDATE2",
        "HOME",
    ],
)
