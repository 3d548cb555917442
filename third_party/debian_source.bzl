# SPDX-License-Identifier: GPL-2.0-or-later
"""Repository rule: an upstream tarball out of a Debian source package, pinned by digest."""

load(":source_info.bzl", "write_source_info")

# Bazel's own extraction has no such choice. The script that fetched the tarball has checked its digest.
def _extract_only(ctx):
    files = ["%s/%s" % (ctx.attr.strip_prefix, file) for file in ctx.attr.only]
    result = ctx.execute(["tar", "-xf", ctx.attr.orig, "--strip-components=1"] + files, timeout = 300)
    if result.return_code != 0:
        fail("\nCannot take %s out of %s: %s" % (", ".join(files), ctx.attr.orig, result.stderr.strip()))

def _debian_source_impl(ctx):
    # Labels are resolved first: Bazel starts a rule again whose label it has yet to look up, and the download would be made twice.
    fetch = ctx.path(ctx.attr._fetch)
    build_file = ctx.path(ctx.attr.build_file)
    result = ctx.execute(
        [fetch, ctx.attr.package, ctx.attr.upstream_version, ctx.attr.orig, ctx.attr.sha256],
        timeout = 900,
    )
    if result.return_code != 0:
        fail("\n" + result.stderr.strip())
    if ctx.attr.only:
        _extract_only(ctx)
    else:
        ctx.download_and_extract(
            url = ["file://" + str(ctx.path(ctx.attr.orig))],
            sha256 = ctx.attr.sha256,
            stripPrefix = ctx.attr.strip_prefix,
        )
    ctx.delete(ctx.attr.orig)
    write_source_info(ctx, ctx.attr.orig, ctx.attr.sha256)
    for shipped in ["BUILD", "BUILD.bazel", "WORKSPACE"]:
        ctx.delete(shipped)
    ctx.symlink(build_file, "BUILD.bazel")

debian_source = repository_rule(
    implementation = _debian_source_impl,
    doc = """Fetches the orig tarball of a Debian source package with the machine's own apt sources.

Any Debian revision of the upstream version will do: what is pinned is the tarball's sha256. The system's apt
configuration and lists are read, never written. Where no archive can be reached, put the tarball into a directory
and name it with --repo_env=FIRSTBYTE_SOURCE_DIR=DIR.""",
    attrs = {
        "build_file": attr.label(allow_single_file = True, mandatory = True),
        "only": attr.string_list(doc = "Files below strip_prefix; empty: all."),
        "orig": attr.string(mandatory = True),
        "package": attr.string(mandatory = True),
        "sha256": attr.string(mandatory = True),
        "strip_prefix": attr.string(),
        "upstream_version": attr.string(mandatory = True),
        "_fetch": attr.label(default = "//third_party:fetch_debian_source", allow_single_file = True),
    },
    environ = ["FIRSTBYTE_SOURCE_DIR"],
)
