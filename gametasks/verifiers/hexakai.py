"""Hexakai, plainly: walk along the lines, and fill the board by trying digits.

From a hexagon one can step to six neighbours. A line runs straight on from one rim of the diamond to the
other: to the right (a row), to the lower right or to the upper right (the diagonals). No line holds a digit
twice; every line of ``size`` cells (the diagonals and the middle row) thereby holds all ``size`` digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from gametasks.errors import RecordError
from gametasks.schemas import Cell, Diagnostic, Entry
from gametasks.schemas.hexakai import (
    LETTERS,
    BlankValue,
    Candidates,
    HexakaiQuestion,
    HexakaiState,
    HexDirection,
    LineValues,
    SolutionOf,
    cells_of,
)
from gametasks.verifiers import Moves, Verdict, Verifier, compare, wrong

__all__ = ["VERIFIER"]

Line = tuple[Cell, ...]
Filled = dict[Cell, int]
Pencilled = dict[Cell, frozenset[int]]

_LINE_NAMES = {
    HexDirection.RIGHT: "row",
    HexDirection.DOWN_RIGHT: "falling diagonal",
    HexDirection.UP_RIGHT: "rising diagonal",
}


def _step(size: int, cell: Cell, direction: HexDirection) -> Cell | None:
    """The neighbour in a direction, or None beyond the rim.

    Rows grow by half a cell on both sides down to the middle row, then shrink: the lower left neighbour of
    a place has the same place number above the middle, and one less from the middle on.
    """
    row, place = cell
    match direction:
        case HexDirection.RIGHT:
            place += 1
        case HexDirection.LEFT:
            place -= 1
        case HexDirection.DOWN_LEFT | HexDirection.DOWN_RIGHT:
            place += (direction is HexDirection.DOWN_RIGHT) - (row >= size)
            row += 1
        case HexDirection.UP_LEFT | HexDirection.UP_RIGHT:
            place += (direction is HexDirection.UP_RIGHT) - (row <= size)
            row -= 1
    inside = 1 <= row <= 2 * size - 1 and 1 <= place <= min(row, 2 * size - row)
    return Cell(row, place) if inside else None


def _walk(size: int, start: Cell, direction: HexDirection) -> Iterator[Cell]:
    """The cells from ``start`` straight on to the rim."""
    cell: Cell | None = start
    while cell is not None:
        yield cell
        cell = _step(size, cell, direction)


_OPPOSITE = {
    HexDirection.RIGHT: HexDirection.LEFT,
    HexDirection.DOWN_RIGHT: HexDirection.UP_LEFT,
    HexDirection.UP_RIGHT: HexDirection.DOWN_LEFT,
}


@cache
def _lines(size: int) -> tuple[tuple[str, Line], ...]:
    """All lines with their names, each walked from the end where it begins."""
    return tuple(
        (name, tuple(_walk(size, cell, direction)))
        for direction, name in _LINE_NAMES.items()
        for cell in cells_of(size)
        if _step(size, cell, _OPPOSITE[direction]) is None
    )


@cache
def _lines_through(size: int, cell: Cell) -> dict[str, Line]:
    """The other cells of the row, the falling and the rising diagonal of a cell."""
    return {name: tuple(other for other in line if other != cell) for name, line in _lines(size) if cell in line}


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
    for _, line in _lines(size):
        if len(line) < size:
            continue  # a shorter row need not hold every digit
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


def _given(state: HexakaiState) -> Filled:
    return {
        Cell(row, place): digit
        for row, digits in enumerate(state.rows, 1)
        for place, digit in enumerate(digits, 1)
        if digit is not None
    }


@lru_cache(maxsize=256)
def _finished(state: HexakaiState) -> Filled:
    """The one finished board.

    Raises:
        RecordError: The given digits break a rule, or leave no way or several ways to finish the board.
    """
    given = _given(state)
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
        case SolutionOf(cells=cells):
            return {letter: _finished(state)[cell] for letter, cell in zip(LETTERS, cells, strict=False)}
        case Candidates(cell=cell):
            return frozenset(str(digit) for digit in _possible(state.size, _given(state), cell))
        case LineValues(start=start, direction=direction):
            return tuple(_finished(state)[cell] for cell in _walk(state.size, start, direction))


def _repeat(size: int, filled: Filled, entry: Entry, names: Mapping[Cell, str]) -> str | None:
    """Where the digit of an entry stands on a line of its cell already, or None if it does not."""
    cell, digit = entry
    for name, line in _lines_through(size, cell).items():
        for other in line:
            if filled.get(other) == digit:
                return f"{names.get(cell, cell)} is {digit}, but so is {names.get(other, other)} on its {name}"
    return None


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


def _shown(state: HexakaiState, filled: Filled) -> HexakaiState:
    """The board with the digits that are filled in."""
    rows = tuple(
        tuple(filled.get(Cell(row, place)) for place in range(1, len(digits) + 1))
        for row, digits in enumerate(state.rows, 1)
    )
    return replace(state, rows=rows)


MOVES: Moves[HexakaiState, Filled, Entry] = Moves(
    start=_given,
    move=_entered,
    # No entry may repeat a digit, so a board without blanks is finished.
    solved=lambda state, filled: len(filled) == state.size**2,
    state=_shown,
    noun="entry",
)


def _conflict(state: HexakaiState, entries: Filled, names: Mapping[Cell, str]) -> Verdict | None:
    """The first entry that repeats a digit of one of its lines or differs from the board, if there is one."""
    filled = _given(state) | entries
    for position, (cell, digit) in enumerate(entries.items(), 1):
        given = state.digit(cell)
        if given is not None and given != digit:
            return wrong("given_changed", f"{cell} holds the given digit {given}, not {digit}", position)
        repeat = _repeat(state.size, filled, Entry(cell, digit), names)
        if repeat is not None:
            return wrong("repeated_digit", repeat, position)
    return None


def _check_candidates(state: HexakaiState, cell: Cell, given: frozenset[str]) -> Verdict:
    """Every digit named must be nowhere on the three lines, and no such digit may be missing."""
    for digit in sorted(given):
        for name, line in _lines_through(state.size, cell).items():
            for other in line:
                if str(state.digit(other)) == digit:
                    return wrong("ruled_out", f"{digit} stands in {other} on the {name} of the marked blank")
    return compare(given, answer(state, Candidates(cell=cell)))


def check(state: HexakaiState, question: HexakaiQuestion, given: Any) -> Verdict:
    """Judge an answer: first by what the board shows, then against the one way to finish it."""
    conflict: Verdict | None = None
    match question:
        case Candidates(cell=cell):
            return _check_candidates(state, cell, given)
        case BlankValue(cell=cell):
            conflict = _conflict(state, {cell: given}, {cell: "the marked blank"})
        case SolutionOf(cells=cells):
            names = dict(zip(cells, LETTERS, strict=False))
            conflict = _conflict(state, {cell: given[letter] for cell, letter in names.items()}, names)
        case LineValues(start=start, direction=direction):
            line = _walk(state.size, start, direction)
            conflict = _conflict(state, dict(zip(line, given, strict=False)), {})
    return conflict or compare(given, answer(state, question))


VERIFIER: Verifier[HexakaiState, HexakaiQuestion] = Verifier(
    name=__name__, state=HexakaiState, question=HexakaiQuestion, check=check, answer=answer, moves=MOVES
)
