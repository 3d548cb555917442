# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a results file and its export as CSV, computes what `report` derives with numpy and scipy, and compares with its JSON.

recompute.py RESULTS CSV CLOCK REPORT     CLOCK is wall_ns or cpu_ns
"""

import csv
import itertools
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "cli/readers")

from samples import headline, means, percent, read_json, run_differences, run_medians  # noqa: E402
import numpy  # noqa: E402
import scipy.stats  # noqa: E402


def means_of_csv(path, field):
    """The same as samples.means(), out of the CSV alone."""
    found = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            runs = found.setdefault((row["engine"], row["operation"], row["arm"]), {})
            runs.setdefault(int(row["run"]), []).append((int(row["round"]), int(row[field]) / int(row["operations"])))
    return {key: [[mean for _, mean in sorted(runs[run])] for run in sorted(runs)] for key, runs in found.items()}


def sign_flip_p(differences):
    test = scipy.stats.permutation_test(
        (numpy.array(differences),), numpy.mean, permutation_type="samples", n_resamples=numpy.inf, alternative="two-sided", vectorized=False
    )
    return test.pvalue


def sign_flip_interval(differences, alpha=0.05):
    """By definition: all shifts that the one-sided exact tests do not reject at alpha / 2, as the ends of subset means."""
    subsets = sorted(
        sum(subset) / len(subset) for size in range(1, len(differences) + 1) for subset in itertools.combinations(differences, size)
    )
    k = int(alpha / 2 * 2 ** len(differences))
    return (subsets[k - 1], subsets[-k]) if k else None


def one_way(differences):
    """ICC(1) by the analysis of variance, of differences[run][round]."""
    values = numpy.array(differences)
    runs, rounds = values.shape
    between = rounds * numpy.var(values.mean(axis=1), ddof=1)
    within = numpy.mean(numpy.var(values, axis=1, ddof=1))
    return (between - within) / (between + (rounds - 1) * within)


def expected_row(reference, arm):
    logs = run_differences(reference, arm)
    base, own = headline(reference), headline(arm)
    rounds = [100 * numpy.log(numpy.array(a) / numpy.array(b)) for a, b in zip(reference, arm)]
    faster, slower = (int(numpy.sum(sign * numpy.concatenate(rounds) > 0)) for sign in (1, -1))
    deviation = 100 * float(numpy.std(logs, ddof=1))
    runs = len(logs)
    student = scipy.stats.t.interval(0.95, runs - 1, loc=numpy.mean(logs), scale=scipy.stats.sem(logs))
    low, high = sign_flip_interval(logs)
    return {
        "median_ns": own,
        "run_median_ns": float(numpy.median(run_medians(arm))),
        "median_absolute_deviation_ns": float(scipy.stats.median_abs_deviation(numpy.concatenate(arm))),
        "delta_ns": base - own,
        "delta_percent": 100 * (base - own) / base,
        "paired_mean_percent": percent(float(numpy.mean(logs))),
        "paired_hodges_lehmann_percent": percent(
            float(numpy.median([(a + b) / 2 for a, b in itertools.combinations_with_replacement(logs, 2)]))
        ),
        "interval_percent": [percent(low), percent(high)],
        "interval_ns": [percent(low) * base / 100, percent(high) * base / 100],
        "student_interval_percent": [percent(student[0]), percent(student[1])],
        "p": sign_flip_p(logs),
        "run_deviation_percent": deviation,
        "detectable_percent": 100 * numpy.expm1(scipy.stats.t.ppf([0.975, 0.8], runs - 1).sum() * deviation / numpy.sqrt(runs) / 100),  # a slow-down
        "intraclass_correlation": one_way(rounds),
        "rounds_faster": faster,
        "rounds_slower": slower,
        "sign_test_p": scipy.stats.binomtest(faster, faster + slower).pvalue,
    }


def agree(seen, expected):
    if isinstance(expected, list):
        return len(seen) == len(expected) and all(map(agree, seen, expected))
    return abs(seen - expected) <= 1e-9 * max(1.0, abs(expected))


def main(results, table, field, report):
    series = means(read_json(results), field)
    of_csv = means_of_csv(table, field)
    assert of_csv == series, "the CSV does not hold the samples of the results"
    rows = 0
    for group in read_json(report)["groups"]:
        for row in group["rows"]:
            arm = of_csv[group["engine"], group["operation"], row["arm"]]
            reference = of_csv[group["reference_engine"], group["operation"], row["reference"]]
            if row["arm"] == row["reference"]:
                assert agree(row["median_ns"], headline(arm)) and row["delta_ns"] is None and row["null_reasons"]["delta_ns"]
                continue
            rows += 1
            for name, value in expected_row(reference, arm).items():
                assert agree(row[name], value), (group["operation"], row["arm"], name, row[name], value)
    assert rows == 12, rows


main(*sys.argv[1:])
