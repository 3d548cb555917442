# SPDX-License-Identifier: GPL-2.0-or-later
"""Results of `firstbyte run` as a reader meets them who knows only docs/results.md, and statistics by numpy and by definition.

Nothing here is taken from report/: it is what report/ is held against.
"""

import copy
import json
import math

import numpy


def refuse(word):
    raise ValueError(f"{word} is no JSON")


def strict_json(text):
    return json.loads(text, parse_constant=refuse)


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return strict_json(file.read())


def means(results, field="wall_ns"):
    """{(engine, operation, arm): [run][round] of the mean time of an operation}."""
    operations = results["protocol"]["operations"]
    found = {}
    for run in results["runs"]:
        for one in run["rounds"]:
            for sample in one["samples"]:
                arm = results["arms"][sample["arm"]]
                runs = found.setdefault((arm["engine"], arm["operation"], arm["name"]), [])
                if len(runs) <= run["run"]:
                    runs.append([])
                runs[run["run"]].append(sample[field] / operations)
    return found


def run_medians(of_arm):
    return [float(numpy.median(run)) for run in of_arm]


def headline(of_arm):
    return float(numpy.median(numpy.concatenate(of_arm)))


def run_differences(reference, arm):
    """D(r): the median over the rounds of run r of ln(reference) - ln(arm)."""
    return [float(numpy.median(numpy.log(numpy.array(a) / numpy.array(b)))) for a, b in zip(reference, arm)]


def percent(log_difference):
    return -100 * math.expm1(-log_difference)


def slower(results, arm, operation, factor):
    """A copy in which an arm takes factor(run) times as long."""
    changed = copy.deepcopy(results)
    for run in changed["runs"]:
        for one in run["rounds"]:
            for sample in one["samples"]:
                kind = changed["arms"][sample["arm"]]
                if (kind["name"], kind["operation"]) == (arm, operation):
                    for field in ("wall_ns", "cpu_ns"):
                        sample[field] = round(sample[field] * factor(run["run"]))
    return changed


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)
