#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts the test cases of a `bazel test`, out of its build events and the test.xml files that these name.

count_tests.py EVENTS BAZEL_STATUS

EVENTS is what --build_event_json_file wrote, so that only this run's targets count, cached ones too; BAZEL_STATUS the exit status of Bazel. Prints one line per
skipped and per failed case, then "test cases: N passed, N failed, N skipped", and exits with 1 if any failed.

A case of GoogleTest counts as one, and so does a test that knows no cases (a script). What leaves no result counts as one that failed: a target that did not
build, crashed, timed out or ran no case at all, and a Bazel that failed for a reason of its own.
"""

import json
import sys
import urllib.parse
import urllib.request
import xml.etree.ElementTree
from typing import NamedTuple, Optional


class Case(NamedTuple):
    name: str
    outcome: str  # "passed", "failed" or "skipped"
    reason: str = ""


class Attempt(NamedTuple):
    status: str  # Bazel's word: "PASSED", "FAILED", "TIMEOUT", ...
    xml_uri: Optional[str]


def read_events(lines):
    """({label of a test target: {(run, shard): its last Attempt}}, exit status that Bazel reported or None)."""
    targets = {}
    finished = None
    for line in filter(str.strip, lines):
        event = json.loads(line)
        kind, key = next(iter(event["id"].items()))
        if kind == "targetConfigured" and "testSize" in event.get("configured", {}):
            targets.setdefault(key["label"], {})
        elif kind == "testResult":
            result = event["testResult"]
            outputs = {output["name"]: output.get("uri") for output in result.get("testActionOutput", [])}
            # Attempts come in their order, so that the last one stays.
            attempt = Attempt(result["status"], outputs.get("test.xml"))
            targets.setdefault(key["label"], {})[key.get("run", 1), key.get("shard", 1)] = attempt
        elif kind == "buildFinished":
            finished = event["finished"]["exitCode"].get("code", 0)
    return targets, finished


def _skip_reason(skipped):
    """GoogleTest's message starts with a line that says where."""
    lines = (skipped.get("message") or "no reason given").strip().splitlines()
    return " ".join(lines[1:] if len(lines) > 1 else lines)


def cases_of(label, xml_text):
    """The cases in a test.xml, GoogleTest's or the one that Bazel writes for a test that writes none."""
    for case in xml.etree.ElementTree.fromstring(xml_text).iter("testcase"):
        own = ".".join(filter(None, (case.get("classname"), case.get("name"))))
        name = f"{label} {own}" if case.get("classname") else label
        if case.find("failure") is not None or case.find("error") is not None:
            yield Case(name, "failed")
        elif case.find("skipped") is not None:
            yield Case(name, "skipped", _skip_reason(case.find("skipped")))
        elif case.get("status") == "notrun":
            yield Case(name, "skipped", "disabled")
        else:
            yield Case(name, "passed")


def cases_of_attempt(label, attempt, read):
    """What one run of a target counts for."""
    try:
        cases = list(cases_of(label, read(attempt.xml_uri))) if attempt.xml_uri else []
    except (OSError, xml.etree.ElementTree.ParseError) as error:
        cases = [Case(label, "failed", f"its test.xml cannot be read: {error}")]
    if attempt.status != "PASSED" and not any(case.outcome == "failed" for case in cases):
        cases.append(Case(label, "failed", f"Bazel says {attempt.status}"))
    return cases or [Case(label, "failed", "it ran no test case")]


def all_cases(lines, bazel_status, read):
    """The cases of a whole run; never none."""
    targets, finished = read_events(lines)
    cases = []
    for label, attempts in sorted(targets.items()):
        if not attempts:
            cases.append(Case(label, "failed", "it did not build, or was not run"))
        for _, attempt in sorted(attempts.items()):
            cases += cases_of_attempt(label, attempt, read)
    status = bazel_status or finished
    if finished is None:
        cases.append(Case("bazel", "failed", f"it did not finish (exit status {bazel_status})"))
    elif status and not any(case.outcome == "failed" for case in cases):
        cases.append(Case("bazel", "failed", f"exit status {status}, though no test failed"))
    return cases or [Case("bazel", "failed", "there was no test")]


def report(cases):
    """The lines to print."""
    for outcome in ("skipped", "failed"):
        for case in cases:
            if case.outcome == outcome:
                yield f"{outcome}: {case.name}" + (f": {case.reason}" if case.reason else "")
    outcomes = [case.outcome for case in cases]
    yield "test cases: " + ", ".join(f"{outcomes.count(outcome)} {outcome}" for outcome in ("passed", "failed", "skipped"))


def _read_uri(uri):
    with open(urllib.request.url2pathname(urllib.parse.urlparse(uri).path), encoding="utf-8", errors="replace") as file:
        return file.read()


def main(events, bazel_status):
    try:
        with open(events, encoding="utf-8") as file:
            lines = file.readlines()
    except OSError:
        lines = []  # Bazel did not come as far as writing any.
    cases = all_cases(lines, int(bazel_status), _read_uri)
    print("\n".join(report(cases)))
    return 1 if any(case.outcome == "failed" for case in cases) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
