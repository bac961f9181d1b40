"""Random streams: the only source of randomness in the project.

A stream is a PCG64 generator seeded from a BLAKE2 hash of a sample's id and the stream's name, so a
sample is a pure function of its id. NumPy promises the raw words of ``PCG64`` between versions (NEP 19)
but not the methods of ``Generator``; so everything here is derived from raw 64-bit words.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.random import PCG64
from numpy.typing import NDArray

__all__ = ["Stream"]

T = TypeVar("T")

_WORDS_PER_REFILL = 64


class Stream:
    """A reproducible stream of random draws.

    Args:
        key: What the stream belongs to, normally a sample's id.
        name: What it is for, such as ``"state"``; streams with different names are independent.

    Raises:
        ValueError: The key or the name holds a zero character, which separates the two in the seed.
    """

    __slots__ = ("_bits", "_words")

    def __init__(self, key: str, name: str) -> None:
        if "\0" in key or "\0" in name:
            raise ValueError("the key and the name of a stream hold no zero character")
        digest = hashlib.blake2b(f"{key}\0{name}".encode(), digest_size=32).digest()
        self._bits = PCG64(int.from_bytes(digest, "little"))
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            self._words = self._bits.random_raw(_WORDS_PER_REFILL).tolist()
            self._words.reverse()
        return self._words.pop()

    def words(self, count: int) -> NDArray[np.uint64]:
        """Draw raw 64-bit words, as many calls of ``integers(0, 1 << 64)`` would.

        Raises:
            ValueError: ``count`` is negative.
        """
        if count < 0:
            raise ValueError(f"cannot draw {count} words")
        buffered = [self._words.pop() for _ in range(min(count, len(self._words)))]
        return np.concatenate([np.array(buffered, np.uint64), self._bits.random_raw(count - len(buffered))])

    def integers(self, low: int, high: int) -> int:
        """Draw an integer evenly from ``low <= n < high``, as NumPy's method of the same name does.

        Raises:
            ValueError: The range is empty or wider than 2**64.
        """
        width = high - low
        if not 0 < width <= 1 << 64:
            raise ValueError(f"cannot draw an integer from [{low}, {high})")
        # Rejection of the incomplete last block keeps the draw exactly even.
        limit = (1 << 64) - (1 << 64) % width
        word = self._word()
        while word >= limit:
            word = self._word()
        return low + word % width

    def within(self, bounds: tuple[int, int]) -> int:
        """Draw an integer evenly between two bounds, both included, as the ranges of a level give them.

        Raises:
            ValueError: The upper bound is less than the lower one.
        """
        low, high = bounds
        return self.integers(low, high + 1)

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """Draw a float from ``low <= x < high`` with 53 random bits; ``low`` itself if both are equal.

        Raises:
            ValueError: ``high`` is less than ``low``, or their distance is not finite.
        """
        if not 0 <= high - low < math.inf:
            raise ValueError(f"cannot draw a number from [{low}, {high})")
        drawn = low + (high - low) * ((self._word() >> 11) * 2.0**-53)
        # Rounding may carry the sum up to the open end.
        return drawn if drawn < high else max(low, math.nextafter(high, low))

    def choice(self, items: Sequence[T]) -> T:
        """Draw one item evenly.

        Raises:
            ValueError: There is nothing to choose from.
        """
        return items[self.integers(0, len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Draw ``count`` items at different positions, in random order.

        Raises:
            ValueError: There are fewer than ``count`` items.
        """
        if not 0 <= count <= len(items):
            raise ValueError(f"cannot draw {count} of {len(items)} items")
        pool = list(items)
        for i in range(count):
            j = self.integers(i, len(pool))
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:count]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return a new list with the items in random order; the argument is left alone."""
        return self.sample(items, len(items))
