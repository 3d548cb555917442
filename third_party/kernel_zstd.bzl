# SPDX-License-Identifier: GPL-2.0-or-later
"""Repository rule: the zstd of a kernel tree, out of Debian's binary package with that kernel's source."""

load(":kernel_shims.bzl", "write_kernel_shims")
load(":source_info.bzl", "write_source_info")

def _kernel_zstd_impl(ctx):
    # Labels first, as in debian_source.
    fetch = ctx.path(ctx.attr._fetch)
    build_file = ctx.path(ctx.attr.build_file)
    result = ctx.execute([fetch, ctx.attr.package], timeout = 1800)
    if result.return_code != 0:
        fail("\n" + result.stderr.strip())
    tarball, version, sha256 = result.stdout.strip().split(" ")
    write_source_info(ctx, "%s (%s)" % (tarball, version), sha256)
    write_kernel_shims(ctx)
    ctx.symlink(build_file, "BUILD.bazel")

kernel_zstd = repository_rule(
    implementation = _kernel_zstd_impl,
    doc = """Fetches lib/zstd and what belongs to it out of linux-source-X.Y, with the machine's own apt sources.

The package's version moves with each security update and archives drop old ones, so nothing is pinned: engines record the version and the
sha256 of the kernel's tarball. A newer one is fetched after `./bazelw sync --only=NAME`. 140 MB are downloaded and thrown away, so only what is
built on demand may depend on it. Where no archive can be reached, put the .deb into a directory and name it with
--repo_env=FIRSTBYTE_SOURCE_DIR=DIR.""",
    attrs = {
        "build_file": attr.label(allow_single_file = True, mandatory = True),
        "package": attr.string(mandatory = True),
        "_fetch": attr.label(default = "//third_party:fetch_kernel_zstd", allow_single_file = True),
    },
    environ = ["FIRSTBYTE_SOURCE_DIR"],
)
