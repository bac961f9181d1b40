"""Hexakai by sets of digits: every cell holds a bit mask of the digits that are still possible.

Two deductions are applied until nothing changes: a digit that is settled leaves the three lines of its cell
(a naked single then settles a cell), and a digit that has only one place left on a full line goes there (a
hidden single). Where they stall, the search branches on a cell with the fewest digits. The method is that of
constraint propagation with search, as P. Norvig described it for sudoku (https://norvig.com/sudoku.html).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from gametasks.errors import Rejection
from gametasks.schemas import Cell
from gametasks.schemas.hexakai.diamond import RIGHTWARDS, HexDirection, cells_of, lines_of

__all__ = ["Board", "board_of", "propagated", "search"]


@dataclass(frozen=True, slots=True)
class Board:
    """The lines of a diamond; cells are numbered in reading order from 0.

    Attributes:
        size: Length of a diagonal.
        cells: Name of every cell.
        number: Number of every cell.
        lines: By direction all lines that are read in it, each from its first cell.
        full: The lines of full length, which hold every digit: all diagonals and the middle row.
        peers: For every cell the other cells of its three lines.
    """

    size: int
    cells: tuple[Cell, ...]
    number: Mapping[Cell, int]
    lines: Mapping[HexDirection, tuple[tuple[int, ...], ...]]
    full: tuple[tuple[int, ...], ...]
    peers: tuple[tuple[int, ...], ...]


@cache
def board_of(size: int) -> Board:
    """The lines of the diamond of a size."""
    number = {cell: i for i, cell in enumerate(cells_of(size))}
    lines = {
        direction: tuple(tuple(number[cell] for cell in line) for line in lines_of(size, direction))
        for direction in HexDirection
    }
    rows, falling, rising = (lines[direction] for direction in RIGHTWARDS)
    peers: list[set[int]] = [set() for _ in number]
    for line in rows + falling + rising:
        for i in line:
            peers[i].update(line)
            peers[i].remove(i)
    full = (*falling, *rising, rows[size - 1])
    return Board(size, cells_of(size), number, lines, full, tuple(tuple(sorted(others)) for others in peers))


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


def search(
    board: Board, digits: Sequence[int | None], limit: int, max_nodes: int = sys.maxsize
) -> list[tuple[int, ...]]:
    """Find up to ``limit`` ways to finish a board, each as the digit of every cell.

    Raises:
        Rejection: More than ``max_nodes`` boards would have to be looked at.
    """
    masks = propagated(board, digits)
    waiting = [] if masks is None else [masks]
    found: list[tuple[int, ...]] = []
    nodes = 0
    while waiting and len(found) < limit:
        nodes += 1
        if nodes > max_nodes:
            raise Rejection("too many boards")
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
    return found


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
