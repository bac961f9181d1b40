"""Moves in canonical order, quickly: what was sorted once need not be looked at as text again."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection
from typing import Any

from gametasks.gdl.terms import Term, order_key

__all__ = ["CanonicalOrder"]

_MOST_TERMS = 200_000
"""Terms that are remembered."""


class CanonicalOrder:
    """Sorts terms by ``terms.order_key`` and remembers a number for each, in whose order they stand."""

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
                self._forget()
            for term in terms:
                if term not in self._ranks:
                    self._insert(term)
            return tuple(sorted(terms, key=self._rank))

    def _forget(self) -> None:
        self._ranks.clear()
        self._keys.clear()
        self._sorted_ranks.clear()

    def _insert(self, term: Term) -> None:
        """Give a new term a rank between those of its neighbours."""
        key = order_key(term)
        place = bisect(self._keys, key)
        ranks = self._sorted_ranks
        below = ranks[place - 1] if place else (ranks[0] - 2.0 if ranks else 0.0)
        above = ranks[place] if place < len(ranks) else below + 2.0
        rank = (below + above) / 2
        self._keys.insert(place, key)
        if below < rank < above:
            ranks.insert(place, rank)
            self._ranks[term] = rank
            return
        # No number is left between them.
        self._ranks[term] = 0.0
        for number, own in enumerate(sorted(self._ranks, key=order_key)):
            self._ranks[own] = float(number)
        ranks[:] = map(float, range(len(self._keys)))
