"""Commands that list, make and check descriptions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from gametasks.cli.gdl.limits import ENGINE_LIMITS, with_limits
from gametasks.cli.gdl.options import MOST_PLAYOUTS, app
from gametasks.cli.tables import Table, show_table
from gametasks.cli.terminal import say
from gametasks.errors import ConfigurationError
from gametasks.gdl.limits import Limits

__all__ = ["check", "family", "games"]


@app.command()
def games() -> None:
    """List the project's own games."""
    from gametasks.gdl.library import own_games

    table = Table(("game", "kind", "title"))
    for entry in own_games():
        data = entry.metadata
        table.add(entry.name, data.kind.value, data.title)
    show_table(table)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def family(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A family; none: list them all.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the description and its metadata.")] = None,
) -> None:
    """Make a game of a family, whose parameters are options, such as --players 4. Printed unless --out is given."""
    from gametasks.gdl.families import FAMILIES, make_game
    from gametasks.gdl.families.files import write_game

    if name is None:
        table = Table(("family", "parameter", "from", "to", "default", "what it counts"), names=2)
        for each in FAMILIES.values():
            for number, (parameter, bounds) in enumerate(each.parameters.items()):
                cells = (bounds.low, bounds.high, bounds.default, bounds.meaning)
                last = number + 1 == len(each.parameters)
                table.add(each.name if number == 0 else "", parameter, *map(str, cells), end_section=last)
        show_table(table)
        return
    game = make_game(name, **_parameters(context.args))
    if out is None:
        say(game.text.rstrip("\n"))
        return
    for path in write_game(game, FAMILIES[name].metadata, out):
        say(str(path))


def _parameters(words: list[str]) -> dict[str, int]:
    """Options with whole numbers, whose names depend on the family."""
    pieces = [piece for word in words for piece in word.split("=", 1)]
    if len(pieces) % 2 or not all(name.startswith("--") for name in pieces[::2]):
        raise ConfigurationError(f"parameters are options with a number, such as --size 4, not {' '.join(words)!r}")
    found: dict[str, int] = {}
    for option, value in zip(pieces[::2], pieces[1::2], strict=True):
        if not re.fullmatch(r"-?[0-9]{1,9}", value):
            raise ConfigurationError(f"{option} is a whole number, not {value!r}")
        found[option.removeprefix("--").replace("-", "_")] = int(value)
    return found


@app.command()
@with_limits(*ENGINE_LIMITS, "steps")
def check(
    paths: Annotated[list[str], typer.Argument(metavar="FILE…", help="Descriptions, folders, or names of own games.")],
    playouts: Annotated[
        int, typer.Option(min=0, max=MOST_PLAYOUTS, help="Random playouts of each game; 0 only reads.")
    ] = 20,
    *,
    limits: Limits,
) -> None:
    """Check descriptions: what breaks the language, and what is probably a mistake. Exits with 1 after an error."""
    from gametasks.gdl.checker.files import check_file
    from gametasks.gdl.library import find_paths

    files = find_paths(paths)
    errors = findings = 0
    for file in files:
        checked = check_file(file, playouts=playouts, limits=limits)
        for finding in checked.findings:
            say(f"{file}:{finding}")
            _say_excerpt(finding.excerpt)
        if checked.refusal is not None:
            say(_refusal(file, str(checked.refusal)))
            _say_excerpt(getattr(checked.refusal, "excerpt", ""))
        errors += checked.errors
        findings += len(checked.findings) + (checked.refusal is not None)
    say(f"{_count(len(files), 'game')} checked: {_count(errors, 'error')}, {_count(findings - errors, 'warning')}")
    if errors:
        raise typer.Exit(1)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _refusal(file: Path, message: str) -> str:
    """An error that prevents a check, in the form of a finding."""
    place = re.match(rf"{re.escape(str(file))}(:\d+:\d+)?: ", message)
    return f"{file}{place[1] or ''}: error: {message[place.end() :]}" if place else f"{file}: error: {message}"


def _say_excerpt(excerpt: str) -> None:
    for line in excerpt.splitlines():
        say(f"    {line}")
