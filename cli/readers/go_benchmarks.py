# SPDX-License-Identifier: GPL-2.0-or-later
"""A reader of the Go benchmark data format, written from its specification (Go proposal 14313; unit metadata: Go issue 43744).

Lines of a file are configuration ("key: value"), results ("BenchmarkName iterations value unit ..."), unit metadata ("Unit unit key=value ...") or
neither. What is neither is ignored by the specification, and collected here, so that a writer can be held to write nothing that nobody reads. A line that
starts as a result or as unit metadata but is none is an error.
"""

import re
from typing import NamedTuple

_KNOWN_METADATA = {"better": ("higher", "lower"), "assume": ("nothing", "exact")}

# What strconv.ParseFloat takes, without its hexadecimal numbers and underscores, which are for source code.
_FLOAT = re.compile(r"[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|inf(?:inity)?|nan)\Z", re.IGNORECASE)
_INTEGER = re.compile(r"[-+]?\d+\Z", re.ASCII)


class FormatError(ValueError):
    """A line that no reader of the format accepts, with its number."""


class Result(NamedTuple):
    name: str  # without "Benchmark", with the suffix of GOMAXPROCS
    iterations: int
    values: dict  # {unit: value}
    configuration: dict  # that holds where the line stands

    def parts(self):
        """(base name, {key: value} of the sub-benchmarks, GOMAXPROCS or None)."""
        name, dash, procs = self.name.rpartition("-")
        if not dash or not procs.isdigit():
            name, procs = self.name, None
        base, *sub = name.split("/")
        return base, dict(part.split("=", 1) for part in sub if "=" in part), procs and int(procs)


class Benchmarks(NamedTuple):
    results: list
    units: dict  # {unit: {key: value}}
    ignored: list  # lines that are neither


def _configuration(line):
    """(key, value) of a configuration line, else None. A key starts in lower case and has no upper case and no space."""
    key, colon, value = line.partition(":")
    if not colon or not key or not key[0].islower() or any(c.isspace() or c.isupper() for c in key):
        return None
    if value and value[0] not in " \t":
        return None
    return key, value.strip(" \t")


def _result(fields, configuration, place):
    name = fields[0][len("Benchmark") :]
    # As the testing package has it: what follows the prefix is no lower-case letter, so that "Benchmarks" is prose.
    if name and name[0].islower():
        raise FormatError(f"{place}: the name goes on in lower case")
    if len(fields) < 4 or len(fields) % 2:
        raise FormatError(f"{place}: {len(fields)} fields; a result has an even number, at least four")
    if not _INTEGER.match(fields[1]):
        raise FormatError(f"{place}: the iterations are no integer")
    values = {}
    for value, unit in zip(fields[2::2], fields[3::2]):
        if not _FLOAT.match(value):
            raise FormatError(f"{place}: {value} is no number")
        if unit in values:
            raise FormatError(f"{place}: {unit} is there twice")
        values[unit] = float(value)
    return Result(name, int(fields[1]), values, dict(configuration))


def _unit(fields, units, place):
    if len(fields) < 2:
        raise FormatError(f"{place}: there is no unit")
    metadata = units.setdefault(fields[1], {})
    for field in fields[2:]:
        key, equals, value = field.partition("=")
        if not equals or not key:
            raise FormatError(f"{place}: {field} is not key=value")
        if value not in _KNOWN_METADATA.get(key, (value,)):
            raise FormatError(f"{place}: {key} cannot be {value}")
        if metadata.setdefault(key, value) != value:
            raise FormatError(f"{place}: {key} of {fields[1]} is {metadata[key]} already")


def parse(data):
    """Benchmarks of the bytes of a file."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError("not UTF-8") from error
    found = Benchmarks([], {}, [])
    configuration = {}
    for number, line in enumerate(text.split("\n"), 1):
        fields = line.split()
        pair = _configuration(line)
        if line.startswith("Benchmark"):
            found.results.append(_result(fields, configuration, f"line {number}"))
        elif fields and fields[0] == "Unit" and line.startswith("Unit"):
            _unit(fields, found.units, f"line {number}")
        elif pair:
            configuration.update([pair])
            if not pair[1]:
                del configuration[pair[0]]  # a key without a value is one no longer
        elif fields:
            found.ignored.append(line)
    return found
