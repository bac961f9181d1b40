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
    "Memory",
    "Out",
    "Paths",
    "Seconds",
    "Seed",
    "Steps",
    "Unchecked",
    "app",
    "chosen",
    "limits_of",
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
Steps = Annotated[int, typer.Option(min=0, help="Joint moves after which a playout ends.")]
EngineName = Annotated[str, typer.Option("--engine", help="auto, network or interpreter.")]
Seconds = Annotated[float, typer.Option(min=0.1, max=86_400, help="Wall time for opening a game, and for playing it.")]
Memory = Annotated[int, typer.Option(min=64, max=1 << 20, help="MiB that grounding may take.")]

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


def limits_of(seconds: float, memory: int = 1024, steps: int = 500) -> Limits:
    """The limits that a user gave."""
    from gametasks.gdl.limits import Limits

    return Limits(seconds=seconds, memory_mb=memory, steps=steps)


def one_game(path: str, seconds: float, unchecked: bool) -> Game:
    """The game of a file, of a folder with one, or of a name; its warnings are told on stderr.

    Args:
        path: What the user named.
        seconds: How long reading it may take, and how long checking it.
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
    game = load_game(found[0], limit=TimeLimit(found[0].name, seconds))
    if not unchecked:
        require_sound([game], warn, seconds)
    return game


@app.callback(invoke_without_command=True)
def gdl(context: typer.Context) -> None:
    """Games in the Game Description Language."""
    if context.invoked_subcommand is None:
        say(context.get_help())
