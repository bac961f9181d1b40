"""Replaying a trace: where a machine disagrees with the reasoner that wrote it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gametasks.errors import GdlError
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import Machine, UnknownTermError
from gametasks.gdl.terms import Term, show_lines
from gametasks.gdl.traces.trace import TraceRow, read_trace

__all__ = ["Difference", "Replay", "replay"]

_SHOWN = 10
"""Facts of a difference that are written out."""


@dataclass(frozen=True)
class Difference:
    """One difference between a machine and a row of a trace.

    Attributes:
        line: Line of the row, from 1.
        step: Its step.
        what: What differs, such as ``"legal moves of white"``.
        only_machine: What only the machine holds, as texts in canonical order.
        only_trace: What only the trace holds.
    """

    line: int
    step: int
    what: str
    only_machine: tuple[str, ...]
    only_trace: tuple[str, ...]

    def __str__(self) -> str:
        ours, theirs = _some(self.only_machine), _some(self.only_trace)
        return f"line {self.line}, step {self.step}, {self.what}: only here {ours}; only in the trace {theirs}"


@dataclass(frozen=True)
class Replay:
    """The result of a replay.

    Attributes:
        rows: Rows that were checked.
        different: Rows with a difference.
        first: The first differences.
    """

    rows: int
    different: int
    first: tuple[Difference, ...]


def replay(
    machine: Machine,
    path: Path | str,
    *,
    shown: int = 10,
    limits: Limits = Limits(),  # noqa: B008 - limits cannot be changed
    progress: Callable[[int], None] | None = None,
) -> Replay:
    """Compare every row of a trace with a machine: legal moves, the next state, whether the game is over.

    The state of a row with step 0 is also compared with the machine's initial state. A move that its own row does not
    list as legal is a difference, and so is a fact or a move that cannot occur, which only the network detects. Whether
    a row follows from the row before is not checked.

    Args:
        machine: The game.
        path: The trace, see ``traces``.
        shown: Differences to keep.
        limits: Bounds of reading the trace.
        progress: Called with the number of rows after each row.

    Raises:
        GdlError: The trace cannot be read, holds no row, or the rules give no answer for a state.
    """
    rows = different = 0
    first: list[Difference] = []
    for row in read_trace(path, machine.game, limits):
        try:
            found = list(_differences(machine, row))
        except GdlError as error:
            raise GdlError(f"{path}, line {row.line}: {error}") from None
        rows += 1
        different += bool(found)
        first += found[: shown - len(first)]
        if progress:
            progress(rows)
    if not rows:
        raise GdlError(f"{path} holds no row of a trace")
    return Replay(rows, different, tuple(first))


def _differences(machine: Machine, row: TraceRow) -> Iterator[Difference]:
    """The differences of one row."""

    def unequal(what: str, ours: frozenset[Term], theirs: frozenset[Term]) -> Iterator[Difference]:
        if ours != theirs:
            spelling = machine.game.spelling
            only_ours = tuple(show_lines(ours - theirs, spelling))
            yield Difference(row.line, row.step, what, only_ours, tuple(show_lines(theirs - ours, spelling)))

    def over() -> Iterator[Difference]:
        ours = machine.terminal(row.state)
        if ours != row.terminal:
            yield Difference(row.line, row.step, "end", ("terminal",) * ours, ("terminal",) * row.terminal)

    def legal() -> Iterator[Difference]:
        options = zip(machine.game.roles, machine.legal(row.state), row.legal, row.moves, strict=True)
        for role, ours, theirs, move in options:
            yield from unequal(f"legal moves of {machine.game.show(role)}", frozenset(ours), theirs)
            if move not in theirs:
                what = f"move of {machine.game.show(role)}, which its own row does not list as legal"
                yield Difference(row.line, row.step, what, (), (machine.game.show(move),))

    def following() -> Iterator[Difference]:
        yield from unequal("next state", machine.next(row.state, row.moves), row.next)

    if row.step == 0:
        yield from unequal("initial state", machine.initial(), row.state)
    for question in (over,) if row.terminal else (over, legal, following):
        try:
            yield from question()
        except UnknownTermError as error:
            what = f"{error.kind} that cannot occur"
            yield Difference(row.line, row.step, what, (), (machine.game.show(error.term),))
            if error.kind == "fact":
                return


def _some(facts: tuple[str, ...]) -> str:
    if not facts:
        return "nothing"
    more = f" and {len(facts) - _SHOWN} more" if len(facts) > _SHOWN else ""
    return " ".join(facts[:_SHOWN]) + more
