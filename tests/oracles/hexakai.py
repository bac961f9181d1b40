"""Hexakai by two methods that share no rule with the package: whole diagonals at a time, and CP-SAT.

Lines come from places on the page: with X = 2 * place - (length of the row) and Y = row, a row has one Y, a
falling diagonal one X - Y and a rising diagonal one X + Y.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice, permutations

from gametasks.schemas import Cell
from gametasks.schemas.hexakai import HexakaiState
from gametasks.solvers._unique import solutions

Filled = dict[Cell, int]


def lines_of(size: int) -> dict[str, list[list[Cell]]]:
    """All rows, falling and rising diagonals, each from left to right."""
    groups: dict[str, dict[int, list[tuple[int, Cell]]]] = {
        name: defaultdict(list) for name in ("row", "falling", "rising")
    }
    for row in range(1, 2 * size):
        length = min(row, 2 * size - row)
        for place in range(1, length + 1):
            x, y = 2 * place - length, row
            for name, key in (("row", y), ("falling", x - y), ("rising", x + y)):
                groups[name][key].append((x, Cell(row, place)))
    return {
        name: [[cell for _, cell in sorted(line)] for _, line in sorted(found.items())]
        for name, found in groups.items()
    }


def all_completions(size: int, given: Filled) -> Iterator[Filled]:
    """Every way to finish a board, by trying all orders of the digits on one falling diagonal after another.

    Exhaustive, and quick enough up to size 6. Whoever puts all digits on each falling diagonal, and repeats none
    on a rising diagonal or a row, has met every rule: rising diagonals and the middle row are as long as there are
    digits.
    """
    lines = lines_of(size)
    crossing = {
        cell: [k for k, line in enumerate(lines["row"] + lines["rising"]) if cell in line]
        for line in lines["row"]
        for cell in line
    }
    # For every diagonal its orders, each with the (line, digit) pairs that it uses up, as one bit each.
    orders: list[list[tuple[int, tuple[int, ...]]]] = []
    for diagonal in lines["falling"]:
        fitting = []
        for order in permutations(range(size)):
            if all(given.get(cell, digit) == digit for cell, digit in zip(diagonal, order, strict=True)):
                pairs = [k * size + digit for cell, digit in zip(diagonal, order, strict=True) for k in crossing[cell]]
                fitting.append((sum(1 << pair for pair in pairs), order))
        orders.append(fitting)

    def extend(number: int, taken: int, filled: Filled) -> Iterator[Filled]:
        if number == size:
            yield filled
            return
        for used, order in orders[number]:
            if not used & taken:
                new = dict(zip(lines["falling"][number], order, strict=True))
                yield from extend(number + 1, taken | used, filled | new)

    return extend(0, 0, {})


def cp_sat_completions(state: HexakaiState, limit: int) -> list[Filled]:
    """Up to ``limit`` ways to finish a board of any size."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    lines = [line for found in lines_of(state.size).values() for line in found]
    digit = {cell: model.new_int_var(0, state.size - 1, str(cell)) for line in lines for cell in line}
    for line in lines:
        model.add_all_different([digit[cell] for cell in line])
    for cell, value in state.given().items():
        model.add(digit[cell] == value)
    return list(islice(solutions(model, digit), limit))


def canonical(filled: Filled) -> tuple[int, ...]:
    """A full board up to renaming of the digits: they are numbered in the order of their first cells."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(filled[cell], len(names)) for cell in sorted(filled))


def objection(state, question, answer, images, regions):
    """What an exhaustive search (up to size 5) or CP-SAT has to say against an answer, or None."""
    given = state.given()
    if question.family == "candidates":
        seen = {
            str(given[other])
            for found in lines_of(state.size).values()
            for line in found
            if question.cell in line
            for other in line
            if other in given
        }
        expected = {str(digit) for digit in range(state.size)} - seen
        return None if answer == expected else f"the lines leave {sorted(expected)}"
    ways = list(all_completions(state.size, given)) if state.size <= 5 else cp_sat_completions(state, limit=2)
    if len(ways) != 1:
        return f"there are {len(ways)} ways to finish the board"
    match question.family:
        case "blank_value":
            expected = ways[0][question.cell]
        case "solution":
            expected = dict(zip(answer, (ways[0][cell] for cell in question.cells), strict=True))
        case _:
            lines = [line for found in lines_of(state.size).values() for line in found if question.start in line]
            orders = [line if line[0] == question.start else line[::-1] for line in lines]
            values = [tuple(ways[0][cell] for cell in line) for line in orders if line[0] == question.start]
            return None if answer in values else f"no line from {question.start} reads {answer}"
    return None if answer == expected else f"the search gives {expected}"
