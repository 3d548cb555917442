# SPDX-License-Identifier: GPL-2.0-or-later
"""What the linters share: which files are ours, and how a finding looks."""

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple


class Finding(NamedTuple):
    path: str
    line: int
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.message}"


class ToolError(Exception):
    """A tool that is missing or does not work: one sentence for the person at the terminal."""


class ToolUnreachable(ToolError):
    """A tool that would have to be fetched from where this machine cannot reach: not run, with the reason."""


def tracked_files():
    """What git tracks and what the next `git add` would add, so that a new file is checked before it is committed."""
    names = output_of(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
    files = sorted(set(filter(None, names.split("\0"))))
    return [name for name in files if os.path.isfile(name) and not os.path.islink(name)]


def with_suffix(files, *suffixes):
    return [name for name in files if name.endswith(suffixes)]


def require(command, package):
    """The path of a command; without it nothing may look checked."""
    path = shutil.which(command)
    if path is None:
        raise ToolError(f"{command} is not installed (Debian package {package})")
    return path


def output_of(command, allowed=(0,)):
    """Standard output of a command whose exit status is allowed."""
    result = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if result.returncode not in allowed:
        said = (result.stderr.strip() or result.stdout.strip() or "it said nothing").splitlines()
        raise ToolError(f"{os.path.basename(command[0])} failed with exit status {result.returncode}: {said[-1]}")
    return result.stdout


def in_parallel(function, items):
    """[function(item) for item in items], on all cores."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(function, items))


def chunks(items):
    """The items in as many parts as there are cores, without empty ones."""
    parts = os.cpu_count() or 1
    return [part for part in (items[i::parts] for i in range(parts)) if part]
