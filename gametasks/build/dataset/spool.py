"""The spool: rows of a shard that is not complete yet, one file a row, written by whichever process made the row.

A file has the hash of its row as its name, and gets that name when it is complete. A row is given out only if its bytes
have this hash, so whatever a kill or a power cut leaves is a row or nothing: what is missing is made again from its id.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

__all__ = ["Spool", "row_hash"]


def row_hash(payload: bytes) -> str:
    """BLAKE2 hash of a stored row, as 32 hexadecimal digits."""
    return hashlib.blake2b(payload, digest_size=16).hexdigest()


class Spool:
    """A folder of rows, found again by their hashes.

    Args:
        folder: The folder; :meth:`make` makes it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> None:
        """Make the folder; what it holds already is kept."""
        self.folder.mkdir(parents=True, exist_ok=True)

    def put(self, payload: bytes) -> str:
        """Add a row; once this returns, a kill of the process no longer loses it.

        Returns:
            The row's hash.
        """
        name = row_hash(payload)
        path = self.folder / name
        beside = self.folder / f".{name}.{os.getpid()}"  # a process left over from a killed build writes elsewhere
        try:
            beside.write_bytes(payload)
            beside.rename(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
        return name

    def payload(self, name: str) -> bytes | None:
        """The row with a hash, or None if the spool has lost it."""
        try:
            payload = (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None
        return payload if row_hash(payload) == name else None

    def delete(self) -> None:
        """Remove the folder with all its rows."""
        shutil.rmtree(self.folder, ignore_errors=True)
