"""Reading files of unknown length."""

from __future__ import annotations

from pathlib import Path

from gametasks.errors import GdlError
from gametasks.gdl.limits import option_of

__all__ = ["read_bytes"]


def read_bytes(path: Path, most: int, limit: str) -> bytes:
    """All bytes of a file that has at most ``most`` bytes.

    Args:
        path: The file.
        most: The most bytes.
        limit: The limit that this follows from, for the message.

    Raises:
        GdlError: The file cannot be read, or is longer (a device may never end).
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise GdlError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        # A path with a zero character or with a lone surrogate.
        raise GdlError(f"cannot read {str(path)!r}: {error}") from None
    if len(data) > most:
        raise GdlError(f"{path} is longer than {most:,} bytes, which is too long to read {option_of(limit)}")
    return data
