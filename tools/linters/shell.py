# SPDX-License-Identifier: GPL-2.0-or-later
"""shellcheck over every file that a shell runs, by its first line, and what such files source (*.sh)."""

import re

from linters.common import Finding, output_of, require, with_suffix

_FIRST_LINE = re.compile(rb"#!.*[/ ](?:ba|da|k)?sh\b")
_FINDING = re.compile(r"^(?P<path>[^:]+):(?P<line>\d+):\d+: (?P<message>.*)$")


def shell_scripts(files):
    scripts = with_suffix(files, ".sh")
    for name in set(files).difference(scripts):
        with open(name, "rb") as file:
            if _FIRST_LINE.match(file.readline()):
                scripts.append(name)
    return sorted(scripts)


def shellcheck(files, _fix):
    command = [require("shellcheck", "shellcheck"), "--format=gcc"]
    scripts = shell_scripts(files)
    if not scripts:
        return []  # shellcheck without files prints its usage and fails
    output = output_of(command + scripts, allowed=(0, 1))
    matches = filter(None, map(_FINDING.match, output.splitlines()))
    return [Finding(match["path"], int(match["line"]), match["message"]) for match in matches]
