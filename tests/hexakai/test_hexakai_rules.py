"""Hexakai, as a player would tell it."""

from __future__ import annotations

import msgspec
import pytest

from gametasks.errors import RecordError
from gametasks.qa_families.hexakai import TASK
from gametasks.schemas import Cell, Diagnostic, Entry, FieldsAnswer, VectorAnswer
from gametasks.schemas.hexakai import (
    BlankValue,
    Candidates,
    HexakaiState,
    HexDirection,
    LineValues,
    SolutionOf,
    equivalent_forms,
)
from gametasks.schemas.hexakai.diamond import cells_of
from gametasks.schemas.hexakai.text import parse
from gametasks.solvers.hexakai import solve
from gametasks.verifiers import replay
from gametasks.verifiers.hexakai import VERIFIER

BOARD = parse(
    """
            1
          3   2
        0   .   3
      2   .   .   4
    .   .   2   .   .
      0   4   3   2
        .   0   .
          2   1
            3
    """
)
FINISHED = parse(
    """
            1
          3   2
        0   4   3
      2   1   0   4
    4   3   2   1   0
      0   4   3   2
        1   0   4
          2   1
            3
    """
)
OPEN = parse(
    """
            .
          3   .
        .   .   .
      2   .   .   .
    .   .   .   .   1
      .   .   .   .
        .   0   .
          .   .
            .
    """
)


def test_the_board_is_finished_in_the_one_possible_way() -> None:
    for row, digits in enumerate(FINISHED.rows, 1):
        for place, digit in enumerate(digits, 1):
            if BOARD.digit(Cell(row, place)) is None:
                question = BlankValue(cell=Cell(row, place))
                assert VERIFIER.answer(BOARD, question) == digit
                assert solve(BOARD, question).answer == digit
                assert solve(BOARD, question).unique


@pytest.mark.parametrize(
    ("start", "direction", "line"),
    [
        (Cell(1, 1), HexDirection.DOWN_RIGHT, (1, 2, 3, 4, 0)),
        (Cell(1, 1), HexDirection.DOWN_LEFT, (1, 3, 0, 2, 4)),
        (Cell(5, 5), HexDirection.LEFT, (0, 1, 2, 3, 4)),
        (Cell(5, 5), HexDirection.UP_LEFT, (0, 4, 3, 2, 1)),
        (Cell(5, 5), HexDirection.DOWN_LEFT, (0, 2, 4, 1, 3)),
        (Cell(4, 1), HexDirection.RIGHT, (2, 1, 0, 4)),
        (Cell(4, 1), HexDirection.DOWN_RIGHT, (2, 3, 4, 0, 1)),
        (Cell(6, 1), HexDirection.UP_RIGHT, (0, 3, 1, 4, 2)),
        (Cell(9, 1), HexDirection.UP_LEFT, (3, 2, 1, 0, 4)),
    ],
)
def test_a_line_is_read_from_its_arrow_inwards(start: Cell, direction: HexDirection, line: tuple[int, ...]) -> None:
    question = LineValues(start=start, direction=direction)
    assert VERIFIER.answer(BOARD, question) == line
    assert solve(BOARD, question).answer == line


def test_candidates_are_what_the_three_lines_leave_and_nothing_cleverer() -> None:
    # R5C3 sees the 1 on its row; its falling diagonal runs from R3C1 to R7C3, its rising one from R7C1 to R3C3.
    assert VERIFIER.answer(OPEN, Candidates(cell=Cell(5, 3))) == frozenset("0234")
    # R4C2: its row holds 2, its falling diagonal starts in R3C1, its rising one runs R6C1, R5C2, R4C2, R3C2, R2C2.
    assert VERIFIER.answer(OPEN, Candidates(cell=Cell(4, 2))) == frozenset("0134")
    # R5C2: its row holds 1, its falling diagonal 2 (R4C1) and 0 (R7C2).
    assert VERIFIER.answer(OPEN, Candidates(cell=Cell(5, 2))) == frozenset("34")
    # R5C1: its row holds 1, its rising diagonal 2 (R4C1) and 3 (R2C1).
    assert VERIFIER.answer(OPEN, Candidates(cell=Cell(5, 1))) == frozenset("04")


