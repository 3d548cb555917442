# SPDX-License-Identifier: GPL-2.0-or-later
"""Data sets to hold statistics against: drawn with fixed seeds, of sizes that measurements have, and published ones."""

import numpy

# Of Darwin's maize, crossed less self-fertilised, in eighths of an inch (Fisher, The Design of Experiments, 1935).
DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

# Hamilton's depression scale, factor IV, second visit less first (Hollander and Wolfe, Nonparametric Statistical Methods, 1973).
DEPRESSION = [0.878 - 1.83, 0.647 - 0.50, 0.598 - 1.62, 2.05 - 2.48, 1.06 - 1.68, 1.29 - 1.88, 1.06 - 1.55, 3.14 - 3.06, 1.29 - 1.30]

# Ratings of six targets by four judges (Shrout and Fleiss, Psychological Bulletin 86, 1979).
RATINGS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]

# Extra sleep under two drugs, in hours (Student, Biometrika 6, 1908), of which R's page of t.test has the interval.
SLEEP = ([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0], [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])

# Permeability constants of the human chorioamnion at term and at 12 to 26 weeks (Hollander and Wolfe).
PERMEABILITY = ([0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46], [1.15, 0.88, 0.90, 0.74, 1.21])

SIZES = (6, 12, 24, 48)


def _kinds(random, n):
    normal = random.standard_normal(n)
    outlier = 0.01 * random.standard_normal(n) + 0.02
    outlier[n // 2] = 5.0
    return {
        "normal": normal,
        "shifted": 0.01 * normal + 0.012,
        # Eighths add up without rounding, so that a tie is one to everybody.
        "ties": numpy.round(8 * random.standard_normal(n)) / 8,
        "few values": random.integers(-1, 2, n).astype(float),
        "long tails": random.standard_t(2, n) * 0.01 + 0.005,
        "cauchy": random.standard_cauchy(n),
        "outlier": outlier,
        "one sign": numpy.abs(normal) + 0.1,
    }


def samples():
    """{name: values}: of each size, of each kind."""
    random = numpy.random.default_rng(20260825)
    return {f"{kind}, n = {n}": [float(v) for v in values] for n in SIZES for kind, values in _kinds(random, n).items()}


def rounds():
    """{name: [run][round]}: with and without an effect of the runs, and such as the analysis of variance finds less than none in."""
    random = numpy.random.default_rng(20260901)
    found = {}
    for runs, per_run in ((2, 2), (6, 3), (12, 9), (24, 9), (48, 5)):
        for effect in (0.0, 0.5, 5.0):
            values = effect * random.standard_normal((runs, 1)) + random.standard_normal((runs, per_run))
            found[f"{runs} x {per_run}, effect {effect:g}"] = values.tolist()
        found[f"{runs} x {per_run}, alternating"] = [[(-1.0) ** k + 0.001 * r for k in range(per_run)] for r in range(runs)]
        found[f"{runs} x {per_run}, drift"] = [[float(r) + 0.1 * k for k in range(per_run)] for r in range(runs)]
    return found
