#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The reader of the Go benchmark format keeps to the specification, and reads in our export what the JSON says. go_benchmarks_test.py FIRSTBYTE RESULTS"""

import json
import os
import statistics
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, "cli/readers")  # from the root of the tree, where Bazel starts a test

from go_benchmarks import FormatError, parse  # noqa: E402

FIRSTBYTE, RESULTS = sys.argv.pop(1), sys.argv.pop(1)
FIELDS = {"ns/op": "wall_ns", "cpu-ns/op": "cpu_ns"}


def export(path, output_format):
    environment = {name: value for name, value in os.environ.items() if name != "BUILD_WORKING_DIRECTORY"}
    return subprocess.run([FIRSTBYTE, "report", f"--format={output_format}", path], check=True, stdout=subprocess.PIPE, env=environment).stdout


def results():
    with open(RESULTS, encoding="utf-8") as file:
        return json.load(file)


def edited(change):
    """An export of results after change(results)."""
    changed = results()
    change(changed)
    path = os.path.join(os.environ["TEST_TMPDIR"], "edited.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(changed, file)
    return export(path, "go")


def run_medians(of, arm, field):
    index = next(i for i, a in enumerate(of["arms"]) if (a["engine"], a["operation"], a["name"]) == arm)
    return [
        statistics.median(s[field] / of["protocol"]["operations"] for one in run["rounds"] for s in one["samples"] if s["arm"] == index)
        for run in of["runs"]
    ]


class TheReader(unittest.TestCase):
    def test_reads_the_kinds_of_lines(self):
        read = parse(
            b"commit: 7cd9055\ngoos: linux\n\nBenchmarkDecode/text=digits/size=1e4-8   \t     100\t    154125 ns/op\t  64.88 MB/s\n"
            b"cpu:\nPASS\n# note\nUnit ns/op better=lower assume=nothing\ngoos:\nBenchmark_x 1 .5e+3 \xc2\xb5s/op\n"
        )
        self.assertEqual([result.iterations for result in read.results], [100, 1])
        self.assertEqual(read.results[0].parts(), ("Decode", {"text": "digits", "size": "1e4"}, 8))
        self.assertEqual(read.results[0].values, {"ns/op": 154125.0, "MB/s": 64.88})
        self.assertEqual(read.results[0].configuration, {"commit": "7cd9055", "goos": "linux"})
        self.assertEqual(read.results[1].configuration, {"commit": "7cd9055"}, "a key without a value is one no longer")
        self.assertEqual(read.results[1].values, {"µs/op": 500.0})
        self.assertEqual(read.units, {"ns/op": {"better": "lower", "assume": "nothing"}})
        self.assertEqual(read.ignored, ["PASS", "# note"])

    def test_what_only_looks_like_configuration_is_ignored(self):
        for line in ("Goos: linux", "go os: linux", "gOos: linux", "goos:linux", ": linux", "1goos: linux", " goos: linux", "goos linux"):
            read = parse(f"{line}\nBenchmarkX 1 1 ns/op\n".encode())
            self.assertEqual((read.ignored, read.results[0].configuration), ([line], {}), line)

    def test_refuses_what_is_no_result(self):
        for line in (
            "Benchmark",
            "BenchmarkX",
            "BenchmarkX 1",
            "BenchmarkX 1 1",
            "BenchmarkX 1 1 ns/op 2",
            "BenchmarkX 1.5 1 ns/op",
            "BenchmarkX many 1 ns/op",
            "BenchmarkX 1 one ns/op",
            "BenchmarkX 1 1,000 ns/op",
            "BenchmarkX 1 0x1p3 ns/op",
            "BenchmarkX 1 1_000 ns/op",
            "BenchmarkX 1 1 ns/op 2 ns/op",
            "BenchmarkX y 1 1 ns/op",
            "Benchmarks 1 1 ns/op",
        ):
            with self.assertRaises(FormatError, msg=line):
                parse(line.encode())

    def test_refuses_what_is_no_unit_metadata(self):
        for line in ("Unit", "Unit ns/op better", "Unit ns/op =lower", "Unit ns/op better=faster", "Unit ns/op better=lower better=higher"):
            with self.assertRaises(FormatError, msg=line):
                parse(line.encode())
        self.assertEqual(parse(b"Units of time\n").ignored, ["Units of time"])

    def test_refuses_other_encodings(self):
        with self.assertRaises(FormatError):
            parse(b"platform: caf\xe9\n")


class OurExport(unittest.TestCase):
    def setUp(self):
        self.read = parse(export(RESULTS, "go"))
        self.of = results()

    def test_every_line_is_read(self):
        self.assertEqual(self.read.ignored, [])
        self.assertEqual(self.read.units, {unit: {"better": "lower", "assume": "nothing"} for unit in FIELDS})
        for result in self.read.results:
            self.assertEqual(result.configuration["platform"], self.of["context"]["platform"])
            self.assertEqual(result.configuration["accel"], self.of["context"]["accel"])
            self.assertEqual(result.configuration["pkg"], "firstbyte")

    def test_numbers_are_the_medians_of_the_runs(self):
        seen = {}
        for result in self.read.results:
            base, keys, procs = result.parts()
            self.assertEqual(procs, 1)
            self.assertEqual(result.iterations, self.of["protocol"]["rounds"] * self.of["protocol"]["operations"])
            # A slash would start another part of the name, so that "A/A" is spelt without.
            arm = (keys["engine"], base.lower(), keys["arm"].replace("A_A", "A/A"))
            seen.setdefault(arm, []).append(result.values)
        self.assertEqual(set(seen), {(a["engine"], a["operation"], a["name"]) for a in self.of["arms"]})
        for arm, values in seen.items():
            for unit, field in FIELDS.items():
                for printed, exact in zip([value[unit] for value in values], run_medians(self.of, arm, field), strict=True):
                    self.assertAlmostEqual(printed / exact, 1, delta=1e-12, msg=f"{arm} {unit}")

    def test_medians_are_those_of_the_report(self):
        report = json.loads(export(RESULTS, "json"))
        rows = {(g["engine"], g["operation"], row["arm"]): row["run_median_ns"] for g in report["groups"] for row in g["rows"]}
        for arm, median in rows.items():
            name = f"{arm[1].capitalize()}/arm={arm[2].replace('/', '_')}/engine={arm[0]}-1"
            times = [result.values["ns/op"] for result in self.read.results if result.name == name]
            self.assertAlmostEqual(statistics.median(times) / median, 1, delta=1e-12, msg=name)

    def test_hostile_names_add_no_line(self):
        def change(of):
            of["context"]["platform"] = "a\nBenchmarkEvil 1 1 ns/op\nUnit ns/op better=higher"
            of["arms"][1]["name"] = "x 1 1 ns/op\nBenchmarkEvil 1"

        read = parse(edited(change))
        self.assertEqual(read.ignored, [])
        self.assertEqual(len(read.results), len(self.read.results))
        self.assertEqual({len(result.values) for result in read.results}, {2})
        self.assertEqual(read.units, self.read.units)
        self.assertEqual([result.values for result in read.results], [result.values for result in self.read.results])

    def test_without_thread_cpu_time_a_line_has_wall_time_alone(self):
        def change(of):
            of["not_measured"]["cpu_ns"] = "No such clock here."
            for run in of["runs"]:
                for one in run["rounds"]:
                    for sample in one["samples"]:
                        sample["cpu_ns"] = None

        read = parse(edited(change))
        self.assertEqual({tuple(result.values) for result in read.results}, {("ns/op",)})
        self.assertEqual(read.ignored, [])


if __name__ == "__main__":
    unittest.main()
