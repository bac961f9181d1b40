"""The spool: accepted rows of a shard that is not complete yet.

An entry is the slot's number, the length and the CRC-32 of the payload, then the payload. A spool may lose
its tail at a kill: the rows that are missing are made again from their ids.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Self

__all__ = ["Spool"]

_HEADER = struct.Struct("<QII")


class Spool:
    """An append-only file of rows, found again by their slots.

    Args:
        path: The file; whatever sound part it has is kept, a torn tail is cut off.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._file = path.open("a+b")
        self._places: dict[int, tuple[int, int]] = {}
        self._file.truncate(self._scan())

    def _scan(self) -> int:
        """Index the sound entries and return where they end."""
        self._file.seek(0)
        end = 0
        while len(header := self._file.read(_HEADER.size)) == _HEADER.size:
            slot, length, crc = _HEADER.unpack(header)
            payload = self._file.read(length)
            if len(payload) != length or zlib.crc32(payload) != crc:
                break
            self._places[slot] = (end + _HEADER.size, length)
            end += _HEADER.size + length
        return end

    def append(self, slot: int, payload: bytes) -> None:
        """Add a row; once this returns, a kill of the process no longer loses it."""
        end = self._file.seek(0, 2)
        self._file.write(_HEADER.pack(slot, len(payload), zlib.crc32(payload)) + payload)
        self._file.flush()
        self._places[slot] = (end + _HEADER.size, len(payload))

    def payload(self, slot: int) -> bytes | None:
        """The row of a slot, or None if the spool has lost it."""
        if slot not in self._places:
            return None
        offset, length = self._places[slot]
        self._file.seek(offset)
        return self._file.read(length)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def delete(self) -> None:
        """Close the file and remove it."""
        self._file.close()
        self._path.unlink(missing_ok=True)
