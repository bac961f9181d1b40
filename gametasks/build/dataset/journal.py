"""The journal: what was decided, line by line, so that a killed build goes on where it stopped.

Each line is a JSON text, a tab and the CRC-32 of the text. A torn last line is what a kill leaves, and is
dropped without a word; damage before it is reported, the lines before the damage are kept, and what came
after is decided again, which gives the same decisions.
"""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from gametasks.folder import ShardLine

__all__ = ["Decisions", "Journal", "SlotLine", "read_journal"]


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


_decoder: msgspec.json.Decoder[SlotLine | ShardLine] = msgspec.json.Decoder(SlotLine | ShardLine)


@dataclass(slots=True)
class Decisions:
    """What a journal says.

    Attributes:
        slots: Fates of slots 0, 1, 2 … without a gap.
        shards: Finished shards by path.
        size: Bytes of the file that are good.
        damage: Where and how the file is damaged, or an empty text.
    """

    slots: list[SlotLine] = field(default_factory=list)
    shards: dict[str, ShardLine] = field(default_factory=dict)
    size: int = 0
    damage: str = ""


def read_journal(path: Path) -> Decisions:
    """Read a journal as far as it is sound; a missing file is an empty journal."""
    decided = Decisions()
    if not path.exists():
        return decided
    data = path.read_bytes()
    for number, raw in enumerate(data.splitlines(keepends=True), 1):
        line = _decode(raw)
        if line is None or (isinstance(line, SlotLine) and line.number != len(decided.slots)):
            if decided.size + len(raw) < len(data):
                decided.damage = f"{path} is damaged at line {number}; the {number - 1} lines before it are kept"
            return decided
        if isinstance(line, SlotLine):
            decided.slots.append(line)
        else:
            decided.shards[line.path] = line
        decided.size += len(raw)
    return decided


def _decode(raw: bytes) -> SlotLine | ShardLine | None:
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

    def append(self, line: SlotLine | ShardLine) -> None:
        """Add a line; once this returns, a kill of the process no longer loses it."""
        text = msgspec.json.encode(line)
        self._file.write(b"%s\t%08x\n" % (text, zlib.crc32(text)))
        self._file.flush()

    def sync(self) -> None:
        """Wait until everything is on the disk, where even a power cut does not lose it."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()
