"""Hexakai: boards whose asked digits are drawn first, emptied until lines have to work together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gametasks.errors import Rejection
from gametasks.generators import Draft
from gametasks.generators.hexakai.digging import Difficulty, Pattern, difficulty, dig, draw_grid, orbits
from gametasks.schemas import Ranges, Statistics
from gametasks.schemas.hexakai import BlankValue, Candidates, HexakaiState, LineValues, SolutionOf
from gametasks.schemas.hexakai.diamond import HexDirection, row_length
from gametasks.solvers.hexakai.search import Board, board_of
from gametasks.streams import Stream

__all__ = [
    "LEVELS",
    "HexakaiParams",
    "sample_blank_value",
    "sample_candidates",
    "sample_line_values",
    "sample_solution",
]

_BOARD_TRIES = 120
_DIGS_PER_GRID = 6
"""A full board of size 8 or 9 costs more than emptying it, so each is emptied in several orders."""


@dataclass(frozen=True, slots=True)
class HexakaiParams:
    """Structural ranges of a level; pairs are inclusive bounds.

    Attributes:
        sizes: Possible lengths of a diagonal.
        patterns: Possible arrangements of the blanks.
        blanks: Percentage of cells that are blank.
        rounds: Least number of rounds of naked singles, on boards that these fill.
        naked_open: Least number of blanks that naked singles leave; 0 where they fill the board.
        deep: Whether naked and hidden singles together leave blanks, too.
        letters: Number of lettered blanks.
        line_blanks: Least number of blanks on an asked line.
        candidates: Number of digits left for a blank, where these are asked for.
    """

    sizes: tuple[int, ...]
    patterns: tuple[Pattern, ...]
    blanks: tuple[int, int]
    rounds: int
    naked_open: int
    deep: bool
    letters: tuple[int, int]
    line_blanks: int
    candidates: tuple[int, int]


def _levels(
    patterns: tuple[Pattern, ...], third: tuple[int, ...], fourth: tuple[int, ...], fifth: tuple[int, ...]
) -> tuple[HexakaiParams, ...]:
    """The five levels, which differ between the ranges in arrangements and in larger sizes."""
    return (
        HexakaiParams((5,), patterns, (24, 34), 1, 0, False, (4, 5), 2, (1, 4)),
        HexakaiParams((5,), patterns, (48, 60), 3, 0, False, (7, 8), 3, (1, 4)),
        HexakaiParams(third, patterns, (60, 66), 0, 6, False, (8, 9), 4, (1, 5)),
        HexakaiParams(fourth, patterns, (60, 66), 0, 16, False, (10, 11), 5, (2, 6)),
        HexakaiParams(fifth, patterns, (64, 70), 0, 32, True, (12, 12), 6, (2, 7)),
    )


LEVELS: Mapping[Ranges, Sequence[HexakaiParams]] = {
    Ranges.DATASET: _levels((Pattern.SCATTERED, Pattern.MIRROR), (7,), (9,), (9,)),
    # Size 8, and arrangements that `dataset` never has.
    Ranges.EVALUATION: _levels((Pattern.FLIP, Pattern.HALF_TURN), (7, 8), (8,), (8, 9)),
}


@dataclass(frozen=True, slots=True)
class _Puzzle:
    """A board with one solution whose digits are still to be handed out to the classes of ``grid``."""

    board: Board
    grid: tuple[int, ...]
    digits: list[int | None]
    pattern: Pattern
    difficulty: Difficulty
    hard: tuple[int, ...]
    """The blanks worth asking for: those that naked singles leave, or fill in the last rounds."""

    def statistics(self) -> Statistics:
        measured = self.difficulty
        return {
            "size": self.board.size,
            "pattern": str(self.pattern),
            "blanks": self.digits.count(None),
            "naked_rounds": measured.rounds,
            "naked_open": measured.naked_open,
            "single_open": measured.single_open,
        }


def sample_blank_value(params: HexakaiParams, rng: Stream) -> Draft[HexakaiState, BlankValue]:
    """Draw the digit, then a puzzle, one of its harder blanks, and digits that put the drawn one there."""
    size = rng.choice(params.sizes)
    wanted = rng.integers(0, size)
    puzzle = _puzzle(params, size, rng)
    asked = rng.choice(puzzle.hard)
    names = _names(size, {puzzle.grid[asked]: wanted}, rng)
    state = _state(puzzle.board, puzzle.digits, names)
    statistics = puzzle.statistics() | {"asked_round": puzzle.difficulty.naked_round[asked]}
    return Draft(state, BlankValue(cell=puzzle.board.cells[asked]), statistics)


def sample_solution(params: HexakaiParams, rng: Stream) -> Draft[HexakaiState, SolutionOf]:
    """Draw a puzzle and letter some of its blanks, harder ones first."""
    puzzle = _puzzle(params, rng.choice(params.sizes), rng)
    blanks = [i for i, digit in enumerate(puzzle.digits) if digit is None]
    count = min(rng.within(params.letters), len(blanks))
    hard = rng.shuffle(puzzle.hard)
    easy = rng.shuffle([i for i in blanks if i not in hard])
    asked = sorted((hard + easy)[:count])
    state = _state(puzzle.board, puzzle.digits, _names(puzzle.board.size, {}, rng))
    question = SolutionOf(cells=tuple(puzzle.board.cells[i] for i in asked))
    return Draft(state, question, puzzle.statistics() | {"letters": count})


def sample_line_values(params: HexakaiParams, rng: Stream) -> Draft[HexakaiState, LineValues]:
    """Draw a puzzle, then a direction, then a line of that direction with enough blanks."""
    for _ in range(_BOARD_TRIES):
        puzzle = _puzzle(params, rng.choice(params.sizes), rng)
        board = puzzle.board
        for direction in rng.shuffle(list(HexDirection)):
            lines = [line for line in board.lines[direction] if _is_askable(puzzle, line, params.line_blanks)]
            if lines:
                line = rng.choice(lines)
                state = _state(board, puzzle.digits, _names(board.size, {}, rng))
                question = LineValues(start=board.cells[line[0]], direction=direction)
                blanks = sum(puzzle.digits[i] is None for i in line)
                of_line: Statistics = {"direction": str(direction), "length": len(line), "line_blanks": blanks}
                return Draft(state, question, puzzle.statistics() | of_line)
    raise Rejection("no line with enough blanks")


def _is_askable(puzzle: _Puzzle, line: tuple[int, ...], least_blanks: int) -> bool:
    """Whether a line is long, has enough blanks, and a hard one among them."""
    blanks = [i for i in line if puzzle.digits[i] is None]
    long = len(line) >= max(4, puzzle.board.size - 2)
    return long and len(blanks) >= least_blanks and any(i in puzzle.hard for i in blanks)


def sample_candidates(params: HexakaiParams, rng: Stream) -> Draft[HexakaiState, Candidates]:
    """Draw how many and which digits are left, then a blank, then given digits that leave just these.

    Every other digit is shown on one of the blank's lines at least, which line being drawn evenly, so that
    each of the three has to be looked at. The rest of the board is given or blank at random.
    """
    size = rng.choice(params.sizes)
    board = board_of(size)
    left = rng.sample(range(size), rng.within(params.candidates))
    grid = draw_grid(size, rng)
    # The very short rows at the tips have nothing to look at.
    asked = rng.choice([i for i, cell in enumerate(board.cells) if row_length(size, cell.row) >= 3])
    others = rng.shuffle([k for k in range(size) if k != grid[asked]])
    open_classes = [grid[asked], *others[: len(left) - 1]]
    names = _names(size, dict(zip(open_classes, left, strict=True)), rng)
    shown = _witnesses(board, grid, asked, open_classes, rng)
    pattern = rng.choice(params.patterns)
    percent = 100 - rng.within(params.blanks)
    for orbit in orbits(board, pattern):
        if rng.integers(0, 100) < percent:
            shown.update(orbit)
    hidden = {i for i in board.peers[asked] if grid[i] in open_classes} | {asked}
    digits = [grid[i] if i in shown and i not in hidden else None for i in range(len(grid))]
    state = _state(board, digits, names)
    statistics: Statistics = {
        "size": size,
        "pattern": str(pattern),
        "blanks": digits.count(None),
        "candidates": len(left),
    }
    return Draft(state, Candidates(cell=board.cells[asked]), statistics)


def _witnesses(board: Board, grid: Sequence[int], asked: int, open_classes: Sequence[int], rng: Stream) -> set[int]:
    """For every class that is to be ruled out, one of its cells on the lines of the asked blank."""
    witnesses = set()
    for k in range(board.size):
        if k not in open_classes:
            witnesses.add(rng.choice([i for i in board.peers[asked] if grid[i] == k]))
    return witnesses


def _puzzle(params: HexakaiParams, size: int, rng: Stream) -> _Puzzle:
    """Draw full boards and empty them until one is as hard as the level wants it.

    Nothing here looks at digits, only at classes of cells, so no digit is more likely anywhere.

    Raises:
        Rejection: No board was hard enough.
    """
    board = board_of(size)
    cells = len(board.cells)
    grid: tuple[int, ...] = ()
    for turn in range(_BOARD_TRIES):
        if turn % _DIGS_PER_GRID == 0:
            grid = draw_grid(size, rng)
        pattern = rng.choice(params.patterns)
        percent = rng.within(params.blanks)
        digits = dig(board, grid, pattern, cells * percent // 100, params.deep, rng)
        if digits is None:
            continue
        measured = difficulty(board, digits)
        if params.naked_open == 0:
            fits = measured.naked_open == 0 and measured.rounds >= params.rounds
            hard = [i for i, turn in enumerate(measured.naked_round) if turn >= params.rounds]
        else:
            fits = measured.naked_open >= params.naked_open and (measured.single_open > 0) == params.deep
            hard = [i for i, turn in enumerate(measured.naked_round) if turn < 0]
        if fits:
            return _Puzzle(board, grid, digits, pattern, measured, tuple(hard))
    raise Rejection("no board hard enough")


def _names(size: int, fixed: Mapping[int, int], rng: Stream) -> dict[int, int]:
    """Hand the digits out to the classes of a board at random, but for those in ``fixed``."""
    classes = [k for k in range(size) if k not in fixed]
    digits = rng.shuffle([digit for digit in range(size) if digit not in fixed.values()])
    return {**fixed, **dict(zip(classes, digits, strict=True))}


def _state(board: Board, digits: Sequence[int | None], names: Mapping[int, int]) -> HexakaiState:
    """The board with the digits of its classes."""
    shown = {cell: names[k] for cell, k in zip(board.cells, digits, strict=True) if k is not None}
    return HexakaiState.of(board.size, shown)
