"""Full diamonds, and how many of their cells may be left blank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from gametasks.errors import Rejection
from gametasks.schemas.hexakai.diamond import HexDirection, HexSymmetry
from gametasks.solvers.hexakai.search import Board, board_of, propagated, search
from gametasks.streams import Stream

__all__ = ["Difficulty", "Pattern", "difficulty", "dig", "draw_grid", "moved", "orbits"]

_GRID_NODES = 2_000
_UNIQUENESS_NODES = 40


class Pattern(StrEnum):
    """How the blanks of a board are arranged."""

    SCATTERED = "scattered"
    MIRROR = "mirror"
    FLIP = "flip"
    HALF_TURN = "half_turn"


_SYMMETRIES = {
    Pattern.SCATTERED: (False, False),
    Pattern.MIRROR: (True, False),
    Pattern.FLIP: (False, True),
    Pattern.HALF_TURN: (True, True),
}
"""Whether a pattern is mirrored left to right, and whether it is turned upside down."""


# --- full boards ---------------------------------------------------------------------------------------------


@cache
def _placements(size: int) -> tuple[tuple[int, ...], ...]:
    """The ways to place one digit on a whole board, as bit masks of cells, by its cell on the middle row.

    A digit stands once on every diagonal and on the middle row, and at most once on every other row.
    """
    board = board_of(size)
    middle_row = board.lines[HexDirection.RIGHT][size - 1]
    falling = board.lines[HexDirection.DOWN_RIGHT]
    ways: list[list[int]] = [[] for _ in range(size)]

    def extend(diagonal: int, rising: int, rows: int, mask: int) -> None:
        """Choose a cell of each falling diagonal in turn; ``rising`` and ``rows`` are the lines taken."""
        if diagonal == size:
            middle = next((k for k, i in enumerate(middle_row) if mask >> i & 1), None)
            if middle is not None:
                ways[middle].append(mask)
            return
        # The k-th cell of a falling diagonal lies on the k-th rising one, and k rows below its upper end.
        for k, i in enumerate(falling[diagonal]):
            row = diagonal + k
            if not (rising >> k & 1 or rows >> row & 1):
                extend(diagonal + 1, rising | 1 << k, rows | 1 << row, mask | 1 << i)

    extend(0, 0, 0, 0)
    return tuple(map(tuple, ways))


def draw_grid(size: int, rng: Stream) -> tuple[int, ...]:
    """Draw a full board: for every cell the number of its class, where a class is the cells of one digit.

    The classes are chosen as an exact cover of the cells by placements, the most constrained first, in the
    manner of D. Knuth's Algorithm X (arXiv:cs/0011047). Digits are handed out to the classes later.
    """
    while True:
        cover = _exact_cover(_placements(size), rng)
        if cover is not None:
            return tuple(next(k for k, mask in enumerate(cover) if mask >> i & 1) for i in range(size * size))


def _exact_cover(choices: Sequence[Sequence[int]], rng: Stream) -> list[int] | None:
    """Choose one placement of each list so that none overlap; None if there is no way or no patience.

    A bad first choice can cost a long search, so starting again is faster (heavy-tailed run times).
    """
    nodes = 0

    def complete(choices: Sequence[Sequence[int]]) -> list[int] | None:
        nonlocal nodes
        if not choices:
            return []
        fewest, *others = sorted(choices, key=len)
        for mask in rng.shuffle(fewest):
            nodes += 1
            if nodes > _GRID_NODES:
                return None
            left = [[other for other in ways if not other & mask] for ways in others]
            if all(left):
                rest = complete(left)
                if rest is not None:
                    return [mask, *rest]
        return None

    return complete(choices)


# --- blanks --------------------------------------------------------------------------------------------------


def moved(board: Board, pattern: Pattern) -> tuple[int, ...]:
    """Where the pattern's symmetry takes every cell."""
    symmetry = HexSymmetry(board.size, *_SYMMETRIES[pattern])
    return tuple(board.number[symmetry.cell(cell)] for cell in board.cells)


def orbits(board: Board, pattern: Pattern) -> list[tuple[int, ...]]:
    """The cells that the pattern leaves blank or given together."""
    images = moved(board, pattern)
    return [(i,) if i == j else (i, j) for i, j in enumerate(images) if i <= j]


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What it takes to finish a board.

    Attributes:
        naked_round: For every cell, 0 if it is given, else the round of naked singles that fills it, or -1
            if naked singles alone never do. In a round all cells with one possible digit are filled at once.
        rounds: Number of such rounds until nothing changes.
        naked_open: Number of blanks that naked singles leave.
        single_open: Number of blanks that naked and hidden singles together leave.
    """

    naked_round: tuple[int, ...]
    rounds: int
    naked_open: int
    single_open: int


def difficulty(board: Board, digits: Sequence[int | None]) -> Difficulty:
    """Measure a board that can be finished."""
    every = (1 << board.size) - 1
    masks = [0 if digit is None else 1 << digit for digit in digits]
    reached = [-1 if digit is None else 0 for digit in digits]
    rounds = 0
    while True:
        filled = []
        for i, mask in enumerate(masks):
            if not mask:
                left = every
                for j in board.peers[i]:
                    left &= ~masks[j]
                if not left & (left - 1):
                    filled.append((i, left))
        if not filled:
            break
        rounds += 1
        for i, mask in filled:
            masks[i] = mask
            reached[i] = rounds
    possible = propagated(board, digits) or []
    return Difficulty(tuple(reached), rounds, reached.count(-1), sum(mask & (mask - 1) != 0 for mask in possible))


def dig(
    board: Board, grid: Sequence[int], pattern: Pattern, blanks: int, deep: bool, rng: Stream
) -> list[int | None] | None:
    """Empty about ``blanks`` cells of a full board, so that one solution remains.

    Args:
        board: The lines.
        grid: A full board.
        pattern: Which cells go together.
        blanks: Number of cells to empty; one more may go for the pattern's sake.
        deep: Whether naked and hidden singles must not be enough in the end; otherwise they are.
        rng: The stream of the state.

    Returns:
        The digits with None for blanks; None if so many cells could not be emptied.
    """
    digits: list[int | None] = list(grid)
    emptied = 0
    waiting = rng.shuffle(orbits(board, pattern))
    searching = False
    for orbit in waiting:
        for i in orbit:
            digits[i] = None
        if _determined(board, digits, searching):
            emptied += len(orbit)
        elif deep and emptied + len(orbit) >= blanks - 2 and _determined(board, digits, True):
            # Proofs by search are dear, so they begin only when the board is nearly done.
            emptied += len(orbit)
            searching = True
        else:
            for i in orbit:
                digits[i] = grid[i]
        if emptied >= blanks and searching == deep:
            return digits
    return None


def _determined(board: Board, digits: Sequence[int | None], searching: bool) -> bool:
    """Whether a board has one solution, shown by singles alone or else by a short search."""
    if searching:
        try:
            return len(search(board, digits, limit=2, max_nodes=_UNIQUENESS_NODES)) == 1
        except Rejection:
            return False
    masks = propagated(board, digits)
    return masks is not None and not any(mask & (mask - 1) for mask in masks)
