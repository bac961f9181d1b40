"""Hexakai, plainly: walk along the lines, and fill the board by trying digits.

From a hexagon one can step to six neighbours. A line runs straight on from one rim of the diamond to the
other: to the right (a row), to the lower right or to the upper right (the diagonals). No line holds a digit
twice; every line of ``size`` cells (the diagonals and the middle row) thereby holds all ``size`` digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from gametasks.errors import RecordError
from gametasks.schemas import Cell, Diagnostic, Entry
from gametasks.schemas.hexakai import (
    VERSION,
    BlankValue,
    Candidates,
    HexakaiQuestion,
    HexakaiState,
    LineValues,
    SolutionOf,
)
from gametasks.schemas.hexakai.diamond import RIGHTWARDS, cells_of, line_from, lines_of
from gametasks.verifiers import Moves, Verdict, Verifier, compare, wrong

__all__ = ["VERIFIER"]

Line = tuple[Cell, ...]
Filled = dict[Cell, int]
Pencilled = dict[Cell, frozenset[int]]


@cache
def _lines_through(size: int, cell: Cell) -> dict[str, Line]:
    """The other cells of the row, the falling and the rising diagonal of a cell."""
    return {
        direction.line: tuple(other for other in line if other != cell)
        for direction in RIGHTWARDS
        for line in lines_of(size, direction)
        if cell in line
    }


@cache
def _full_lines(size: int) -> list[Line]:
    """The lines that hold every digit; a shorter row need not."""
    return [line for direction in RIGHTWARDS for line in lines_of(size, direction) if len(line) == size]


@cache
def _seers(size: int, cell: Cell) -> frozenset[Cell]:
    """The cells that share a line with a cell."""
    return frozenset().union(*_lines_through(size, cell).values())


def _possible(size: int, filled: Filled, cell: Cell) -> frozenset[int]:
    """The digits that stand nowhere yet on the three lines of a cell."""
    return frozenset(range(size)).difference(filled[other] for other in _seers(size, cell) if other in filled)


def _fewest_ways(size: int, pencilled: Pencilled, filled: Filled) -> list[tuple[Cell, int]]:
    """The next step of a careful player: the blank with the fewest digits, or the digit with the fewest places."""
    cell = min(pencilled, key=lambda blank: len(pencilled[blank]))
    ways = [(cell, digit) for digit in sorted(pencilled[cell])]
    if len(ways) < 2:
        return ways
    for line in _full_lines(size):
        placed = {filled[place] for place in line if place in filled}
        blanks = [place for place in line if place in pencilled]
        for digit in range(size):
            if digit not in placed:
                places = [(blank, digit) for blank in blanks if digit in pencilled[blank]]
                if len(places) < len(ways):
                    ways = places
                if len(ways) < 2:
                    return ways
    return ways


def _completions(size: int, pencilled: Pencilled, filled: Filled) -> Iterator[Filled]:
    """All ways to fill the blanks, where ``pencilled`` are the digits pencilled into them."""
    if not pencilled:
        yield filled
        return
    for cell, digit in _fewest_ways(size, pencilled, filled):
        seers = _seers(size, cell)
        left = {blank: old - {digit} if blank in seers else old for blank, old in pencilled.items() if blank != cell}
        yield from _completions(size, left, {**filled, cell: digit})


@lru_cache(maxsize=256)
def _finished(state: HexakaiState) -> Filled:
    """The one finished board.

    Raises:
        RecordError: The given digits break a rule, or leave no way or several ways to finish the board.
    """
    given = state.given()
    if any(digit not in _possible(state.size, given, cell) for cell, digit in given.items()):
        raise RecordError("two equal digits of the given board share a line")
    pencilled = {cell: _possible(state.size, given, cell) for cell in cells_of(state.size) if cell not in given}
    ways = _completions(state.size, pencilled, given)
    first, second = next(ways, None), next(ways, None)
    if first is None or second is not None:
        raise RecordError("the board has no solution" if first is None else "the board has more than one solution")
    return first


def answer(state: HexakaiState, question: HexakaiQuestion) -> Any:
    """Work the answer out by filling the board.

    Raises:
        RecordError: The board has no solution or several, and the question needs the finished board.
    """
    match question:
        case BlankValue(cell=cell):
            return _finished(state)[cell]
        case SolutionOf():
            return {letter: _finished(state)[cell] for cell, letter in question.lettered().items()}
        case Candidates(cell=cell):
            return frozenset(str(digit) for digit in _possible(state.size, state.given(), cell))
        case LineValues(start=start, direction=direction):
            return tuple(_finished(state)[cell] for cell in line_from(state.size, start, direction))


def _rival(size: int, filled: Filled, cell: Cell, digit: int) -> tuple[Cell, str] | None:
    """Another cell that holds a digit, with the name of the line that it shares with a cell; None if there is none."""
    for name, line in _lines_through(size, cell).items():
        for other in line:
            if filled.get(other) == digit:
                return other, name
    return None


def _repeat(size: int, filled: Filled, entry: Entry, names: Mapping[Cell, str]) -> str | None:
    """Where the digit of an entry stands on a line of its cell already, or None if it does not."""
    cell, digit = entry
    rival = _rival(size, filled, cell, digit)
    if rival is None:
        return None
    other, line = rival
    return f"{names.get(cell, cell)} is {digit}, but so is {names.get(other, other)} on its {line}"


def _entered(state: HexakaiState, filled: Filled, entry: Entry) -> Filled | Diagnostic:
    """The digits of the board after an entry in a blank that repeats no digit of its lines."""
    cell, digit = entry
    if cell not in cells_of(state.size):
        return Diagnostic("unknown_cell", f"the board has no cell {cell}")
    if not 0 <= digit < state.size:
        return Diagnostic("unknown_digit", f"the digits are 0 to {state.size - 1}")
    if cell in filled:
        return Diagnostic("not_blank", f"{cell} holds the digit {filled[cell]} already")
    repeat = _repeat(state.size, filled, entry, {})
    return {**filled, cell: digit} if repeat is None else Diagnostic("repeated_digit", repeat)


MOVES: Moves[HexakaiState, Filled, Entry] = Moves(
    start=HexakaiState.given,
    move=_entered,
    # No entry may repeat a digit, so a board without blanks is finished.
    solved=lambda state, filled: len(filled) == state.size**2,
    state=lambda state, filled: HexakaiState.of(state.size, filled),
    noun="entry",
)


def _conflict(state: HexakaiState, entries: Filled, names: Mapping[Cell, str]) -> Verdict | None:
    """The first entry that repeats a digit of one of its lines or differs from the board, if there is one."""
    given = state.given()
    for position, (cell, digit) in enumerate(entries.items(), 1):
        if given.get(cell, digit) != digit:
            return wrong("given_changed", f"{cell} holds the given digit {given[cell]}, not {digit}", position)
        repeat = _repeat(state.size, given | entries, Entry(cell, digit), names)
        if repeat is not None:
            return wrong("repeated_digit", repeat, position)
    return None


def _check_candidates(state: HexakaiState, cell: Cell, named: frozenset[str]) -> Verdict:
    """Every digit named must be nowhere on the three lines, and no such digit may be missing."""
    given = state.given()
    for digit in sorted(named):
        rival = _rival(state.size, given, cell, int(digit))
        if rival is not None:
            return wrong("ruled_out", f"{digit} stands in {rival[0]} on the {rival[1]} of the marked blank")
    return compare(named, answer(state, Candidates(cell=cell)))


def check(state: HexakaiState, question: HexakaiQuestion, given: Any) -> Verdict:
    """Judge an answer: first by what the board shows, then against the one way to finish it."""
    match question:
        case Candidates(cell=cell):
            return _check_candidates(state, cell, given)
        case BlankValue(cell=cell):
            conflict = _conflict(state, {cell: given}, {cell: "the marked blank"})
        case SolutionOf():
            names = question.lettered()
            conflict = _conflict(state, {cell: given[letter] for cell, letter in names.items()}, names)
        case LineValues(start=start, direction=direction):
            line = line_from(state.size, start, direction)
            conflict = _conflict(state, dict(zip(line, given, strict=False)), {})
    return conflict or compare(given, answer(state, question))


VERIFIER: Verifier[HexakaiState, HexakaiQuestion] = Verifier(
    name=__name__,
    version=VERSION,
    state=HexakaiState,
    question=HexakaiQuestion,
    check=check,
    answer=answer,
    moves=MOVES,
)
