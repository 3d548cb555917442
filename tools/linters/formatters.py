# SPDX-License-Identifier: GPL-2.0-or-later
"""clang-format and buildifier: the two tools that can also repair what they find."""

import filecmp
import json
import os
import re
import shutil
import subprocess

from linters.common import Finding, ToolError, ToolUnreachable, chunks, in_parallel, output_of, require, with_suffix

_NPM_PROJECT = os.path.join("tools", "npm")  # pins the version and its digest
_NOT_FORMATTED = re.compile(r"^(?P<path>[^:]+):(?P<line>\d+):\d+: error: .*-Wclang-format-violations")
_NPM_ERROR = re.compile(r"^npm (?:ERR!|error) code (\w+)$", re.MULTILINE)
# What npm calls a registry that cannot be reached, or not be trusted, from this machine.
_UNREACHABLE = {
    "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "ETIMEDOUT", "ERR_SOCKET_TIMEOUT",
    "CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
}
# sh_test has to be loaded from a repository that Bazel 4.2.3 has no counterpart of.
_BUILDIFIER_WARNINGS = "-native-sh-test"


def clang_format(files, fix):
    """One finding per file that clang-format would change, at the first place."""
    command = [require("clang-format", "clang-format")]
    sources = with_suffix(files, ".c", ".cc", ".h")
    if fix:
        in_parallel(lambda part: output_of(command + ["-i", *part]), chunks(sources))
        return []
    outputs = in_parallel(
        lambda part: subprocess.run(
            command + ["--dry-run", "-Werror", *part], capture_output=True, text=True, errors="replace"
        ),
        chunks(sources),
    )
    first = {}
    for output in outputs:
        found = [match for match in map(_NOT_FORMATTED.match, output.stderr.splitlines()) if match]
        if output.returncode != 0 and not found:
            raise ToolError(f"clang-format failed: {output.stderr.strip()}")
        for match in found:
            first.setdefault(match["path"], int(match["line"]))
    return [Finding(path, line, "not formatted (tools/lint --fix)") for path, line in sorted(first.items())]


def _install_buildifier():
    """The path of the pinned buildifier, installed below the user's cache directory if it is not there yet."""
    lock = os.path.join(_NPM_PROJECT, "package-lock.json")
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    home = os.path.join(cache, "firstbyte", "npm")
    installed = os.path.join(home, "node_modules", ".bin", "buildifier")
    stamp = os.path.join(home, "installed.json")
    if os.path.exists(installed) and os.path.exists(stamp) and filecmp.cmp(lock, stamp, shallow=False):
        return installed
    npm = require("npm", "npm")
    os.makedirs(home, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(_NPM_PROJECT, name), home)
    command = [npm, "ci", "--no-audit", "--no-fund", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
    result = subprocess.run(command, cwd=home, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if result.returncode != 0 or not os.path.exists(installed):
        code = _NPM_ERROR.search(result.stderr)
        reason = code[1] if code else f"exit status {result.returncode}"
        message = f"npm could not install @bazel/buildifier: {reason}"
        raise ToolUnreachable(message) if code and code[1] in _UNREACHABLE else ToolError(message)
    shutil.copy(lock, stamp)
    return installed


def buildifier(files, fix):
    """Format and lint of BUILD files, .bzl files and WORKSPACE."""
    sources = [
        name for name in files
        if name.endswith((".bzl", ".BUILD")) or os.path.basename(name) in ("BUILD", "BUILD.bazel", "WORKSPACE")
    ]
    command = [_install_buildifier(), f"-warnings={_BUILDIFIER_WARNINGS}"]
    if fix:
        output_of(command + ["-mode=fix", "-lint=fix", *sources], allowed=(0, 4))
    report = json.loads(output_of(command + ["-mode=check", "-lint=warn", "-format=json", *sources], allowed=(0, 4)))
    findings = []
    for entry in report["files"]:
        path = entry["filename"]
        if not entry["valid"]:
            findings.append(Finding(path, 1, "not valid Starlark"))
        elif not entry["formatted"]:
            findings.append(Finding(path, 1, "not formatted (tools/lint --fix)"))
        for warning in entry["warnings"] or []:
            message = " ".join(warning["message"].split())
            findings.append(Finding(path, warning["start"]["line"], f"{warning['category']}: {message}"))
    return findings
