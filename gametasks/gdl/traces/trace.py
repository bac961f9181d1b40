"""Traces: the states and moves of playouts by this or another reasoner, as JSON lines.

A row holds ``step``, ``roles``, ``state``, ``legal`` (the moves of each role by its name), ``moves`` (one for each of
``roles``), ``next`` and ``terminal``; facts and moves are texts in prefix notation. The row of a terminal state holds
only ``step``, ``state`` and ``terminal``. A file may hold several playouts; each begins with step 0. Files whose name
ends in ``.gz`` are compressed with gzip when written; reading recognises gzip by its content, whatever the name.
"""

from __future__ import annotations

import codecs
import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

import msgspec

from gametasks.errors import GdlError, GdlSyntaxError
from gametasks.gdl.description import Game
from gametasks.gdl.limits import Limits, option_of
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.playouts import End, Step
from gametasks.gdl.reader import read_terms
from gametasks.gdl.terms import Term, is_ground, show, show_lines

__all__ = ["TraceRow", "read_trace", "trace_writer"]

_MOST_BLANK = 1 << 20
"""Blank bytes between two rows; a small file may unpack to any number."""


_GZIP = b"\x1f\x8b"
_SHOWN = 60


@dataclass(frozen=True)
class TraceRow:
    """One state of a trace, with its terms parsed.

    Attributes:
        line: Line in the file, from 1.
        step: Joint moves before it in its playout.
        state: The state.
        terminal: Whether the game is over.
        legal: For each role, in the order of the game's roles, its legal moves; empty in a terminal row.
        moves: The joint move, in the same order; empty in a terminal row.
        next: The state that followed; empty in a terminal row.
    """

    line: int
    step: int
    state: GameState
    terminal: bool
    legal: tuple[frozenset[Term], ...] = ()
    moves: JointMove = ()
    next: GameState = frozenset()


class _Row(msgspec.Struct, omit_defaults=True):
    """A row as it is stored."""

    step: int
    state: list[str]
    terminal: bool
    roles: list[str] | None = None
    legal: dict[str, list[str]] | None = None
    moves: list[str] | None = None
    next: list[str] | None = None


def read_trace(
    path: Path | str,
    game: Game,
    limits: Limits = Limits(),  # noqa: B008 - limits cannot be changed
) -> Iterator[TraceRow]:
    """Read a trace, row by row.

    Args:
        path: The file, plain or gzipped.
        game: The game that it is a trace of.
        limits: ``line_bytes`` bounds each line, and so the memory that reading takes.

    Raises:
        GdlError: The file cannot be read, its compression is broken, or a line is not a row of this game; the
            message names the line.
    """
    path = Path(path)
    for number, line in _lines(path, limits.line_bytes):
        try:
            row = _read(msgspec.json.decode(line, type=_Row), number, game)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise GdlError(f"{path}, line {number}: not a row of a trace: {error}") from None
        except GdlSyntaxError as error:
            fault = error.excerpt.splitlines()[0]
            raise GdlError(f"{path}, line {number}: {error.reason} (in {fault!r})") from None
        except GdlError as error:
            raise GdlError(f"{path}, line {number}: {error}") from None
        yield row


@contextmanager
def trace_writer(path: Path | str, game: Game) -> Iterator[Callable[[Iterable[Step]], Iterator[Step]]]:
    """Open a trace for writing.

    Gives a function that writes the states of one playout while it passes them on. A last state that is not terminal
    has no moves and therefore no row of its own: it stands in the row before as ``next``.

    Args:
        path: The file; a name that ends in ``.gz`` is compressed. The same playouts give the same bytes.
        game: The game.

    Raises:
        OSError: The file cannot be written.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        if path.suffix != ".gz":
            yield lambda steps: _recorded(file, game, steps)
            return
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            yield lambda steps: _recorded(packed, game, steps)


def _recorded(file: BinaryIO | gzip.GzipFile, game: Game, steps: Iterable[Step]) -> Iterator[Step]:
    before: Step | None = None
    for number, step in enumerate(steps):
        if before is not None:
            file.write(_row(game, number - 1, before, step.state))
        if step.end is End.TERMINAL:
            row = _Row(number, show_lines(step.state, game.spelling), True)
            file.write(msgspec.json.encode(row) + b"\n")
        before = step
        yield step


def _row(game: Game, number: int, step: Step, following: GameState) -> bytes:
    spelling = game.spelling
    roles = [show(role, spelling) for role in game.roles]
    row = _Row(
        number,
        show_lines(step.state, spelling),
        False,
        roles,
        {role: show_lines(options, spelling) for role, options in zip(roles, step.legal, strict=True)},
        [show(move, spelling) for move in step.moves or ()],
        show_lines(following, spelling),
    )
    return msgspec.json.encode(row) + b"\n"


def _lines(path: Path, most: int) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; of at most so many bytes each."""
    number = blank = 0
    try:
        with path.open("rb") as file:
            packed = file.peek(len(_GZIP)).startswith(_GZIP)
            stream: BinaryIO | gzip.GzipFile = gzip.GzipFile(fileobj=file) if packed else file
            while line := stream.readline(most + 1):
                line = line.removeprefix(codecs.BOM_UTF8) if number == 0 else line
                number += 1
                if len(line) > most:
                    raise GdlError(f"{path}, line {number}: longer than {most:,} bytes {option_of('line_bytes')}")
                if line.strip():
                    blank = 0
                    yield number, line
                    continue
                blank += len(line)
                if blank > _MOST_BLANK:
                    raise GdlError(f"{path}, line {number}: more than {_MOST_BLANK:,} blank bytes before it")
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise GdlError(f"{path}: the compressed data are damaged or cut off after line {number}") from None
    except OSError as error:
        raise GdlError(f"cannot read {path}: {error.strerror or error}") from None


def _read(row: _Row, line: int, game: Game) -> TraceRow:
    """A stored row with its terms parsed and its roles in the game's order."""
    state = frozenset(map(_term, row.state))
    if row.terminal:
        return TraceRow(line, row.step, state, True)
    if row.roles is None or row.legal is None or row.moves is None or row.next is None:
        absent = next(name for name in ("roles", "legal", "moves", "next") if getattr(row, name) is None)
        raise GdlError(f"it lacks the key {absent!r}, which the row of a state that is not terminal must have")
    roles = [_term(role) for role in row.roles]
    legal = {_term(role): frozenset(map(_term, options)) for role, options in row.legal.items()}
    if len(set(roles)) != len(roles) or len(legal) != len(row.legal):
        raise GdlError("it names a role twice")
    for role in (*roles, *legal):
        if role not in game.roles:
            known = ", ".join(map(game.show, game.roles))
            raise GdlError(f"{game.show(role)!r} is not a role of {game.name}; its roles are {known}")
    if len(row.moves) != len(roles):
        raise GdlError(f"it has {len(row.moves)} moves for {len(roles)} roles")
    moves = dict(zip(roles, map(_term, row.moves), strict=True))
    for role in game.roles:
        if role not in moves or role not in legal:
            raise GdlError(f"it lacks the role {game.show(role)}")
    return TraceRow(
        line,
        row.step,
        state,
        False,
        tuple(legal[role] for role in game.roles),
        tuple(moves[role] for role in game.roles),
        frozenset(map(_term, row.next)),
    )


@lru_cache(maxsize=1 << 16)
def _term(text: str) -> Term:
    """A fact, a move or a role."""
    found = read_terms(text, "a term")
    if len(found) != 1 or not is_ground(found[0]):
        raise GdlError(f"{text[:_SHOWN]!r} is not one term without variables")
    return found[0]
