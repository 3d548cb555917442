#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""count_tests on build events as Bazel 4.2.3 writes them, and on test.xml files of GoogleTest 1.12 and of Bazel."""

import json
import os
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, "tools")  # from the root of the tree, where Bazel starts a test

from count_tests import Case, all_cases, report  # noqa: E402

GTEST_XML = """<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" disabled="1" errors="0" time="0" name="AllTests">
  <testsuite name="A" tests="4" failures="1" disabled="1" skipped="1" errors="0" time="0">
    <testcase name="Ok" status="run" result="completed" time="0" classname="A" />
    <testcase name="Skips" status="run" result="skipped" time="0" classname="A">
      <skipped message="t/g_test.cc:3&#x0A;no PMU here &lt;really&gt;&#x0A;"><![CDATA[t/g_test.cc:3
no PMU here <really>
]]></skipped>
    </testcase>
    <testcase name="Fails" status="run" result="completed" time="0" classname="A">
      <failure message="Expected equality" type=""><![CDATA[1 and 2]]></failure>
    </testcase>
    <testcase name="DISABLED_No" status="notrun" result="suppressed" time="0" classname="A" />
  </testsuite>
</testsuites>
"""
SCRIPT_XML = """<testsuites><testsuite name="t/s_test" tests="1" failures="0" errors="%d">
<testcase name="t/s_test" status="run" duration="0" time="0">%s</testcase><system-out><![CDATA[said]]></system-out></testsuite></testsuites>"""
GOOD_SCRIPT_XML = SCRIPT_XML % (0, "")
BAD_SCRIPT_XML = SCRIPT_XML % (1, '<error message="exited with error code 3"></error>')
FILES = {"gtest": GTEST_XML, "gtest_good": GTEST_XML.replace("<failure", "<note").replace("</failure", "</note"),
         "good": GOOD_SCRIPT_XML, "bad": BAD_SCRIPT_XML, "empty": "<testsuites></testsuites>", "broken": "<testsuites>"}


def configured(label, size="SMALL"):
    details = {"targetKind": "cc_test rule"}
    return {"id": {"targetConfigured": {"label": label}}, "configured": {**details, "testSize": size} if size else details}


def result(label, status, xml_name, shard=1, attempt=1):
    outputs = [{"name": "test.log", "uri": "log"}] + ([{"name": "test.xml", "uri": xml_name}] if xml_name else [])
    return {"id": {"testResult": {"label": label, "run": 1, "shard": shard, "attempt": attempt}},
            "testResult": {"testActionOutput": outputs, "status": status}}


def finished(code=0):
    exit_code = {"name": "X", "code": code} if code else {"name": "SUCCESS"}
    return {"id": {"buildFinished": {}}, "finished": {"exitCode": exit_code}}


def counted(*events, status=0):
    """(passed, failed, skipped)"""
    outcomes = [case.outcome for case in cases(*events, status=status)]
    return tuple(outcomes.count(outcome) for outcome in ("passed", "failed", "skipped"))


def cases(*events, status=0):
    def read(name):
        if name not in FILES:
            raise FileNotFoundError(name)
        return FILES[name]

    return all_cases([json.dumps(event) for event in events], status, read)


