"""The project's own games, and games in a user's files and folders, with their metadata."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

import msgspec

from gametasks.errors import GdlError, UnknownNameError
from gametasks.gdl._files import read_bytes
from gametasks.gdl.description import Game, load_game
from gametasks.gdl.limits import Limits
from gametasks.gdl.time_limit import TimeLimit

__all__ = [
    "ENDINGS",
    "OWN_GAMES",
    "FoundGame",
    "GameEntry",
    "GameKind",
    "JudgedProperties",
    "Metadata",
    "find_games",
    "find_paths",
    "is_own",
    "load_metadata",
    "load_own",
    "own_games",
]

OWN_GAMES = Path(__file__).parent / "games"
"""Folder of the games that the project ships: ``NAME.kif`` with ``NAME.toml`` beside it."""

ENDINGS = (".gdl", ".kif")
"""Endings of the files that a folder is searched for."""


class GameKind(Enum):
    """What a player mainly does in a game."""

    PLACEMENT = "placement"
    CONNECTION = "connection"
    CAPTURE = "capture"
    RACING = "racing"
    SIMULTANEOUS = "simultaneous"
    PUZZLE = "puzzle"
    PERMUTATION = "permutation"
    RESOURCES = "resources"
    MAZE = "maze"


class JudgedProperties(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Properties that a person judged, since no program can read them off the rules.

    Attributes:
        converging: What has once been put on the board stays as it is: no piece moves, turns or is taken.
        simultaneous: In some state more than one player has a choice.
        board_2d: It is played on a board with two dimensions.
        connection: Positions that touch or form a line or a path count for something.
        resources: Players hold something off the board, such as coins, goods or energy.
        points: The winner is found by counting points.
    """

    converging: bool
    simultaneous: bool
    board_2d: bool
    connection: bool
    resources: bool
    points: bool


class Metadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The metadata of a game, in the TOML file beside it.

    Attributes:
        title: Its name as people write it.
        kind: What players mainly do in it.
        rules: One or two sentences: which variant it is, and how it ends.
        properties: What a person judged of it.
    """

    title: str
    kind: GameKind
    rules: str
    properties: JudgedProperties


class GameEntry(NamedTuple):
    """One of the project's own games, not yet read.

    Attributes:
        name: Its name, the file's without ending.
        path: The description.
        metadata: Its metadata.
    """

    name: str
    path: Path
    metadata: Metadata


class FoundGame(NamedTuple):
    """A game and, where a TOML file lies beside its description, its metadata."""

    game: Game
    metadata: Metadata | None


def own_games() -> list[GameEntry]:
    """The games that the project ships, by name.

    Raises:
        GdlError: The TOML file of a game cannot be used.
    """
    return [_entry(path) for path in _own_paths().values()]


def load_own(name: str) -> Game:
    """Read one of the project's own games.

    Raises:
        UnknownNameError: No game of the project has that name.
    """
    paths = _own_paths()
    if name not in paths:
        raise UnknownNameError("game", name, paths)
    return load_game(paths[name])


def is_own(game: Game) -> bool:
    """Whether a game was read from the project's own files."""
    return Path(game.source.name).parent == OWN_GAMES


def find_paths(paths: Sequence[Path | str] = ()) -> list[Path]:
    """The files of the descriptions that a user names, not yet read.

    Args:
        paths: Each is the name of an own game, a file, or a folder, all of whose ``*.kif`` and ``*.gdl``
            files are taken in the order of their names (folders within it are not searched). The name of an own game
            goes before a file: write ``./chess`` for a folder of that name. No path means all of the project's games.

    Returns:
        The files in the order of the paths, each once.

    Raises:
        UnknownNameError: A path does not exist and is not the name of an own game.
        GdlError: A path with a folder or an ending does not exist, or is empty; a folder holds no game, or cannot be
            read.
    """
    own = _own_paths()
    named = [path for given in paths for path in _files(given, own)] if paths else list(own.values())
    once: dict[Path, Path] = {}
    for path in named:
        once.setdefault(path.resolve(), path)
    return list(once.values())


def find_games(
    paths: Sequence[Path | str] = (),
    *,
    limits: Limits = Limits(),  # noqa: B008 - limits cannot be changed
) -> list[FoundGame]:
    """Read the games that a user names, see ``find_paths``.

    Args:
        paths: See ``find_paths``.
        limits: Bounds of reading each description.

    Raises:
        UnknownNameError: A path does not exist and is not the name of an own game.
        GdlLimitError: Reading a description takes too long.
        GdlError: A folder holds no game, a description cannot be read, or its TOML file cannot be used.
    """
    return [_found(path, limits) for path in find_paths(paths)]


def _found(path: Path, limits: Limits) -> FoundGame:
    game = load_game(path, limits=limits, time=TimeLimit(path.name, limits.seconds))
    return FoundGame(game, _metadata_beside(path, limits))


def load_metadata(path: Path, limits: Limits = Limits()) -> Metadata:  # noqa: B008 - limits cannot be changed
    """Read the metadata of a game from a TOML file.

    Raises:
        GdlError: The file cannot be read, is too long, is not TOML, lacks a field, or has an unknown one.
    """
    try:
        data = read_bytes(path, limits.size_mb << 20, "size_mb").removeprefix(codecs.BOM_UTF8)
        return msgspec.toml.decode(data, type=Metadata)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise GdlError(f"{path}: not the metadata of a game: {error}") from None


def _own_paths() -> dict[str, Path]:
    return {path.stem: path for path in _descriptions(OWN_GAMES)}


def _entry(path: Path) -> GameEntry:
    return GameEntry(path.stem, path, load_metadata(path.with_suffix(".toml")))


def _metadata_beside(path: Path, limits: Limits) -> Metadata | None:
    beside = path.with_suffix(".toml")
    return load_metadata(beside, limits) if beside.is_file() else None


def _files(given: Path | str, own: dict[str, Path]) -> Iterator[Path]:
    if isinstance(given, str) and given in own:
        yield own[given]
        return
    if not str(given):
        raise GdlError("an empty path names no game")
    path = Path(given)
    if path.is_dir():
        found = _descriptions(path)
        if not found:
            raise GdlError(f"{path}: the folder holds no game: no file in it ends in .kif or .gdl")
        yield from found
    elif path.exists():
        yield path
    elif os.sep in str(given) or path.suffix in ENDINGS:
        raise GdlError(f"cannot read {path}: no such file")
    elif str(given) in own:
        yield own[str(given)]
    else:
        for ending in ENDINGS:
            if path.with_name(path.name + ending).is_file():
                raise GdlError(f"no game is called {given}; did you mean the file {given}{ending}?")
        raise UnknownNameError("game", str(given), own)


def _descriptions(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix in ENDINGS and path.is_file())
    except OSError as error:
        raise GdlError(f"cannot read {folder}: {error.strerror}") from None
