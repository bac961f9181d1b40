"""Benchmark instances in the form of the paper on general game playing.

Its instances of one step are JSON objects with the fields ``game_state`` and ``move``, and the right answers
``legal_moves`` and ``next_state``; those of several steps are sequences of joint moves. The paper names these fields
but prints no file, so the rest is chosen here: a folder for each of the two kinds, called as in the paper, in it a file
``GAME.json`` with a list for each game, facts and legal moves one a line, and a joint move as ``(role move)`` for each
role. What is read may also be one object, JSON lines, lists of texts in place of lines, and name its game in a field
``game``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from gametasks.errors import ConfigurationError, GdlError
from gametasks.gdl._files import read_bytes
from gametasks.gdl.limits import Limits

__all__ = [
    "ONE_STEP",
    "SEVERAL_STEPS",
    "Instance",
    "Lines",
    "Placed",
    "Play",
    "json_lines",
    "read_instances",
    "renamed",
    "written",
]

ONE_STEP, SEVERAL_STEPS = "Next State and Legal Actions Generation", "Multistep State Generation"
"""Names of the folders of the two kinds."""

Lines = str | list[str]
"""Terms, one a line, or one in each text."""


class Instance(msgspec.Struct, frozen=True, omit_defaults=True):
    """An instance of one step; other fields are ignored.

    Attributes:
        game_state: The facts of a state.
        move: A joint move in it; empty where none is given, so that only legal moves can be asked for.
        legal_moves: All legal moves in the state, each with its role; None where only the rules say so.
        next_state: The facts of the state after the move, likewise.
        game: Its game, where the file's name does not say it.
    """

    game_state: Lines
    move: Lines = ""
    legal_moves: Lines | None = None
    next_state: Lines | None = None
    game: str = ""


class Play(msgspec.Struct, frozen=True, omit_defaults=True):
    """An instance of several steps.

    Attributes:
        moves: The joint moves from the first state on.
        game: Its game, where the file's name does not say it.
    """

    moves: list[Lines]
    game: str = ""


class Placed(NamedTuple):
    """An instance and what errors call it: its file and number."""

    where: str
    instance: Instance | Play


def written(instances: Mapping[str, tuple[Sequence[Instance], Sequence[Play]]]) -> dict[Path, bytes]:
    """The files of some games' instances, by their paths within a folder."""
    files: dict[Path, bytes] = {}
    for game, kinds in instances.items():
        for folder, found in zip((ONE_STEP, SEVERAL_STEPS), kinds, strict=True):
            text = msgspec.json.format(msgspec.json.encode(found), indent=2)
            files[Path(folder) / f"{game}.json"] = text + b"\n"
    return files


def renamed(instances: Mapping[str, Sequence[Placed]], rename: Callable[[str], str]) -> dict[str, list[Placed]]:
    """Instances in other names."""
    return {
        game: [Placed(where, msgspec.convert(_renamed(instance, rename), type(instance))) for where, instance in own]
        for game, own in instances.items()
    }


def _renamed(instance: Instance | Play, rename: Callable[[str], str]) -> dict[str, object]:
    """The fields of an instance, with every text but the name of the game in other names."""
    return {
        field: value if field == "game" or value is None else _each(value, rename)
        for field, value in msgspec.structs.asdict(instance).items()
    }


def _each(value: str | Sequence[Lines], rename: Callable[[str], str]) -> object:
    return rename(value) if isinstance(value, str) else [_each(part, rename) for part in value]


def json_lines(instances: Mapping[str, Sequence[Placed]]) -> str:
    """The instances of some games as one file, in which each names its game."""
    named = (msgspec.structs.replace(placed.instance, game=game) for game, own in instances.items() for placed in own)
    return "".join(f"{msgspec.json.encode(instance).decode()}\n" for instance in named)


def read_instances(
    path: Path,
    limits: Limits = Limits(),  # noqa: B008 - limits cannot be changed
) -> dict[str, list[Placed]]:
    """Read instances, by the names of their games: those of a file, or of all JSON files in a folder and below it.

    Args:
        path: The file or the folder.
        limits: ``size_mb`` bounds each file.

    Raises:
        ConfigurationError: There is no instance; a file cannot be read, is too long, or holds something else.
    """
    files = sorted(file for file in path.rglob("*.json*") if file.is_file()) if path.is_dir() else [path]
    found: dict[str, list[Placed]] = {}
    for file in files:
        for number, document in enumerate(_documents(file, limits), 1):
            where = f"{file}, instance {number}"
            instance = _instance(document, where)
            found.setdefault(instance.game or file.stem, []).append(Placed(where, instance))
    if not found:
        raise ConfigurationError(
            f"{path} holds no instances; they are JSON objects with 'game_state', or lists of moves"
        )
    return found


def _documents(file: Path, limits: Limits) -> Iterable[object]:
    """What a file holds: the items of a list, one object, or one document a line."""
    try:
        data = read_bytes(file, limits.size_mb << 20, "size_mb")
        try:
            whole = msgspec.json.decode(data)
        except msgspec.DecodeError:
            return [msgspec.json.decode(line) for line in data.splitlines() if line.strip()]
    except GdlError as error:
        raise ConfigurationError(str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigurationError(f"{file}: neither JSON nor JSON lines: {error}") from None
    return whole if isinstance(whole, list) else [whole]


def _instance(document: object, where: str) -> Instance | Play:
    try:
        if isinstance(document, list):
            return msgspec.convert({"moves": document}, Play)
        if isinstance(document, dict) and "game_state" not in document and "moves" in document:
            return msgspec.convert(document, Play)
        return msgspec.convert(document, Instance)
    except msgspec.ValidationError as error:
        raise ConfigurationError(
            f"{where}: {error}; an instance has the texts 'game_state' and 'move', or a list 'moves'"
        ) from None