class CountTest(unittest.TestCase):
    def test_cases_of_gtest(self):
        found = cases(configured("//t:g"), result("//t:g", "FAILED", "gtest"), finished(3), status=3)
        self.assertEqual(found, [
            Case("//t:g A.Ok", "passed"),
            Case("//t:g A.Skips", "skipped", "no PMU here <really>"),
            Case("//t:g A.Fails", "failed"),
            Case("//t:g A.DISABLED_No", "skipped", "disabled"),
        ])

    def test_a_script_is_one(self):
        self.assertEqual(counted(configured("//t:s"), result("//t:s", "PASSED", "good"), finished()), (1, 0, 0))
        self.assertEqual(counted(configured("//t:s"), result("//t:s", "FAILED", "bad"), finished(3), status=3), (0, 1, 0))

    def test_what_is_no_test_does_not_count(self):
        self.assertEqual(
            counted(configured("//t:lib", size=None), configured("//t:s"), result("//t:s", "PASSED", "good"), finished()), (1, 0, 0))

    def test_not_built_counts_as_failed(self):
        events = (configured("//t:a"), configured("//t:s"), result("//t:s", "PASSED", "good"), finished(1))
        self.assertEqual(counted(*events, status=1), (1, 1, 0))

    def test_crash_without_xml_counts_as_failed(self):
        for xml_name in (None, "missing", "broken", "empty"):
            self.assertEqual(counted(configured("//t:c"), result("//t:c", "FAILED", xml_name), finished(3), status=3), (0, 1, 0), xml_name)

    def test_failing_after_all_cases_passed(self):
        """A leak found at exit, or a crash there, stands in no test.xml."""
        self.assertEqual(counted(configured("//t:g"), result("//t:g", "FAILED", "gtest_good"), finished(3), status=3), (2, 1, 2))
        self.assertEqual(counted(configured("//t:s"), result("//t:s", "TIMEOUT", "good"), finished(3), status=3), (1, 1, 0))

    def test_passing_without_a_case_is_no_pass(self):
        for xml_name in (None, "missing", "broken", "empty"):
            self.assertEqual(counted(configured("//t:e"), result("//t:e", "PASSED", xml_name), finished()), (0, 1, 0), xml_name)

    def test_shards_add_up_and_the_last_attempt_counts(self):
        events = (configured("//t:s"), result("//t:s", "PASSED", "good", shard=1), result("//t:s", "PASSED", "good", shard=2), finished())
        self.assertEqual(counted(*events), (2, 0, 0))
        events = (configured("//t:s"), result("//t:s", "FAILED", "bad"), result("//t:s", "PASSED", "good", attempt=2), finished())
        self.assertEqual(counted(*events), (1, 0, 0))

    def test_bazel_itself_fails(self):
        self.assertEqual(counted(status=37), (0, 1, 0))
        self.assertEqual(counted(status=0), (0, 1, 0))
        self.assertEqual(counted(finished(0)), (0, 1, 0))
        good = (configured("//t:s"), result("//t:s", "PASSED", "good"))
        self.assertEqual(counted(*good, status=9), (1, 1, 0))
        self.assertEqual(counted(*good, finished(1), status=1), (1, 1, 0))
        self.assertEqual(counted(*good, finished(0), status=8), (1, 1, 0))

    def test_report(self):
        self.assertEqual(list(report([Case("a", "passed"), Case("b", "skipped", "no PMU"), Case("c", "failed"), Case("d", "skipped", "x")])),
                         ["skipped: b: no PMU", "skipped: d: x", "failed: c", "test cases: 1 passed, 1 failed, 2 skipped"])


class CommandTest(unittest.TestCase):
    def run_command(self, events, status):
        found = subprocess.run([sys.executable, "tools/count_tests.py", events, status], capture_output=True, text=True, check=False)
        return found.returncode, found.stdout

    def test_reads_files(self):
        scratch = os.path.join(os.environ["TEST_TMPDIR"], "with space")
        os.makedirs(scratch, exist_ok=True)
        with open(os.path.join(scratch, "test.xml"), "w", encoding="utf-8") as file:
            file.write(GOOD_SCRIPT_XML)
        uri = "file://" + scratch.replace(" ", "%20") + "/test.xml"
        events = os.path.join(scratch, "events.json")
        with open(events, "w", encoding="utf-8") as file:
            for event in (configured("//t:s"), result("//t:s", "PASSED", uri), finished()):
                print(json.dumps(event), file=file)
        self.assertEqual(self.run_command(events, "0"), (0, "test cases: 1 passed, 0 failed, 0 skipped\n"))

    def test_no_events(self):
        self.assertEqual(
            self.run_command("nonexistent", "37"),
            (1, "failed: bazel: it did not finish (exit status 37)\ntest cases: 0 passed, 1 failed, 0 skipped\n"))


if __name__ == "__main__":
    unittest.main()
