# SPDX-License-Identifier: GPL-2.0-or-later
"""Holds our statistics against scipy, against their formulas and against what was published. scipy_check.py ANSWER"""

import json
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, "report/oracles")  # from the root of the tree, where Bazel starts a test

import data  # noqa: E402
import flips  # noqa: E402
import numpy  # noqa: E402
import scipy.stats  # noqa: E402

ANSWER = sys.argv.pop(1)
SAMPLES = data.samples()


def ask(*questions):
    """What ours answers to [(name, arguments)]."""
    reply = subprocess.run([ANSWER], input=json.dumps(questions), stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(reply.stdout)


def ask_each(name, arguments):
    """The same function of many arguments."""
    return ask(*((name, list(each)) for each in arguments))


class Oracle(unittest.TestCase):
    def near(self, seen, expected, what, tolerance=1e-9):
        """As equal as the tolerance, of the larger of 1 and the value itself."""
        self.assertEqual(numpy.shape(seen), numpy.shape(expected), what)
        for ours, theirs in zip(numpy.ravel(seen), numpy.ravel(expected)):
            self.assertLessEqual(abs(ours - theirs), tolerance * max(1.0, abs(theirs)), f"{what}: {seen}, not {expected}")

    def of_samples(self, name, formula, tolerance=1e-12):
        for (label, values), seen in zip(SAMPLES.items(), ask_each(name, ([values] for values in SAMPLES.values()))):
            self.near(seen, formula(numpy.array(values)), f"{name} of {label}", tolerance)


class Location(Oracle):
    def test_there_are_enough_samples(self):
        self.assertGreaterEqual(len(SAMPLES), 20)
        self.assertEqual({len(values) for values in SAMPLES.values()}, set(data.SIZES))

    def test_location_and_spread(self):
        self.of_samples("Mean", numpy.mean)
        self.of_samples("Median", numpy.median)
        self.of_samples("MedianAbsoluteDeviation", scipy.stats.median_abs_deviation)
        self.of_samples("StandardDeviation", lambda v: numpy.std(v, ddof=1))

    def test_hodges_lehmann(self):
        def brute_force(values):
            return numpy.median([(values[i] + values[j]) / 2 for i in range(len(values)) for j in range(i, len(values))])

        self.of_samples("HodgesLehmann", brute_force)
        # Hollander and Wolfe print -0.46.
        self.near(ask(("HodgesLehmann", [data.DEPRESSION]))[0], -0.46, "depression", 1e-9)

    def test_medians_of_balanced_pairs(self):
        random = numpy.random.default_rng(7)
        for blocks in (4, 9, 40):
            rows = [[float(d), float(c), bool(i % 3)] for i, (d, c) in enumerate(zip(random.standard_t(2, blocks), random.random(blocks)))]
            seen = ask(("Pair", [rows, 2]))[0]
            halves = [[row for row in rows if row[2] == first] for first in (True, False)]
            self.near(seen["ns"], numpy.mean([numpy.median([d for d, _, _ in half]) for half in halves]), "pair")
            self.near(seen["without"], numpy.mean([numpy.median([d - 2 * c for d, c, _ in half]) for half in halves]), "pair")
            self.near(seen["cpuid"], numpy.median([c for _, c, _ in rows]), "pair")


class Student(Oracle):
    def test_quantiles(self):
        cases = [(p, df) for p in (0.6, 0.8, 0.9, 0.95, 0.975, 0.99, 0.9925, 0.995, 0.9995) for df in (*range(1, 31), 47, 99, 1000)]
        for (p, df), seen in zip(cases, ask_each("StudentQuantile", cases)):
            self.near(seen, scipy.stats.t.ppf(p, df), f"t({p}, {df})", 1e-8)

    def test_intervals(self):
        self.of_samples("StudentInterval", lambda v: scipy.stats.t.interval(0.95, len(v) - 1, loc=v.mean(), scale=scipy.stats.sem(v)), 1e-8)
        # As printed on R's page of t.test, for the second drug less the first.
        first, second = data.SLEEP
        seen = ask(("StudentInterval", [[b - a for a, b in zip(first, second)]]))[0]
        self.near(seen, [0.7001142, 2.4598858], "sleep", 1e-7)

    def test_detectable_effect(self):
        cases = [(sd, runs, alpha, power) for sd in (0.5, 1.8) for runs in data.SIZES for alpha in (0.05, 0.01, 0.015) for power in (0.8, 0.9)]
        for case, seen in zip(cases, ask_each("MinimalDetectableEffect", cases)):
            sd, runs, alpha, power = case
            quantiles = scipy.stats.t.ppf([1 - alpha / 2, power], runs - 1)
            self.near(seen, quantiles.sum() * sd / numpy.sqrt(runs), f"detectable {case}")


class Shares(Oracle):
    CASES = [(k, n) for n in (1, 2, 6, 12, 24, 48, 108, 1000) for k in sorted({0, 1, n // 20, n // 3, n // 2, n - 1, n})]

    def test_binomial(self):
        cases = [(k, n, p) for k, n in self.CASES for p in (0.01, 0.05, 0.5, 0.9)]
        for case, seen in zip(cases, ask_each("BinomialAtMost", cases)):
            self.near(seen, scipy.stats.binom.cdf(*case), f"binomial {case}")

    def test_clopper_pearson(self):
        cases = [(k, n, confidence) for k, n in self.CASES for confidence in (0.9, 0.95, 0.99)]
        for (k, n, confidence), seen in zip(cases, ask_each("ClopperPearson", cases)):
            interval = scipy.stats.binomtest(k, n).proportion_ci(confidence, method="exact")
            self.near(seen, [interval.low, interval.high], f"Clopper-Pearson {k} of {n}, {confidence}")

    def test_wilson(self):
        for (k, n), seen in zip(self.CASES, ask_each("Wilson", self.CASES)):
            interval = scipy.stats.binomtest(k, n).proportion_ci(0.95, method="wilson")
            self.near(seen, [k / n, interval.low, interval.high], f"Wilson {k} of {n}")

    def test_sign_test(self):
        cases = [(above, below) for above in (0, 1, 5, 12, 54, 90) for below in (0, 1, 6, 54, 108) if above + below]
        for (above, below), seen in zip(cases, ask_each("SignTestP", cases)):
            self.near(seen, scipy.stats.binomtest(above, above + below).pvalue, f"sign test {above} : {below}")


class SeveralTests(Oracle):
    def test_holm(self):
        random = numpy.random.default_rng(3)
        families = [[0.01, 0.04, 0.03, 0.005], [0.5], [1.0, 1.0], [0.02, 0.02, 0.02], *(list(random.random(n) ** 3) for n in (2, 5, 20, 100))]
        for family, seen in zip(families, ask_each("Holm", ([family] for family in families))):
            # By definition: the largest of (m - i) p(i) over all that are no larger.
            adjusted = [min(1.0, max((len(family) - rank) * q for rank, q in enumerate(sorted(family)) if q <= p)) for p in family]
            self.near(seen, adjusted, f"Holm {family}")
        self.near(ask(("Holm", [[0.01, 0.04, 0.03, 0.005]]))[0], [0.03, 0.06, 0.06, 0.02], "Holm by hand")

    def test_mann_whitney(self):
        labels = list(SAMPLES)
        pairs = [(SAMPLES[a], SAMPLES[b]) for a, b in zip(labels, labels[1:])] + [data.PERMEABILITY]
        for (first, second), seen in zip(pairs, ask_each("MannWhitney", pairs)):
            ties = len(set(first + second)) < len(first + second)
            self.assertEqual(seen["exact"], not ties)
            theirs = scipy.stats.mannwhitneyu(first, second, alternative="two-sided", method="asymptotic" if ties else "exact")
            self.near([seen["u"], seen["p"]], [theirs.statistic, theirs.pvalue], "Mann-Whitney")

    def test_components_of_variance(self):
        sets = {**data.rounds(), "Shrout and Fleiss": data.RATINGS}
        for (label, values), seen in zip(sets.items(), ask_each("Variance", ([values] for values in sets.values()))):
            array = numpy.array(values, dtype=float)
            runs, per_run = array.shape
            # F of the one-way analysis of variance is the quotient of the mean squares.
            within = array.var(axis=1, ddof=1).mean()
            between = per_run * array.mean(axis=1).var(ddof=1)
            self.near(between / within, scipy.stats.f_oneway(*values).statistic, label, 1e-6)
            self.near(seen["round"], within, label)
            self.near(seen["run"], max(0.0, (between - within) / per_run), label)
            self.near(seen["icc"], (between - within) / (between + (per_run - 1) * within), label)
            if runs > 2:
                centred = array.mean(axis=1) - array.mean(axis=1).mean()
                self.near(seen["lag"], (centred[1:] * centred[:-1]).sum() / (centred**2).sum(), label)
        self.near(ask(("Variance", [data.RATINGS]))[0]["icc"], 0.17, "ICC(1) as printed", 0.005)


class SignFlip(Oracle):
    def test_p_values(self):
        for label, values in SAMPLES.items():
            n = len(values)
            seen = ask(("SignFlip", [values, 0.05]))[0]
            self.near(seen["mean"], numpy.mean(values), label)
            self.assertEqual(seen["exact"], n <= 20)
            if n <= 12:
                theirs = scipy.stats.permutation_test((numpy.array(values),), numpy.sum, permutation_type="samples", n_resamples=numpy.inf)
                self.near(seen["p"], theirs.pvalue, f"{label}, scipy")
                self.near(seen["p"], flips.p_value(values), f"{label}, by definition")
            elif n <= 24:
                self.near_a_drawn_share(seen["p"], flips.p_value(values), 1, label)
            else:
                theirs = scipy.stats.permutation_test(
                    (numpy.array(values),), numpy.sum, permutation_type="samples", n_resamples=65535, batch=4096, random_state=1
                )
                self.near_a_drawn_share(seen["p"], theirs.pvalue, 2, label)

    def near_a_drawn_share(self, seen, expected, drawn, what):
        """Five standard errors of so many shares of 65,536 draws, of which the p value is twice one; seeds are fixed."""
        tail = max(expected / 2, 1 / 65536)
        self.assertLessEqual(abs(seen - expected), 2 * 5 * numpy.sqrt(drawn * tail * (1 - tail) / 65536), f"{what}: {seen}, not {expected}")

    def test_intervals(self):
        for label, values in SAMPLES.items():
            for alpha in (0.05, 0.01):
                seen = ask(("SignFlip", [values, alpha]))[0]["interval"]
                if len(values) <= 12:
                    expected = flips.interval(values, alpha)
                    self.assertEqual(seen is None, expected is None, label)
                    if expected:
                        self.near(seen, expected, f"{label}, {alpha}")
                elif len(values) <= 24:
                    self.is_where_the_test_begins_to_reject(values, seen[0], alpha, label)
                    self.is_where_the_test_begins_to_reject([-value for value in values], -seen[1], alpha, label)

    def is_where_the_test_begins_to_reject(self, values, low, alpha, what):
        """A little below the end the one-sided p value is alpha / 2 at most, a little above at least; it may jump there. Up to five standard errors of what is drawn."""
        little = 1e-9 * max(map(abs, values))
        error = 5 * numpy.sqrt(alpha / 2 / 65536)
        self.assertLessEqual(flips.p_of_shift(values, low - little), alpha / 2 + error, what)
        self.assertGreaterEqual(flips.p_of_shift(values, low + little), alpha / 2 - error, what)

    def test_published(self):
        darwin = ask(("SignFlip", [data.DARWIN, 0.05]))[0]
        # Fisher counts 863 arrangements of 2^15 in each tail.
        self.near(darwin["p"], 2 * 863 / 2**15, "Darwin's maize")
        theirs = scipy.stats.permutation_test((numpy.array(data.DARWIN),), numpy.sum, permutation_type="samples", n_resamples=numpy.inf)
        self.near(darwin["p"], theirs.pvalue, "Darwin's maize, scipy")

    def test_smallest_p(self):
        for runs, seen in zip(range(1, 21), ask_each("SmallestP", ([runs] for runs in range(1, 21)))):
            self.near(seen, flips.p_value([1.0 + 0.01 * i for i in range(runs)]), f"{runs} runs")


class Cells(Oracle):
    def test_percentages(self):
        pairs = [(52283.0, 51038.0), (16675.0, 15050.0), (100.0, 150.0), (1.0, 1.0 + 1e-12)]
        for (a, b), seen in zip(pairs, ask_each("DeltaPercent", pairs)):
            self.near(seen, 100 * (1 - b / a), f"{a} {b}")
            self.near(ask(("LogDifferenceToPercent", [float(numpy.log(a / b))]))[0], 100 * (1 - b / a), f"ln {a} / {b}")


if __name__ == "__main__":
    unittest.main()
