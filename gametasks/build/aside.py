"""Writing aside: a file gets its name when it is complete, so that it is there whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["aside", "write_aside"]


@contextmanager
def aside(path: Path) -> Iterator[Path]:
    """Write to the yielded path inside the block; at its end, the file gets its own name, unless the block raised.

    What a block wrote before it raised, as on a full disk, does not stay.
    """
    beside = path.with_name(f".{path.name}.tmp")
    try:
        yield beside
        beside.rename(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def write_aside(path: Path, data: bytes) -> None:
    """Write the bytes of a whole file."""
    with aside(path) as beside:
        beside.write_bytes(data)
