# SPDX-License-Identifier: GPL-2.0-or-later
"""The house's own checks of the text of our files.

A comment with `house-ok: RULE, RULE: the reason` excuses its line and the next one; in the first lines of a file it excuses the whole file.
"""

import os
import re

from linters.common import Finding

_MOST_LINES = 400  # a file that has more is refused
_MANY_LINES = 250  # and one that has more than this many is named
_HEAD_LINES = 12  # where an excuse is one for the whole file

_SOURCE_SUFFIXES = (".S", ".awk", ".bzl", ".c", ".cc", ".h", ".js", ".py", ".sh")
_NOT_OURS = ("LICENSE",)

_EXCUSE = re.compile(r"house-ok: ([a-z]+(?:, [a-z]+)*)")
_SPDX = re.compile(r"SPDX-License-Identifier: GPL-2\.0")
_GUARD = re.compile(r"#\s*(?:ifndef|if\s+!\s*defined\s*\(?)\s*(\w+)")
_GLOB = re.compile(r"(?<![\w.])glob\(")
_URL_HOST = re.compile(r"\b[a-z][a-z0-9+.-]*://([A-Za-z0-9.-]*[A-Za-z0-9])")
# The names that registries and mirrors give themselves, with no URL around them.
_REGISTRY = re.compile(
    r"\b(?:archive|cdn|deb|dl|ftp|mirrors?|packages|proxy|pypi|registry|repo|security|snapshot)\d*"
    r"(?:\.[a-z0-9-]+)*\.(?:com|dev|edu|io|net|org)\b",
    re.IGNORECASE,
)
_MACHINE_PATH = re.compile(r"(?<![\w./$}])/(?:Users|home|root|tmp|var/tmp|work)/[\w.-]")

# Where documents and schemas are. A host that is not here is a registry, a mirror, or new: then a reviewer looks at it.
_HOSTS = frozenset(
    """
    bugs.debian.org docs.kernel.org doi.org facebook.github.io gcc.gnu.org git.kernel.org github.com google.github.io json-schema.org llvm.org lore.kernel.org
    lwn.net man7.org sourceware.org spdx.org vega.github.io www.amd.com www.debian.org www.felixcloutier.com www.gnu.org www.intel.com www.isthe.com
    www.kernel.org www.qemu.org www.rfc-editor.org www.w3.org
    """.split()
)
# RFC 2606: names that no machine has.
_RESERVED_HOST = re.compile(r"(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|localhost|test)$")


def _spdx(_path, lines):
    first = 1 if lines and lines[0].startswith("#!") else 0
    if len(lines) <= first or not _SPDX.search(lines[first]):
        yield first + 1, "no SPDX-License-Identifier in the first line (after #!)"


def _length(_path, lines):
    if len(lines) > _MOST_LINES:
        yield _MOST_LINES + 1, f"{len(lines)} lines, at most {_MOST_LINES} are allowed: split it by concept"


def expected_guard(path):
    return "FIRSTBYTE_" + re.sub(r"[^A-Za-z0-9]", "_", path).upper() + "_"


def _guard(path, lines):
    wanted = expected_guard(path)
    directives = [(number, line) for number, line in enumerate(lines, 1) if line.startswith("#")]
    match = _GUARD.match(directives[0][1]) if directives else None
    if match is None or match[1] != wanted:
        yield directives[0][0] if directives else 1, f"the include guard is not {wanted}"
    elif len(directives) < 2 or directives[1][1].split() != ["#define", wanted]:
        yield directives[0][0], f"#define {wanted} does not follow its #ifndef"


def _hosts(_path, lines):
    for number, line in enumerate(lines, 1):
        named = [host for host in _URL_HOST.findall(line) if host not in _HOSTS and not _RESERVED_HOST.search(host)]
        named += [match[0] for match in _REGISTRY.finditer(line) if match[0] not in _HOSTS | set(named)]
        for host in named:
            yield number, f"names the host {host}, which is not among those of tools/linters/house.py"


def _paths(_path, lines):
    for number, line in enumerate(lines, 1):
        if _MACHINE_PATH.search(line):
            yield number, "an absolute path of somebody's machine"


def _globs(_path, lines):
    for number, line in enumerate(lines, 1):
        if _GLOB.search(line.partition("#")[0]):
            yield number, "glob() of our own code: list the files"


def _whitespace(_path, lines):
    for number, line in enumerate(lines, 1):
        if "\t" in line:
            yield number, "a tab"
        if line != line.rstrip():
            yield number, "white space at the end of the line"
    if lines and not lines[-1]:
        yield len(lines), "an empty line at the end of the file"


def _is_source(path, lines):
    return path.endswith(_SOURCE_SUFFIXES) or (bool(lines) and lines[0].startswith("#!"))


def _is_build_file(path, _lines):
    return os.path.basename(path) in ("BUILD", "BUILD.bazel")


def _has_layout(path, _lines):
    """Whether white space is ours to choose: make wants tabs, and test data is what it is."""
    return os.path.basename(path) not in ("Kbuild", "Makefile") and "testdata" not in path.split("/")


_RULES = {
    "spdx": (_is_source, _spdx),
    "length": (_is_source, _length),  # not BUILD files: these are as long as their directory
    "guard": (lambda path, _lines: path.endswith(".h"), _guard),
    "hosts": (lambda _path, _lines: True, _hosts),
    "paths": (lambda _path, _lines: True, _paths),
    "glob": (_is_build_file, _globs),
    "whitespace": (_has_layout, _whitespace),
}


def excuses(lines):
    """{line number: rules excused there}; line 0 stands for the whole file."""
    excused = {}
    for number, line in enumerate(lines, 1):
        match = _EXCUSE.search(line)
        for place in ([0] if number <= _HEAD_LINES else [number, number + 1]) if match else []:
            excused.setdefault(place, set()).update(match[1].split(", "))
    return excused


def excuses_file(path, rule):
    """Whether a file excuses itself from a rule as a whole."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return rule in excuses(file.read().split("\n")).get(0, ())


def check_text(path, text):
    """The findings in a file's text."""
    lines = text.removesuffix("\n").split("\n") if text else []
    excused = excuses(lines)
    for rule, (applies, check) in _RULES.items():
        if not applies(path, lines) or rule in excused.get(0, ()):
            continue
        for number, message in check(path, lines):
            if rule not in excused.get(number, ()):
                yield Finding(path, number, f"{message} ({rule})")
    if text and not text.endswith("\n"):
        yield Finding(path, len(lines), "no newline at the end of the file (whitespace)")


def warnings_about(path, text):
    """What is worth a look, yet no finding."""
    count = text.count("\n")
    if _MANY_LINES < count <= _MOST_LINES and _is_source(path, text.split("\n", 1)):
        yield Finding(path, count, f"warning: {count} lines; 100 to {_MANY_LINES} read best")


def house(files, _fix):
    findings = []
    for path in files:
        with open(path, "rb") as file:
            data = file.read()
        if b"\0" in data or os.path.basename(path) in _NOT_OURS:
            continue
        text = data.decode("utf-8", errors="replace")
        findings += check_text(path, text)
        for warning in warnings_about(path, text):
            print(warning)
    return findings
