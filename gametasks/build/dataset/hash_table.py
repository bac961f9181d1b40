"""A table from hashes to numbers that takes 27 to 40 bytes an entry, where a ``dict`` of texts takes 250."""

from __future__ import annotations

import hashlib
import struct
from array import array
from contextlib import suppress

__all__ = ["HashTable"]

_HALVES = struct.Struct("<QQ")
_DIGITS = 32
_FEW = 64
_FREE = 0xFFFF_FFFF


class HashTable:
    """Numbers, 0 to 2**32 - 2, by texts; a text is known by 128 bits: those of a fingerprint, or of its hash.

    Open addressing with linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L), half to three
    quarters full. Entries are never removed.
    """

    def __init__(self) -> None:
        self._count = 0
        self._allocate(_FEW)

    def __len__(self) -> int:
        return self._count

    def get(self, text: str) -> int | None:
        """The number of a text, or None if it has none."""
        place = self._place(*_key(text))
        number = self._numbers[place]
        return None if number == _FREE else number

    def setdefault(self, text: str, number: int) -> int:
        """Give a text its number, unless it has one.

        Returns:
            The number that it has now.
        """
        high, low = _key(text)
        place = self._place(high, low)
        if self._numbers[place] != _FREE:
            return self._numbers[place]
        self._high[place], self._low[place], self._numbers[place] = high, low, number
        self._count += 1
        if 4 * self._count > 3 * self._size:
            self._grow()
        return number

    def _allocate(self, size: int) -> None:
        self._size = size
        self._high = array("Q", bytes(8 * size))
        self._low = array("Q", bytes(8 * size))
        self._numbers = array("I", b"\xff" * (4 * size))

    def _place(self, high: int, low: int) -> int:
        """Where an entry stands, or the free place where it belongs."""
        size, numbers = self._size, self._numbers
        place = low % size
        while numbers[place] != _FREE and (self._low[place] != low or self._high[place] != high):
            place = (place + 1) % size
        return place

    def _grow(self) -> None:
        entries = zip(self._high, self._low, self._numbers, strict=True)
        self._allocate(self._size * 3 // 2)
        for high, low, number in entries:
            if number != _FREE:
                place = self._place(high, low)
                self._high[place], self._low[place], self._numbers[place] = high, low, number


def _key(text: str) -> tuple[int, int]:
    """128 bits that a text is known by: those that it writes, as a fingerprint does, or else those of its hash."""
    if len(text) == _DIGITS:
        with suppress(ValueError, struct.error):  # a damaged record may hold any text
            return _HALVES.unpack(bytes.fromhex(text))
    return _HALVES.unpack(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest())
