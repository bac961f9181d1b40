"""Commands that play games and measure them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gametasks.cli.gdl.limits import ENGINE_LIMITS, NETWORK_LIMITS, with_limits
from gametasks.cli.gdl.options import (
    MOST_PLAYOUTS,
    EngineName,
    File,
    Paths,
    Seed,
    Unchecked,
    app,
    chosen,
    one_game,
)
from gametasks.cli.tables import Table, show_table
from gametasks.cli.terminal import each, progress_bar, say, warn, write_file
from gametasks.errors import GdlError
from gametasks.gdl.limits import Limits

if TYPE_CHECKING:
    from gametasks.gdl.properties.structure import GameProperties
    from gametasks.gdl.speed import Speeds

__all__ = ["bench", "play", "properties", "replay"]


@app.command()
@with_limits(*NETWORK_LIMITS, "steps", steps=100)
def play(
    file: File,
    seed: Seed = 0,
    playouts: Annotated[
        int, typer.Option(min=1, max=MOST_PLAYOUTS, help="How many playouts, one after the other.")
    ] = 1,
    trace: Annotated[Path | None, typer.Option(help="Also write a trace to this file; .gz compresses it.")] = None,
    engine: EngineName = "interpreter",
    unchecked: Unchecked = False,
    *,
    limits: Limits,
) -> None:
    """Play a game at random and print what happens."""
    from gametasks.gdl.deadline import Deadline
    from gametasks.gdl.engines import Engine, open_machine
    from gametasks.gdl.playouts import play as play_one
    from gametasks.gdl.playouts import start_words
    from gametasks.gdl.time_limit import TimeLimit
    from gametasks.gdl.traces.trace import trace_writer
    from gametasks.gdl.traces.transcript import transcript

    game = one_game(file, limits, unchecked)
    opened = open_machine(game, chosen(Engine, "engine", engine), limits)
    machine = Deadline(opened, TimeLimit(game.name, limits.seconds))
    with trace_writer(trace, game) if trace else nullcontext(iter) as record:
        for number, word in enumerate(start_words(playouts, seed).tolist()):
            say(f"{game.name} · seed {seed} · playout {number} · roles {', '.join(map(game.show, game.roles))}")
            for line in transcript(machine, record(play_one(machine, word, limits.steps))):
                say(line)


@app.command()
@with_limits(*NETWORK_LIMITS, "line_bytes")
def replay(
    file: File,
    trace: Annotated[Path, typer.Argument(metavar="TRACE", help="JSON lines, plain or gzipped.")],
    engine: EngineName = "auto",
    unchecked: Unchecked = False,
    *,
    limits: Limits,
) -> None:
    """Compare a trace with an engine. Exits with 1 if they differ."""
    from gametasks.gdl.engines import Engine, open_machine
    from gametasks.gdl.traces.replay import replay as replay_trace

    game = one_game(file, limits, unchecked)
    kind = chosen(Engine, "engine", engine)
    machine = open_machine(game, kind, limits)
    with progress_bar("replaying") as progress:
        result = replay_trace(machine, trace, limits=limits, progress=lambda rows: progress(rows, None))
    for difference in result.first:
        say(str(difference))
    checked = f"{result.rows} rows checked with the {'network' if kind is Engine.NETWORK else 'interpreter'}"
    if result.different:
        say(f"{checked}: {result.different} different")
        raise typer.Exit(1)
    say(f"{checked}: all equal")


@app.command()
@with_limits(*ENGINE_LIMITS, "steps", steps=100)
def properties(
    paths: Paths = None,
    out: Annotated[Path | None, typer.Option(help="CSV file; without it a table is printed.")] = None,
    playouts: Annotated[int, typer.Option(min=1, max=MOST_PLAYOUTS, help="Random playouts that measure states.")] = 20,
    seed: Seed = 0,
    unchecked: Unchecked = False,
    *,
    limits: Limits,
) -> None:
    """Count and measure the properties of games that may make them hard."""
    from gametasks.gdl.checker.sound import require_sound
    from gametasks.gdl.library import find_games
    from gametasks.gdl.properties.measured import measured_properties
    from gametasks.gdl.properties.structure import properties_csv

    found = find_games(paths or [], limits=limits)
    measured = []
    for game, metadata in each("measuring", found):
        try:
            if not unchecked:
                require_sound([game], seconds=limits.seconds)
            measured.append(measured_properties(game, metadata, playouts, seed, limits))
        except GdlError as error:
            warn(f"{error}; its states are not measured")
            measured.append(measured_properties(game, metadata, 0, seed, limits))
    if out is not None:
        write_file(out, properties_csv(measured).encode())
        return
    show_table(_properties_table(measured))


def _properties_table(games: Sequence[GameProperties]) -> Table:
    """A table with a row for each property and a column for each game."""
    from gametasks.gdl.properties.structure import COLUMNS

    table = Table(("property", *(game.game for game in games)), figures=True)
    for name, *cells in zip(COLUMNS[1:], *(game.cells() for game in games), strict=True):
        table.add(name, *("–" if cell is None else f"{cell:.4g}" for cell in cells))
    return table


@app.command()
@with_limits(*NETWORK_LIMITS, "steps", seconds=30.0)
def bench(
    paths: Paths = None,
    measure: Annotated[float, typer.Option(min=0.1, max=600, help="CPU seconds for each figure.")] = 2.0,
    unchecked: Unchecked = False,
    *,
    limits: Limits,
) -> None:
    """States per second of the engines, one core, beside SWI-Prolog where it is installed."""
    from gametasks.gdl.library import find_games
    from gametasks.gdl.speed import measure_speeds

    found = find_games(paths or [], limits=limits)
    measured = [measure_speeds(game, measure, limits, unchecked=unchecked) for game, _ in each("measuring", found)]
    show_table(_speed_table(measured))
    for speeds in measured:
        for remark in speeds.remarks:
            say(f"{speeds.game}: {remark}")


def _speed_table(measured: Sequence[Speeds]) -> Table:
    """A table with a row for each game; beside each speed its multiple of SWI-Prolog's."""
    from gametasks.gdl.speed import median_ratio

    columns = ("SWI-Prolog", "interpreter", "×", "network", "×", "playouts", "×", "grounding: s", "MiB", "rules")
    title = "states per second, and how many times those of SWI-Prolog"
    table = Table(("game", *columns), figures=True, title=title)
    for number, speeds in enumerate(measured):
        engines = (speeds.interpreter, speeds.network, speeds.playouts)
        pairs = [cell for speed in engines for cell in (_number(speed), _ratio(speed, speeds.prolog))]
        seconds = "–" if speeds.seconds is None else f"{speeds.seconds:.2f}"
        grounding = (seconds, _number(speeds.memory_mb), _number(speeds.rules))
        cells = (speeds.game, _number(speeds.prolog), *pairs, *grounding)
        table.add(*cells, end_section=number + 1 == len(measured))
    figures = (lambda s: s.interpreter, lambda s: s.network, lambda s: s.playouts)
    medians = [cell for figure in figures for cell in ("", _ratio(median_ratio(measured, figure), 1.0))]
    table.add("median", "", *medians, "", "", "")
    return table


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def _ratio(value: float | None, base: float | None) -> str:
    return "–" if value is None or not base else f"{value / base:,.2f}" if value < 10 * base else f"{value / base:,.0f}"
