"""Solver, verifier and two independent methods agree; boards are as hard as their level says."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from oracles.hexakai import all_completions, canonical, cp_sat_completions, lines_of

from gametasks.errors import Rejection
from gametasks.generators import hexakai as generator
from gametasks.generators.hexakai.digging import Pattern, _placements, difficulty, draw_grid, moved
from gametasks.qa_families.hexakai import TASK
from gametasks.schemas import Ranges
from gametasks.schemas.hexakai import BlankValue, HexakaiState, HexDirection, LineValues, SolutionOf, diamond
from gametasks.schemas.hexakai.diamond import cells_of
from gametasks.solvers.hexakai import solve
from gametasks.solvers.hexakai.search import board_of, search
from gametasks.streams import Stream
from gametasks.testing import drafts
from gametasks.verifiers.hexakai import VERIFIER

FAMILIES = [family.name for family in TASK.families]


# --- the diamonds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "grids"), [(1, 1), (2, 0), (3, 1), (4, 0), (5, 3)])
def test_number_of_full_boards_up_to_renaming(size: int, grids: int) -> None:
    found = {canonical(filled) for filled in all_completions(size, {})}
    assert len(found) == grids
    renamings = {1: 1, 3: 6, 5: 120}.get(size, 0)
    assert len(search(board_of(size), [None] * size * size, limit=1_000)) == grids * renamings


def test_the_three_boards_of_size_5_are_the_linear_ones() -> None:
    # With x the number of the rising and y that of the falling diagonal, digit = x + k * y modulo 5, k = 2, 3, 4.
    linear = set()
    for k in (2, 3, 4):
        coordinates = {cell: (max(0, cell.row - 5) + cell.column - 1, cell.row) for cell in cells_of(5)}
        linear.add(canonical({cell: (x + k * (row - 1 - x)) % 5 for cell, (x, row) in coordinates.items()}))
    assert linear == {canonical(filled) for filled in all_completions(5, {})}


def test_size_6_has_no_board() -> None:
    # Up to renaming, the first falling diagonal reads 0, 1, 2, ...
    first = {cell: digit for digit, cell in enumerate(lines_of(6)["falling"][0])}
    assert next(all_completions(6, first), None) is None
    assert not search(board_of(6), [first.get(cell) for cell in cells_of(6)], limit=1)


def test_size_7_has_1413_boards_up_to_renaming_by_cells_and_by_digits() -> None:
    """Cell by cell (the solver), and digit by digit (the exact cover that the sampler draws from)."""
    board = board_of(7)
    first = board.lines[HexDirection.DOWN_RIGHT][0]
    digits = [first.index(i) if i in first else None for i in range(49)]
    assert len(search(board, digits, limit=2_000)) == 1413

    def covers(ways: list[list[int]]) -> int:
        if not ways:
            return 1
        first, *rest = sorted(ways, key=len)
        return sum(covers([[other for other in others if not other & mask] for others in rest]) for mask in first)

    assert covers([list(ways) for ways in _placements(7)]) == 1413


@pytest.mark.parametrize("size", [5, 7, 8, 9])
def test_drawn_boards_keep_the_rules(size: int) -> None:
    for number in range(4):
        grid = draw_grid(size, Stream(f"grid/{size}/{number}", "state"))
        filled = dict(zip(cells_of(size), grid, strict=True))
        for lines in lines_of(size).values():
            for line in lines:
                assert len({filled[cell] for cell in line}) == len(line)


def test_lines_are_the_same_by_steps_and_by_places_on_the_page() -> None:
    directions = {
        "row": HexDirection.RIGHT,
        "falling": HexDirection.DOWN_RIGHT,
        "rising": HexDirection.UP_RIGHT,
    }
    for size in (5, 8):
        for name, lines in lines_of(size).items():
            expected = set(map(tuple, lines))
            assert set(diamond.lines_of(size, directions[name])) == expected
            back = diamond.lines_of(size, directions[name].opposite)
            assert {line[::-1] for line in back} == expected


# --- answers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("family", FAMILIES)
def test_solver_and_verifier_agree(family: str, level: int, ranges: Ranges) -> None:
    for draft in drafts(TASK, family, level, ranges, count=4):
        solution = solve(draft.state, draft.question)
        assert VERIFIER.answer(draft.state, draft.question) == solution.answer
        assert VERIFIER.check(draft.state, draft.question, solution.answer).correct
        assert solution.unique is (True if TASK.family(family).unique else None)
        kind = TASK.family(family).answer_kind(draft.state, draft.question)
        assert kind.read(kind.write(solution.answer)) == solution.answer


@pytest.mark.parametrize(("ranges", "level"), [(r, level) for r in Ranges for level in (1, 2)])
def test_small_boards_have_one_solution_by_exhaustion(ranges: Ranges, level: int) -> None:
    for draft in drafts(TASK, "blank_value", level, ranges, count=3):
        ways = list(islice(all_completions(draft.state.size, draft.state.given()), 2))
        assert len(ways) == 1
        assert ways[0][draft.question.cell] == solve(draft.state, draft.question).answer


@pytest.mark.parametrize(("ranges", "level"), [(r, level) for r in Ranges for level in (3, 4, 5)])
def test_large_boards_have_one_solution_by_cp_sat(ranges: Ranges, level: int) -> None:
    for draft in drafts(TASK, "solution", level, ranges, count=4):
        ways = cp_sat_completions(draft.state, limit=2)
        assert len(ways) == 1
        right = [ways[0][cell] for cell in draft.question.cells]
        assert right == list(solve(draft.state, draft.question).answer.values())


def test_boards_emptied_too_far_are_found_out_by_all() -> None:
    disagreements = several = 0
    for number, draft in enumerate(drafts(TASK, "solution", 3, count=12)):
        given = draft.state.given()
        gone = Stream(f"gone/{number}", "test").sample(list(given), 7)
        kept = {cell: digit for cell, digit in given.items() if cell not in gone}
        state = HexakaiState.of(draft.state.size, kept)
        unique = solve(state, draft.question).unique
        disagreements += unique is not (len(cp_sat_completions(state, limit=2)) == 1)
        several += not unique
    assert disagreements == 0
    assert several >= 3


@pytest.mark.parametrize("level", [1, 3, 5])
def test_candidates_by_the_lines_of_the_page(level: int) -> None:
    for draft in drafts(TASK, "candidates", level, count=20):
        given = draft.state.given()
        cell = draft.question.cell
        lines = [line for found in lines_of(draft.state.size).values() for line in found if cell in line]
        seen = {given[other] for line in lines for other in line if other in given}
        assert solve(draft.state, draft.question).answer == {str(d) for d in range(draft.state.size) if d not in seen}
        assert len(seen) + draft.statistics["candidates"] == draft.state.size
        assert draft.state.digit(cell) is None


# --- levels and answers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_level_is_as_hard_as_it_says(level: int, ranges: Ranges) -> None:
    params = TASK.levels[ranges][level - 1]
    for draft in drafts(TASK, "blank_value", level, ranges, count=5):
        digits = [digit for row in draft.state.rows for digit in row]
        measured = difficulty(board_of(draft.state.size), digits)
        asked = measured.naked_round[cells_of(draft.state.size).index(draft.question.cell)]
        assert draft.statistics["naked_open"] == measured.naked_open
        if level < 3:
            assert measured.naked_open == 0
            assert asked >= params.rounds
        else:
            # The asked blank cannot be had by crossing digits off one cell: its lines have to work together.
            assert measured.naked_open >= params.naked_open
            assert asked == -1
            assert (measured.single_open > 0) == (level == 5)


def test_blanks_are_arranged_as_the_ranges_say() -> None:
    for ranges in Ranges:
        for draft in drafts(TASK, "solution", 4, ranges, count=6):
            blank = [digit is None for row in draft.state.rows for digit in row]
            images = moved(board_of(draft.state.size), Pattern(draft.statistics["pattern"]))
            assert all(blank[i] == blank[j] for i, j in enumerate(images))
            assert len(draft.question.cells) <= 12
            assert list(draft.question.cells) == sorted(draft.question.cells)
            assert all(draft.state.digit(cell) is None for cell in draft.question.cells)


def test_asked_lines_have_blanks_and_are_long() -> None:
    directions = Counter()
    for level in (1, 3):
        for draft in drafts(TASK, "line_values", level, count=40):
            assert isinstance(draft.question, LineValues)
            line = solve(draft.state, draft.question).answer
            assert len(line) >= max(4, draft.state.size - 2)
            assert draft.statistics["line_blanks"] >= TASK.levels[Ranges.DATASET][level - 1].line_blanks
            directions[draft.question.direction] += 1
    assert len(directions) == 6
    assert min(directions.values()) >= 5


def test_no_digit_is_likelier_than_another() -> None:
    counts = Counter(solve(draft.state, draft.question).answer for draft in drafts(TASK, "blank_value", 2, count=500))
    assert sorted(counts) == [0, 1, 2, 3, 4]
    # 500 even draws of five: standard deviation 9 around 100.
    assert max(counts.values()) <= 135


def test_the_number_of_candidates_is_even() -> None:
    counts = Counter(draft.statistics["candidates"] for draft in drafts(TASK, "candidates", 1, count=400))
    assert sorted(counts) == [1, 2, 3, 4]
    assert max(counts.values()) <= 135


def test_options_are_wrong_and_say_nothing() -> None:
    family = TASK.family("blank_value")
    places = Counter()
    for number, draft in enumerate(drafts(TASK, "blank_value", 3, count=60)):
        assert isinstance(draft.question, BlankValue)
        answer = solve(draft.state, draft.question).answer
        params = TASK.levels[Ranges.DATASET][2]
        wrong = family.distractors(params, draft.state, draft.question, answer, Stream(f"options/{number}", "options"))
        assert len({answer, *wrong}) == 6
        assert not any(VERIFIER.check(draft.state, draft.question, value).correct for value in wrong)
        places[sorted([answer, *wrong]).index(answer)] += 1
    # 60 even draws of six: standard deviation 3 around 10.
    assert max(places.values()) <= 20


def test_the_same_stream_gives_the_same_sample() -> None:
    first = generator.sample_solution(TASK.levels[Ranges.DATASET][4], Stream("same", "state"))
    second = generator.sample_solution(TASK.levels[Ranges.DATASET][4], Stream("same", "state"))
    assert first == second
    assert isinstance(first.question, SolutionOf)


def test_a_search_stops_at_its_budget() -> None:
    with pytest.raises(Rejection):
        search(board_of(7), [None] * 49, limit=2, max_nodes=3)
