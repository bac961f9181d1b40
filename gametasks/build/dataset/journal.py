"""The journal: what was decided, line by line, so that a killed build goes on where it stopped.

Each line is a JSON text, a tab and the CRC-32 of the text. A torn last line is what a kill leaves, and is
dropped without a word; damage before it is reported, the lines before the damage are kept, and what came
after is decided again, which gives the same decisions. The first line says what is built; the line of a shard stands
behind the slots of the next shard, which are made while it is written.
"""

from __future__ import annotations

import os
import zlib
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Self

import msgspec

from gametasks.errors import DatasetError
from gametasks.folder import Manifest, ShardLine

__all__ = ["BuildLine", "Decisions", "Journal", "SlotLine", "read_begun", "read_fates", "read_journal"]


class SlotLine(msgspec.Struct, frozen=True, tag="slot", omit_defaults=True):
    """The fate of a slot: accepted with its fingerprints, or failed with a reason."""

    number: int
    id: str
    fingerprint: str = ""
    state_fingerprint: str = ""
    pixel_hash: str = ""
    row_hash: str = ""
    rejections: dict[str, int] = {}
    failure: str = ""
    exhausted: bool = False


class BuildLine(msgspec.Struct, frozen=True, tag="build"):
    """What is built, and by what: the manifest as it begins. A manifest that is lost is made again from it."""

    manifest: Manifest


_decoder: msgspec.json.Decoder[SlotLine | ShardLine | BuildLine] = msgspec.json.Decoder(
    SlotLine | ShardLine | BuildLine
)


@dataclass(slots=True)
class Decisions:
    """What a journal says.

    Attributes:
        begun: The manifest as it began; None where the journal does not begin with it.
        places: Where the fates of slots 0, 1, 2 … stand in the file, without a gap.
        shards: Finished shards by path.
        size: Bytes of the file that are good.
        damage: Where and how the file is damaged, or an empty text.
    """

    begun: Manifest | None = None
    places: array[int] = field(default_factory=lambda: array("Q"))
    shards: dict[str, ShardLine] = field(default_factory=dict)
    size: int = 0
    damage: str = ""


def read_journal(path: Path, visit: Callable[[SlotLine], None]) -> Decisions:
    """Read a journal as far as it is sound; a missing file is an empty journal.

    Args:
        path: The file.
        visit: Called with the fate of each slot, in order.
    """
    decided = Decisions()
    if not path.exists():
        return decided
    whole = path.stat().st_size
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            line = _decode(raw)
            if line is None or (isinstance(line, SlotLine) and line.number != len(decided.places)):
                if decided.size + len(raw) < whole:
                    decided.damage = f"{path} is damaged at line {number}; the {number - 1} lines before it are kept"
                break
            if isinstance(line, SlotLine):
                visit(line)
                decided.places.append(decided.size)
            elif isinstance(line, ShardLine):
                decided.shards[line.path] = line
            else:
                decided.begun = line.manifest
            decided.size += len(raw)
    return decided


def read_begun(path: Path) -> Manifest | None:
    """The manifest that a journal begins with, or None where there is no sound one."""
    if not path.exists():
        return None
    with path.open("rb") as file:
        line = _decode(file.readline())
    return line.manifest if isinstance(line, BuildLine) else None


def read_fates(path: Path, decided: Decisions, numbers: range) -> list[SlotLine]:
    """The fates of some slots, as far as the journal has decided them."""
    wanted = range(numbers.start, min(numbers.stop, len(decided.places)))
    if not wanted:
        return []
    fates: list[SlotLine] = []
    with path.open("rb") as file:
        for number in wanted:
            file.seek(decided.places[number])
            line = _decode(file.readline())
            if not isinstance(line, SlotLine) or line.number != number:
                raise DatasetError(f"{path} was changed while it was read; give the same command again")
            fates.append(line)
    return fates


def _decode(raw: bytes) -> SlotLine | ShardLine | BuildLine | None:
    text, tab, crc = raw.rstrip(b"\n").rpartition(b"\t")
    if not tab or not raw.endswith(b"\n") or crc != b"%08x" % zlib.crc32(text):
        return None
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        return None


class Journal:
    """A journal open for appending, cut to its good part first."""

    def __init__(self, path: Path, decided: Decisions) -> None:
        self._file: IO[bytes] = path.open("ab")
        self._file.truncate(decided.size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def restart(self, line: BuildLine) -> None:
        """Begin the journal of a build of which nothing is decided yet."""
        self._file.truncate(0)
        self.append(line)

    def append(self, line: SlotLine | ShardLine | BuildLine) -> None:
        """Add a line; once this returns, a kill of the process no longer loses it."""
        text = msgspec.json.encode(line)
        self._file.write(b"%s\t%08x\n" % (text, zlib.crc32(text)))
        self._file.flush()

    def sync(self) -> None:
        """Wait until everything is on the disk, where even a power cut does not lose it."""
        os.fsync(self._file.fileno())
