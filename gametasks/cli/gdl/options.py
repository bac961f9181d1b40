"""Options that several commands for games share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gametasks.cli.terminal import say, warn
from gametasks.errors import GdlError, UnknownNameError

if TYPE_CHECKING:
    from gametasks.gdl.description import Game
    from gametasks.gdl.limits import Limits

__all__ = [
    "MOST_PLAYOUTS",
    "EngineName",
    "File",
    "Out",
    "Paths",
    "Seed",
    "Unchecked",
    "app",
    "chosen",
    "one_game",
]

MOST_PLAYOUTS = 1_000_000
"""Playouts that a command makes at most."""

app = typer.Typer(
    name="gdl",
    help="Games in the Game Description Language: check, play and measure them, and make benchmark instances.",
    rich_markup_mode=None,
)

Paths = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PATH]…", help="Descriptions, folders, or names of own games; none: all own games."),
]
File = Annotated[str, typer.Argument(metavar="FILE", help="A description, or the name of an own game.")]
Out = Annotated[Path, typer.Option(help="The folder to write to.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of everything random.")]
EngineName = Annotated[str, typer.Option("--engine", help="auto, network or interpreter.")]

Unchecked = Annotated[
    bool, typer.Option("--unchecked", help="Go on with a game in which 'gametasks gdl check' finds errors.")
]

Choice = TypeVar("Choice", bound=StrEnum)


def chosen(kind: type[Choice], what: str, name: str) -> Choice:
    """The value of an enumeration that a user named.

    Raises:
        UnknownNameError: The enumeration has no value of that name.
    """
    try:
        return kind(name)
    except ValueError:
        raise UnknownNameError(what, name, list(kind)) from None


def one_game(path: str, limits: Limits, unchecked: bool) -> Game:
    """The game of a file, of a folder with one, or of a name; its warnings are told on stderr.

    Args:
        path: What the user named.
        limits: Bounds of reading and checking it.
        unchecked: Whether it is used whatever is wrong with it.

    Raises:
        GdlError: It cannot be read, or the folder holds several.
        UnsoundGameError: The checker finds errors.
    """
    from gametasks.gdl.checker.sound import require_sound
    from gametasks.gdl.description import load_game
    from gametasks.gdl.library import find_paths
    from gametasks.gdl.time_limit import TimeLimit

    found = find_paths([path])
    if len(found) > 1:
        raise GdlError(f"{path} holds {len(found)} games; name one of them")
    game = load_game(found[0], limits=limits, time=TimeLimit(found[0].name, limits.seconds))
    if not unchecked:
        require_sound([game], warn, limits.seconds)
    return game


@app.callback(invoke_without_command=True)
def gdl(context: typer.Context) -> None:
    """Games in the Game Description Language."""
    if context.invoked_subcommand is None:
        say(context.get_help())
