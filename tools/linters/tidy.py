# SPDX-License-Identifier: GPL-2.0-or-later
"""clang-tidy over every C and C++ file that a Bazel target compiles, with the flags that Bazel compiles it with."""

import json
import os
import re
import subprocess

from linters.common import Finding, ToolError, in_parallel, output_of, require, with_suffix
from linters.house import excuses_file

_CLANG_TIDY = "clang-tidy-19"  # The distribution's default, 14, cannot read the ranges of the distribution's libstdc++.
_BAZELW = os.path.join(".", "bazelw")
_FINDING = re.compile(r"^(?P<path>[^:\s]+):(?P<line>\d+):\d+: (?:warning|error): (?P<message>.*)$")
_ONE_WORD_FLAG = re.compile(r"-(D|U|I|std=|m)")
_TWO_WORD_FLAGS = ("-iquote", "-isystem", "-include")


def targets():
    """All C and C++ targets of ours, but for those which nothing builds unless it is asked to."""
    query = 'kind("cc_(binary|library|test) rule", //...) except attr("tags", "[\\[ ]manual[,\\]]", //...)'
    return output_of([_BAZELW, "query", query]).split()


def flags_of(arguments, roots):
    """Of a compiler's arguments, those that say what a file means; paths as seen from the root of the tree.

    Args:
      arguments: a compiler's command line, as Bazel runs it.
      roots: where the directories at the root of Bazel's execution tree really are, by name.
    """
    flags = []
    arguments = iter(arguments)
    for argument in arguments:
        if argument in _TWO_WORD_FLAGS:
            value = next(arguments)
            first, _, rest = value.partition("/")
            flags += [argument, os.path.join(roots[first], rest) if first in roots else value]
        elif _ONE_WORD_FLAG.match(argument):
            flags.append(argument)
    return flags


def compile_flags(labels):
    """{source file: flags} out of Bazel's own plan; of a file that is compiled more than once, the first plan."""
    where = dict(line.split(": ", 1) for line in output_of([_BAZELW, "info", "output_base", "execution_root"]).splitlines())
    roots = {
        "external": os.path.join(where["output_base"], "external"),
        "bazel-out": os.path.join(where["execution_root"], "bazel-out"),
    }
    plan = output_of([_BAZELW, "aquery", "--output=jsonproto", f'mnemonic("CppCompile", {" + ".join(labels)})'])
    flags = {}
    for action in json.loads(plan).get("actions", []):
        arguments = action["arguments"]
        flags.setdefault(arguments[arguments.index("-c") + 1], flags_of(arguments, roots))
    return flags


def _check_file(command, source, flags):
    result = subprocess.run(
        command + [source, "--", *flags], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL
    )
    findings = []
    for match in filter(None, map(_FINDING.match, result.stdout.splitlines())):
        path = os.path.relpath(match["path"]) if os.path.isabs(match["path"]) else os.path.normpath(match["path"])
        findings.append(Finding(path, int(match["line"]), match["message"].replace(",-warnings-as-errors]", "]")))
    if result.returncode != 0 and not findings:
        raise ToolError(f"{_CLANG_TIDY} failed on {source}: {(result.stderr or result.stdout).strip()}")
    return findings


def clang_tidy(files, _fix):
    """Findings in our files, and one for each of them that no target compiles: it would go unchecked."""
    command = [require(_CLANG_TIDY, _CLANG_TIDY), "--quiet"]
    labels = targets()
    flags = compile_flags(labels)
    # Headers that targets generate.
    output_of([_BAZELW, "build", "--output_groups=compilation_prerequisites_INTERNAL_", *labels])
    sources = with_suffix(files, ".c", ".cc")
    checked = [name for name in sources if name in flags]
    unchecked = [name for name in sources if name not in flags and not excuses_file(name, "tidy")]
    findings = [Finding(name, 1, "no target compiles this file (house-ok: tidy)") for name in unchecked]
    for found in in_parallel(lambda name: _check_file(command, name, flags[name]), checked):
        findings += found
    return sorted(set(findings))
