"""Whether right options stand everywhere equally often, and how many samples it takes to tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec
from scipy.optimize import brentq
from scipy.stats import chi2, chisquare, ncx2

__all__ = ["LEAST_P", "SURELY", "Evenness", "chance_of_finding", "count_evenness", "holm", "least_found"]

Name = TypeVar("Name", bound=Hashable)

LEAST_P = 0.001
"""Counts that are so uneven with at most this probability if drawn evenly break the limit."""

SURELY = 0.9
"""The probability with which a fault that "is found" is found."""


class Evenness(msgspec.Struct, frozen=True, kw_only=True):
    """How often the right option stands at each place.

    Attributes:
        counts: By place: a letter, or a rank from 1.
        p: Probability of counts at least so uneven if every place were right equally often (Pearson's chi-square);
            in the audit's result adjusted for all its tests (Holm).
    """

    counts: dict[str, int]
    p: float


def count_evenness(places: Sequence[str], right: Iterable[str]) -> Evenness:
    """Count how often each place was right; the probability is that of this test alone."""
    seen = Counter(right)
    counts = {place: seen[place] for place in places}
    return Evenness(counts=counts, p=float(chisquare(list(counts.values())).pvalue))


def holm(chances: Mapping[Name, float]) -> dict[Name, float]:
    """Adjust the probabilities of several tests, so that all together err no more often than one alone.

    The smallest of m is multiplied by m, the next by m - 1, and so on, none below an earlier one. (S. Holm, A simple
    sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979, 65-70.)
    """
    adjusted: dict[Name, float] = {}
    largest = 0.0
    for done, name in enumerate(sorted(chances, key=chances.__getitem__)):
        largest = max(largest, min(1.0, (len(chances) - done) * chances[name]))
        adjusted[name] = largest
    return adjusted


def chance_of_finding(shares: Sequence[float], samples: int, tests: int) -> float:
    """Probability that a test finds places that are right in other than equal shares: its power.

    Args:
        shares: How often each place is right; their sum is 1.
        samples: Number of samples.
        tests: Number of tests that are made together; the first of them is held to ``LEAST_P / tests``.
    """
    even = 1 / len(shares)
    noncentrality = samples * sum((share - even) ** 2 for share in shares) / even
    critical = chi2.isf(LEAST_P / tests, len(shares) - 1)
    return float(ncx2.sf(critical, len(shares) - 1, noncentrality))


def least_found(samples: int, tests: int, places: int = 6) -> float:
    """The least share of one place, the others being equal, that is found in nine datasets of ten.

    Returns:
        A share above ``1 / places``; 1 where even a place that is always right would not be found so often.
    """

    def chance(share: float) -> float:
        return chance_of_finding([share, *[(1 - share) / (places - 1)] * (places - 1)], samples, tests)

    if chance(1.0) < SURELY:
        return 1.0
    return float(brentq(lambda share: chance(share) - SURELY, 1 / places, 1.0))
