"""Hexakai by sets of digits: every cell holds a bit mask of the digits that are still possible.

Two deductions are applied until nothing changes: a digit that is settled leaves the three lines of its cell
(a naked single then settles a cell), and a digit that has only one place left on a full line goes there (a
hidden single). Where they stall, the search branches on a cell with the fewest digits. The method is that of
constraint propagation with search, as P. Norvig described it for sudoku (https://norvig.com/sudoku.html).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from gametasks.schemas import Cell
from gametasks.schemas.hexakai import cells_of

__all__ = ["Board", "Search", "board_of", "propagated", "search"]


@dataclass(frozen=True, slots=True)
class Board:
    """The lines of a diamond; cells are numbered in reading order from 0.

    Attributes:
        size: Length of a diagonal.
        cells: Name of every cell.
        number: Number of every cell.
        rows, falling, rising: The lines, each from left to right: horizontal rows, diagonals from the upper
            left to the lower right, diagonals from the lower left to the upper right.
        full: The lines of full length, which hold every digit: all diagonals and the middle row.
        peers: For every cell the other cells of its three lines.
    """

    size: int
    cells: tuple[Cell, ...]
    number: Mapping[Cell, int]
    rows: tuple[tuple[int, ...], ...]
    falling: tuple[tuple[int, ...], ...]
    rising: tuple[tuple[int, ...], ...]
    full: tuple[tuple[int, ...], ...]
    peers: tuple[tuple[int, ...], ...]


@cache
def board_of(size: int) -> Board:
    """The lines of the diamond of a size.

    A step to the lower right raises ``x`` by one, a step to the lower left raises ``y``: the row is
    ``x + y``, a falling diagonal has one ``y``, a rising one has one ``x``.
    """
    cells = cells_of(size)
    x = [max(0, cell.row - size) + cell.column - 1 for cell in cells]
    y = [cell.row - 1 - x[i] for i, cell in enumerate(cells)]
    numbers = range(len(cells))
    rows = tuple(tuple(i for i in numbers if x[i] + y[i] == k) for k in range(2 * size - 1))
    falling = tuple(tuple(i for i in numbers if y[i] == k) for k in range(size))
    rising = tuple(tuple(i for i in reversed(numbers) if x[i] == k) for k in range(size))
    lines = rows + falling + rising
    peers = tuple(tuple(sorted({j for line in lines if i in line for j in line} - {i})) for i in numbers)
    full = (*falling, *rising, rows[size - 1])
    number = {cell: i for i, cell in enumerate(cells)}
    return Board(size, cells, number, rows, falling, rising, full, peers)


def propagated(board: Board, digits: Sequence[int | None]) -> list[int] | None:
    """The digits that are possible in every cell after both deductions, as bit masks.

    Args:
        board: The lines.
        digits: The given digit of every cell, or None.

    Returns:
        A mask per cell, or None where the given digits contradict each other or the rules.
    """
    every = (1 << board.size) - 1
    masks = [every if digit is None else 1 << digit for digit in digits]
    settled = [i for i, digit in enumerate(digits) if digit is not None]
    return masks if _propagate(board, masks, settled) else None


def _propagate(board: Board, masks: list[int], settled: list[int]) -> bool:
    """Apply both deductions to ``masks`` in place, after the cells ``settled`` got one digit each."""
    while True:
        while settled:
            i = settled.pop()
            mask = masks[i]
            for j in board.peers[i]:
                old = masks[j]
                if old & mask:
                    left = old & ~mask
                    if not left:
                        return False
                    masks[j] = left
                    if not left & (left - 1):
                        settled.append(j)
        if not _settle_hidden_singles(board, masks, settled):
            return False
        if not settled:
            return True


def _settle_hidden_singles(board: Board, masks: list[int], settled: list[int]) -> bool:
    """Settle the digits that have one place left on some full line; stops after the first such line."""
    every = (1 << board.size) - 1
    for line in board.full:
        once = twice = 0
        for i in line:
            twice |= once & masks[i]
            once |= masks[i]
        if once != every:
            return False
        once &= ~twice
        for i in line:
            mask = masks[i] & once
            if mask and mask != masks[i]:
                if mask & (mask - 1):
                    return False
                masks[i] = mask
                settled.append(i)
        if settled:
            return True
    return True


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found.

    Attributes:
        solutions: Full boards, as the digit of every cell.
        nodes: Boards that were looked at.
        complete: Whether the search ended by itself or by its limit of solutions, not by its budget.
    """

    solutions: tuple[tuple[int, ...], ...]
    nodes: int
    complete: bool


def search(board: Board, digits: Sequence[int | None], limit: int, max_nodes: int | None = None) -> Search:
    """Find up to ``limit`` ways to finish a board, looking at no more than ``max_nodes`` boards."""
    masks = propagated(board, digits)
    waiting = [] if masks is None else [masks]
    found: list[tuple[int, ...]] = []
    nodes = 0
    while waiting and len(found) < limit:
        if nodes == max_nodes:
            return Search(tuple(found), nodes, False)
        nodes += 1
        masks = waiting.pop()
        i = _narrowest(masks)
        if i is None:
            found.append(tuple(mask.bit_length() - 1 for mask in masks))
            continue
        for digit in range(board.size):
            if masks[i] >> digit & 1:
                tried = masks.copy()
                tried[i] = 1 << digit
                if _propagate(board, tried, [i]):
                    waiting.append(tried)
    return Search(tuple(found), nodes, True)


def _narrowest(masks: list[int]) -> int | None:
    """An open cell with the fewest possible digits, or None where all cells are settled."""
    best, fewest = None, 1 << 30
    for i, mask in enumerate(masks):
        count = mask.bit_count()
        if 1 < count < fewest:
            if count == 2:
                return i
            best, fewest = i, count
    return best