def test_blanks_are_filled_one_by_one_until_none_is_left() -> None:
    moves = VERIFIER.moves
    assert moves is not None
    blanks = [cell for cell in cells_of(5) if BOARD.digit(cell) is None]
    entries = [Entry(cell, FINISHED.digit(cell)) for cell in blanks]
    last_but_one = replay(moves, BOARD, entries[:-1])
    assert not moves.solved(BOARD, last_but_one)
    assert VERIFIER.answer(moves.state(BOARD, last_but_one), BlankValue(cell=blanks[-1])) == entries[-1].value
    finished = replay(moves, BOARD, entries)
    assert moves.solved(BOARD, finished)
    assert moves.state(BOARD, finished) == FINISHED


@pytest.mark.parametrize(
    ("entry", "kind", "message"),
    [
        (Entry(Cell(5, 2), 0), "repeated_digit", "R5C2 is 0, but so is R7C2 on its falling diagonal"),
        (Entry(Cell(1, 1), 2), "not_blank", "R1C1 holds the digit 1 already"),
        (Entry(Cell(2, 3), 2), "unknown_cell", "the board has no cell R2C3"),
        (Entry(Cell(5, 2), 5), "unknown_digit", "the digits are 0 to 4"),
    ],
)
def test_an_entry_that_breaks_a_rule_is_refused(entry: Entry, kind: str, message: str) -> None:
    found = replay(VERIFIER.moves, BOARD, [entry])
    assert found == Diagnostic(kind, f"entry 1, {entry}, is not possible: {message}", 1)


def kind_of_error(question: object, given: object, state: HexakaiState = BOARD) -> str:
    verdict = VERIFIER.check(state, question, given)
    assert not verdict.correct
    assert verdict.diagnostic is not None
    return verdict.diagnostic.kind


def test_a_wrong_answer_is_told_what_it_runs_into() -> None:
    assert VERIFIER.check(BOARD, BlankValue(cell=Cell(5, 2)), 3).correct
    verdict = VERIFIER.check(BOARD, BlankValue(cell=Cell(5, 2)), 0)
    assert verdict.diagnostic is not None
    assert verdict.diagnostic.message == "the marked blank is 0, but so is R7C2 on its falling diagonal"
    letters = SolutionOf(cells=(Cell(4, 3), Cell(5, 2), Cell(5, 4)))
    assert VERIFIER.check(BOARD, letters, {"G": 0, "H": 3, "J": 1}).correct
    # Nothing on its three lines contradicts a 1 in R4C3; only the whole board does.
    assert kind_of_error(BlankValue(cell=Cell(4, 3)), 1) == "wrong_value"
    clash = VERIFIER.check(BOARD, letters, {"G": 0, "H": 3, "J": 0})
    assert clash.diagnostic is not None
    assert clash.diagnostic.message == "G is 0, but so is J on its falling diagonal"
    line = LineValues(start=Cell(1, 1), direction=HexDirection.DOWN_RIGHT)
    assert kind_of_error(line, (1, 2, 3, 0, 4)) == "given_changed"
    assert kind_of_error(Candidates(cell=Cell(5, 1)), frozenset("034"), OPEN) == "ruled_out"
    assert kind_of_error(Candidates(cell=Cell(5, 1)), frozenset("0"), OPEN) == "wrong_set"


def test_a_board_with_several_or_no_solutions_is_no_record() -> None:
    empty = HexakaiState(size=5, rows=tuple((None,) * len(row) for row in BOARD.rows))
    with pytest.raises(RecordError, match="more than one"):
        VERIFIER.answer(empty, BlankValue(cell=Cell(1, 1)))
    assert solve(empty, BlankValue(cell=Cell(1, 1))).unique is False
    clash = HexakaiState(size=5, rows=((1,), (1, None), *empty.rows[2:]))
    with pytest.raises(RecordError, match="share a line"):
        VERIFIER.answer(clash, BlankValue(cell=Cell(2, 2)))
    with pytest.raises(RecordError, match="no solution"):
        solve(clash, BlankValue(cell=Cell(2, 2)))


