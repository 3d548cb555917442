# SPDX-License-Identifier: GPL-2.0-or-later
"""The sign-flip test from its definition, for up to some 24 values: all sign vectors, counted by halves."""

import numpy


def _sums(values, choices):
    """Sums over all ways to give each value one of the factors."""
    sums = numpy.zeros(1)
    for value in values:
        sums = numpy.concatenate([sums + factor * value for factor in choices])
    return sums


def _count_at_most(values, choices, limit):
    """How many of the sums over all ways are at most the limit."""
    half = len(values) // 2
    first, second = _sums(values[:half], choices), numpy.sort(_sums(values[half:], choices))
    return int(numpy.searchsorted(second, limit - first, side="right").sum())


def p_value(values):
    """The share of all sign vectors whose sum is at least as far from 0 as the observed one."""
    observed = abs(sum(values))
    tolerance = 1e-11 * sum(map(abs, values))
    return min(1.0, 2 * _count_at_most(values, (-1, 1), -observed + tolerance) / 2 ** len(values)) if observed > tolerance else 1.0


def p_of_shift(values, shift):
    """Of the true mean being `shift` or less, against more: the share of flips of values - shift with a sum at least the observed one."""
    moved = [value - shift for value in values]
    # A flip of the set S takes twice its sum away, so that it reaches the observed sum where the sum over S is 0 or less.
    return _count_at_most(moved, (0, 1), 1e-11 * sum(map(abs, moved))) / 2 ** len(values)


def interval(values, alpha):
    """The ends of all shifts that neither one-sided test rejects at alpha / 2, up to 12 values; nothing where none can be."""
    order = len(values)
    subsets = numpy.arange(1, 2**order)
    members = (subsets[:, None] >> numpy.arange(order)) & 1
    means = numpy.sort(members @ numpy.array(values) / members.sum(axis=1))
    rejected = int(alpha / 2 * 2**order)
    return [float(means[rejected - 1]), float(means[-rejected])] if rejected else None
