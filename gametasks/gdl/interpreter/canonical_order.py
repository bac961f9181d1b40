"""Moves in canonical order, quickly: the order of terms is kept as numbers, so that each is compared as text once."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection
from typing import Any

from gametasks.gdl.terms import Term, order_key

__all__ = ["CanonicalOrder"]

_MOST_TERMS = 200_000
"""Terms whose rank is kept."""


class CanonicalOrder:
    """Sorts terms by ``terms.order_key``; each term that was sorted once has a rank, a number in the same order."""

    def __init__(self) -> None:
        self._ranks: dict[Term, float] = {}
        self._rank = self._ranks.__getitem__
        self._keys: list[Any] = []
        self._sorted_ranks: list[float] = []

    def sorted(self, terms: Collection[Term]) -> tuple[Term, ...]:
        """The terms in canonical order. They are all different."""
        if len(terms) < 2:
            return tuple(terms)
        try:
            return tuple(sorted(terms, key=self._rank))
        except KeyError:
            if len(self._ranks) + len(terms) > _MOST_TERMS:
                self._clear()
            for term in terms:
                if term not in self._ranks:
                    self._insert(term)
            return tuple(sorted(terms, key=self._rank))

    def _clear(self) -> None:
        self._ranks.clear()
        self._keys.clear()
        self._sorted_ranks.clear()

    def _insert(self, term: Term) -> None:
        """Give a new term a rank between those of its neighbours."""
        key = order_key(term)
        position = bisect(self._keys, key)
        ranks = self._sorted_ranks
        below = ranks[position - 1] if position else (ranks[0] - 2.0 if ranks else 0.0)
        above = ranks[position] if position < len(ranks) else below + 2.0
        rank = (below + above) / 2
        self._keys.insert(position, key)
        if below < rank < above:
            ranks.insert(position, rank)
            self._ranks[term] = rank
            return
        # No floating-point number is left between the two.
        self._ranks[term] = 0.0
        for number, own in enumerate(sorted(self._ranks, key=order_key)):
            self._ranks[own] = float(number)
        ranks[:] = map(float, range(len(self._keys)))