def moved(state: HexakaiState, mirror: bool, flip: bool) -> HexakaiState:
    rows = [row[::-1] if mirror else row for row in state.rows]
    return HexakaiState(size=state.size, rows=tuple(reversed(rows) if flip else rows))


@pytest.mark.parametrize(
    ("mirror", "flip", "cells", "start", "direction"),
    [
        (True, False, (Cell(4, 2), Cell(5, 4)), Cell(4, 4), HexDirection.DOWN_LEFT),
        (False, True, (Cell(5, 2), Cell(6, 3)), Cell(6, 1), HexDirection.UP_RIGHT),
        (True, True, (Cell(5, 4), Cell(6, 2)), Cell(6, 4), HexDirection.UP_LEFT),
    ],
)
def test_mirrored_and_turned_boards_are_the_same_puzzle(
    mirror: bool, flip: bool, cells: tuple[Cell, ...], start: Cell, direction: HexDirection
) -> None:
    other = moved(BOARD, mirror, flip)
    letters = SolutionOf(cells=(Cell(4, 3), Cell(5, 2)))
    assert min(equivalent_forms(BOARD, letters)) == min(equivalent_forms(other, SolutionOf(cells=cells)))
    assert min(equivalent_forms(BOARD, letters)) != min(equivalent_forms(other, SolutionOf(cells=cells[:1])))
    arrow = LineValues(start=Cell(4, 1), direction=HexDirection.DOWN_RIGHT)
    arrow_there = LineValues(start=start, direction=direction)
    assert min(equivalent_forms(BOARD, arrow)) == min(equivalent_forms(other, arrow_there))
    assert VERIFIER.answer(BOARD, arrow) == VERIFIER.answer(other, arrow_there)
    assert sorted(VERIFIER.answer(BOARD, letters).values()) == sorted(
        VERIFIER.answer(other, SolutionOf(cells=cells)).values()
    )


def test_digits_have_content() -> None:
    swapped = HexakaiState(
        size=5, rows=tuple(tuple({0: 1, 1: 0}.get(digit, digit) for digit in row) for row in FINISHED.rows)
    )
    question = BlankValue(cell=Cell(1, 1))
    assert min(equivalent_forms(FINISHED, question)) != min(equivalent_forms(swapped, question))


def test_states_and_questions_travel_as_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(BOARD), type=HexakaiState) == BOARD
    for question in (
        BlankValue(cell=Cell(4, 3)),
        SolutionOf(cells=(Cell(4, 3), Cell(5, 2))),
        Candidates(cell=Cell(4, 3)),
        LineValues(start=Cell(4, 1), direction=HexDirection.RIGHT),
    ):
        assert msgspec.json.decode(msgspec.json.encode(question), type=VERIFIER.question) == question


def test_what_a_prompt_says() -> None:
    arrow = LineValues(start=Cell(4, 1), direction=HexDirection.RIGHT)
    assert "along a row of 4 cells" in TASK.ask(BOARD, arrow)
    assert TASK.family("line_values").answer_kind(BOARD, arrow) == VectorAnswer(length=4, low=0, high=4)
    letters = SolutionOf(cells=(Cell(4, 3), Cell(5, 2), Cell(5, 4)))
    assert "the blanks G, H and J" in TASK.ask(BOARD, letters)
    kind = TASK.family("solution").answer_kind(BOARD, letters)
    assert isinstance(kind, FieldsAnswer)
    assert kind.write({"G": 0, "H": 3, "J": 1}) == "G=0, H=3, J=1"
    assert "A diamond of 25 cells in 9 rows" in TASK.hint(BOARD, BlankValue(cell=Cell(5, 2)))
