"""Games of a family as files."""

from __future__ import annotations

import json
from pathlib import Path

from gametasks.gdl.description import Game
from gametasks.gdl.library import Metadata

__all__ = ["metadata_text", "write_game"]


def write_game(game: Game, metadata: Metadata, folder: Path) -> list[Path]:
    """Write a game as ``NAME.kif`` with its metadata as ``NAME.toml``, as ``library.find_games`` reads them.

    Returns:
        The two files.

    Raises:
        OSError: A file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    description, beside = folder / f"{game.name}.kif", folder / f"{game.name}.toml"
    description.write_text(game.text, encoding="utf-8", newline="")
    beside.write_text(metadata_text(metadata), encoding="utf-8")
    return [description, beside]


def metadata_text(metadata: Metadata) -> str:
    """Metadata as TOML."""
    lines = [f"{name} = {_text(value)}" for name, value in _texts(metadata)]
    judged = metadata.properties
    flags = [f"{name} = {'true' if getattr(judged, name) else 'false'}" for name in judged.__struct_fields__]
    return "\n".join([*lines, "", "[properties]", *flags, ""])


def _texts(metadata: Metadata) -> list[tuple[str, str]]:
    return [("title", metadata.title), ("kind", metadata.kind.value), ("rules", metadata.rules)]


def _text(value: str) -> str:
    """A basic string of TOML, whose escapes are those of JSON."""
    return json.dumps(value, ensure_ascii=False)
