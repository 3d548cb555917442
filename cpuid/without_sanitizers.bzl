# SPDX-License-Identifier: GPL-2.0-or-later
"""Programs that tests trace, built without sanitizers even where the tests are built with them.

What is under test is the tracer. A sanitizer in the traced program refuses static linking and its leak check does not work under ptrace.
"""

_FLAGS = ["//command_line_option:copt", "//command_line_option:linkopt"]

def _without_impl(settings, _attr):
    return {name: [flag for flag in settings[name] if "-fsanitize" not in flag] for name in _FLAGS}

_without = transition(implementation = _without_impl, inputs = _FLAGS, outputs = _FLAGS)

def _without_sanitizers_impl(ctx):
    runfiles = ctx.runfiles(files = ctx.files.srcs)
    for src in ctx.attr.srcs:
        runfiles = runfiles.merge(src[DefaultInfo].default_runfiles)
    return DefaultInfo(files = depset(ctx.files.srcs), runfiles = runfiles)

without_sanitizers = rule(
    implementation = _without_sanitizers_impl,
    doc = "Stands for its srcs, as a filegroup does.",
    attrs = {
        "srcs": attr.label_list(allow_files = True, cfg = _without),
        "_allowlist_function_transition": attr.label(default = "@bazel_tools//tools/allowlists/function_transition_allowlist"),
    },
)
