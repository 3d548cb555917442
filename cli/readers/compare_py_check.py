# SPDX-License-Identifier: GPL-2.0-or-later
"""Holds what compare.py made of two exports against the results that they were exported from.

compare_py_check.py make RESULTS CHANGED            writes results in which one arm takes longer
compare_py_check.py check OLD NEW DIFFERENCES TABLE REPORT
"""

import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "cli/readers")

from samples import means, read_json, run_medians, slower, write_json  # noqa: E402
import numpy  # noqa: E402
import scipy.stats  # noqa: E402

ROW = re.compile(r"^(\S+) +([-+]\d+\.\d{4}) +([-+]\d+\.\d{4}) +(\d+) +(\d+) +(\d+) +(\d+)$")
TEST = re.compile(r"^(\S+)_pvalue +([01]\.\d{4}) +([01]\.\d{4}) +U Test, Repetitions: (\d+) vs (\d+)$")


def name_of(key):
    """As report/export.h names an arm; a character that a name of Go's benchmarks cannot have is an underscore."""
    engine, operation, arm = (re.sub(r"[^A-Za-z0-9._+-]", "_", part) for part in key)
    return f"{operation.capitalize()}/arm={arm}/engine={engine}"


def close(a, b):
    return abs(a - b) <= 1e-12 * max(abs(a), abs(b), 1e-300)


def make(results, path):
    # The patched compression of each run by another amount, so that the test has something to find and runs differ.
    write_json(path, slower(read_json(results), "patched", "compress", lambda run: 1.08 + 0.01 * (run % 5)))


def check_differences(differences, old, new, entries):
    """The machine-readable output: each run's median beside the other's, and the U test over them."""
    for key in old["wall_ns"]:
        entry = entries[name_of(key)]
        pairs = {field: (run_medians(old[field][key]), run_medians(new[field][key])) for field in ("wall_ns", "cpu_ns")}
        assert len(entry["measurements"]) == len(pairs["wall_ns"][0])
        for run, seen in enumerate(entry["measurements"]):
            for field, before, after, change in (
                ("wall_ns", "real_time", "real_time_other", "time"),
                ("cpu_ns", "cpu_time", "cpu_time_other", "cpu"),
            ):
                a, b = (times[run] for times in pairs[field])
                assert close(seen[before], a) and close(seen[after], b), (key, run, field)
                assert abs(seen[change] - (b - a) / a) < 1e-12, (key, run, field)
        for field, name in (("wall_ns", "time_pvalue"), ("cpu_ns", "cpu_pvalue")):
            p = scipy.stats.mannwhitneyu(*pairs[field], alternative="two-sided").pvalue
            assert abs(entry["utest"][name] - p) < 1e-12, (key, name)
        assert entry["utest"]["nr_of_repetitions"] == len(pairs["wall_ns"][0])
    names = {name_of(key) for key in old["wall_ns"]}
    aggregates = {f"{name}_{kind}" for name in names for kind in ("mean", "median", "stddev", "cv")}
    assert {entry["name"] for entry in differences} == names | aggregates | {"OVERALL_GEOMEAN"}


def check_aggregates(entries, old):
    for key, of_arm in old["wall_ns"].items():
        times = run_medians(of_arm)
        deviation = float(numpy.std(times, ddof=1))
        for kind, value in (
            ("mean", numpy.mean(times)),
            ("median", numpy.median(times)),
            ("stddev", deviation),
            ("cv", deviation / numpy.mean(times)),
        ):
            assert abs(entries[f"{name_of(key)}_{kind}"]["measurements"][0]["real_time"] / value - 1) < 1e-9, (key, kind)


def check_report(entries, report):
    """What our own report calls the median of the runs' medians is what compare.py reads as the median."""
    rows = 0
    for group in report["groups"]:
        for row in group["rows"]:
            entry = entries[name_of((group["engine"], group["operation"], row["arm"])) + "_median"]
            assert close(entry["measurements"][0]["real_time"], row["run_median_ns"]), row["arm"]
            rows += 1
    assert rows >= 12


def check_table(lines, entries):
    """The table for people: as many rows as runs, each its measurement rounded, and the line of the test."""
    rows = {}
    tests = {}
    for line in lines:
        row, test = ROW.match(line), TEST.match(line)
        if row:
            rows.setdefault(row[1], []).append([float(cell) for cell in row.groups()[1:]])
        if test:
            tests[test[1]] = [float(test[2]), float(test[3])]
    for name, entry in entries.items():
        if entry["run_type"] != "iteration":
            continue
        assert len(rows[name]) == len(entry["measurements"]), name
        for printed, seen in zip(rows[name], entry["measurements"]):
            exact = [seen[field] for field in ("time", "cpu", "real_time", "real_time_other", "cpu_time", "cpu_time_other")]
            for cell, value, half in zip(printed, exact, (5e-5, 5e-5, 0.5, 0.5, 0.5, 0.5)):
                assert abs(cell - value) <= half * 1.001, (name, cell, value)
        for cell, field in zip(tests[name], ("time_pvalue", "cpu_pvalue")):
            assert abs(cell - entry["utest"][field]) <= 5.1e-5, (name, field)


def check(old, new, differences, table, report):
    both = [{field: means(read_json(path), field) for field in ("wall_ns", "cpu_ns")} for path in (old, new)]
    differences = read_json(differences)
    entries = {entry["name"]: entry for entry in differences}
    check_differences(differences, *both, entries)
    check_aggregates(entries, both[0])
    check_report(entries, read_json(report))
    with open(table, encoding="utf-8") as file:
        lines = file.read().splitlines()
    assert any(re.match(r"^Benchmark +Time +CPU +Time Old +Time New +CPU Old +CPU New$", line) for line in lines[:3]), lines[:3]
    check_table(lines, entries)
    changed = [name for name, entry in entries.items() if entry["run_type"] == "iteration" and any(m["time"] for m in entry["measurements"])]
    assert changed == ["Compress/arm=patched/engine=zstd-1.5.4"], changed
    assert entries[changed[0]]["utest"]["time_pvalue"] < 0.001


{"make": make, "check": check}[sys.argv[1]](*sys.argv[2:])
