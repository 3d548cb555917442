# SPDX-License-Identifier: GPL-2.0-or-later
"""Repository rule: the libraries that draw the plots of `report --format=html`, out of npm."""

_BUILD = """exports_files([
    "plots.js",
    "why_not.txt",
])
"""

def _plot_libraries_impl(ctx):
    # Labels first, as in debian_source.
    fetch = ctx.path(ctx.attr._fetch)
    ctx.path(ctx.attr._contents)
    pinned = []
    for name in ["vega", "vega-lite", "vega-interpreter"]:
        pinned += ["%s@%s" % (name, ctx.attr.versions[name]), ctx.attr.sha512[name]]
    result = ctx.execute([fetch] + pinned, timeout = 180)
    why_not = ""
    if result.return_code != 0:
        # Of what it ended itself Bazel says 256, and in its own words on standard error why.
        timed_out = result.return_code == 256
        why_not = ("npm did not answer in time" if timed_out else result.stderr.strip().split("\n")[-1]) or "npm failed without a word"
        why_not += "\n"
        ctx.delete("work")
        ctx.file("plots.js", "")
    ctx.file("why_not.txt", why_not)
    ctx.file("BUILD.bazel", _BUILD)

plot_libraries = repository_rule(
    implementation = _plot_libraries_impl,
    doc = """plots.js, one script with Vega, Vega-Lite and the interpreter of Vega's expressions, and why_not.txt.

npm is the user's own, with the registry that it is configured for; what it fetches is pinned by digest. A build never fails for want of it: then
plots.js is empty, and why_not.txt says why in one sentence. Bazel keeps that answer, so once npm works: `./bazelw sync --only=NAME`, or any new
value of --repo_env=FIRSTBYTE_NPM=VALUE. Where no registry can be reached, put the tarballs into a directory and name it with
--repo_env=FIRSTBYTE_SOURCE_DIR=DIR.""",
    attrs = {
        "sha512": attr.string_dict(doc = "Of each package's tarball, in hexadecimal digits.", mandatory = True),
        "versions": attr.string_dict(mandatory = True),
        "_contents": attr.label(default = "//third_party:vega_contents.txt", allow_single_file = True),
        "_fetch": attr.label(default = "//third_party:fetch_plot_libraries", allow_single_file = True),
    },
    environ = [
        "FIRSTBYTE_NPM",
        "FIRSTBYTE_SOURCE_DIR",
    ],
)
