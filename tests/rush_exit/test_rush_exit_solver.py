"""Solver, verifier and an independent search agree; samplers keep what they promise."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest
from oracles import rush_exit as oracle
from oracles.rush_exit_boards import read, read_36, write

from gametasks.errors import Rejection
from gametasks.generators.rush_exit import LEVELS
from gametasks.qa_families.rush_exit import TASK
from gametasks.schemas import Axis, Format, Ranges, Side
from gametasks.schemas.rush_exit import TARGET, FirstCommand, MinCommands, Plan, RushState
from gametasks.solvers.rush_exit import solve
from gametasks.solvers.rush_exit.graph import explore
from gametasks.streams import Stream
from gametasks.testing import drafts
from gametasks.verifiers.rush_exit import VERIFIER

KNOWN = [
    ("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 60),
    ("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", 58),
    ("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo", 51),
]
BOTH = pytest.mark.parametrize("ranges", list(Ranges))


@pytest.mark.parametrize(("text", "optimum"), KNOWN)
def test_published_boards_need_as_many_commands_as_published(text: str, optimum: int) -> None:
    state = read_36(text)
    assert solve(state, MinCommands(optimum=optimum)).optimum == optimum
    assert VERIFIER.answer(state, MinCommands(optimum=optimum)) == optimum
    plan = solve(state, Plan(optimum=optimum)).answer
    assert len(plan) == optimum
    assert VERIFIER.check(state, Plan(optimum=optimum), plan).correct
    assert VERIFIER.check(state, Plan(optimum=optimum), VERIFIER.answer(state, Plan(optimum=optimum))).correct


@BOTH
@pytest.mark.parametrize("level", [1, 2, 3])
def test_three_searches_agree(ranges: Ranges, level: int) -> None:
    for draft in drafts(TASK, "plan", level, ranges, count=4):
        state, question = draft.state, draft.question
        assert solve(state, question).optimum == question.optimum
        assert len(VERIFIER.answer(state, question)) == question.optimum
        assert oracle.fewest(write(state), state.exit_side) == question.optimum


@BOTH
@pytest.mark.parametrize("level", [1, 3, 5])
def test_exactly_the_commands_that_come_nearer_begin_a_shortest_plan(ranges: Ranges, level: int) -> None:
    (draft,) = drafts(TASK, "first_command", level, ranges)
    state, question = draft.state, draft.question
    openings = explore(state).openings(state.vehicles)
    assert {str(command) for command in openings} == set(oracle.commands(write(state)))
    for command, left in openings.items():
        assert VERIFIER.check(state, question, command).correct == (left == question.optimum - 1)
    if level < 5:
        for command, board in oracle.commands(write(state)).items():
            useful = oracle.fewest(board, state.exit_side) == question.optimum - 1
            assert useful == (openings[next(c for c in openings if str(c) == command)] == question.optimum - 1)


def test_a_board_without_a_solution_has_no_depth() -> None:
    state = read("...... ...... XX.#.. ...... ...... ......")
    component = explore(state)
    assert component.depth(component.lanes.pack(state.vehicles)) == -1
    assert oracle.fewest(write(state), "right") is None
    with pytest.raises(ValueError, match="cannot be solved"):
        solve(state, MinCommands(optimum=1))
    with pytest.raises(ValueError, match="cannot be solved"):
        VERIFIER.answer(state, MinCommands(optimum=1))


@BOTH
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_given_commands_lead_where_the_oracle_says(ranges: Ranges, level: int) -> None:
    for draft in drafts(TASK, "state_after", level, ranges, count=5):
        board = write(draft.state)
        for command in draft.question.commands:
            board = oracle.commands(board)[str(command)]
            assert not oracle.solved(board, draft.state.exit_side)
        after = {vehicle.letter: vehicle.cell for vehicle in read(board, draft.state.exit_side).vehicles}
        expected = {letter: after[letter] for letter in draft.question.asked}
        assert solve(draft.state, draft.question).answer == expected
        assert VERIFIER.answer(draft.state, draft.question) == expected
        assert len(expected) >= 2


def inspect(state: RushState, ranges: Ranges) -> None:
    """A board is legal, and is laid out as its ranges say."""
    covered = Counter(cell for vehicle in state.vehicles for cell in vehicle.cells())
    covered.update(state.blocks)
    assert max(covered.values()) == 1
    assert all(1 <= cell.row <= 6 and 1 <= cell.column <= 6 for cell in covered)
    letters = [vehicle.letter for vehicle in state.vehicles]
    assert letters.count(TARGET) == 1
    assert len(set(letters)) == len(letters)
    target = state.vehicle(TARGET)
    assert (target.axis is Axis.HORIZONTAL) == (state.exit_side in (Side.LEFT, Side.RIGHT))
    assert state.exit_cell() not in target.cells()
    if ranges is Ranges.DATASET:
        assert target.axis is Axis.HORIZONTAL
        assert not state.blocks
    else:
        assert 1 <= len(state.blocks) <= 2


@BOTH
def test_layouts_differ_between_the_sets_of_ranges(ranges: Ranges) -> None:
    states = [d.state for level in (1, 3, 5) for d in drafts(TASK, "state_after", level, ranges, count=12)]
    for state in states:
        inspect(state, ranges)
    sides = {state.exit_side for state in states}
    assert sides == ({Side.LEFT, Side.RIGHT} if ranges is Ranges.DATASET else set(Side))
    assert len({state.exit_cell() for state in states}) >= 8


def test_optima_are_even_within_a_level() -> None:
    for level in (1, 2):
        low, high = LEVELS[Ranges.DATASET][level - 1].optimum
        seen = Counter(draft.question.optimum for draft in drafts(TASK, "min_commands", level, count=60))
        assert set(seen) == set(range(low, high + 1))
        assert max(seen.values()) <= 2.2 * 60 / len(seen)


@BOTH
def test_options_are_one_right_command_and_at_most_two_blocked(ranges: Ranges) -> None:
    family = TASK.family("first_command")
    assert family.formats == (Format.CHOICE,)
    assert family.distractors is not None
    made = 0
    for level in (1, 2, 3):
        for number, draft in enumerate(drafts(TASK, "first_command", level, ranges, count=4)):
            answer = solve(draft.state, draft.question).answer
            rng = Stream(f"{ranges}/{level}/{number}", "options")
            try:
                wrong = list(
                    family.distractors(TASK.levels[ranges][level - 1], draft.state, draft.question, answer, rng)
                )
            except Rejection:  # few vehicles leave too little choice now and then
                continue
            made += 1
            assert len({answer, *wrong}) == 6
            verdicts = [VERIFIER.check(draft.state, draft.question, command) for command in wrong]
            kinds = Counter(v.diagnostic.kind if v.diagnostic else "right" for v in verdicts)
            assert set(kinds) <= {"not_optimal", "illegal_command"}
            assert kinds["illegal_command"] <= 2
            # Two commands of one vehicle the same way would tell that the shorter is hardly ever right.
            assert len({(command.piece, command.direction) for command in (answer, *wrong)}) == 6
    assert made >= 9


def test_no_direction_is_right_more_often_for_its_place_in_an_order() -> None:
    """Where commands of several directions are best, the first of these in an order is not always the answer."""
    torn, first = 0, 0
    for draft in drafts(TASK, "first_command", 2, count=60):
        openings = explore(draft.state).openings(draft.state.vehicles)
        best = {command.direction for command, depth in openings.items() if depth < draft.question.optimum}
        if len(best) > 1:
            torn += 1
            first += solve(draft.state, draft.question).answer.direction == min(best)
    assert torn > 20
    assert 0.25 * torn < first < 0.75 * torn


def test_the_target_is_offered_as_often_as_it_is_right_once_in_six() -> None:
    """It never begins a plan of few commands, and is not offered there; one in ten others begins with it."""
    family = TASK.family("first_command")
    assert family.distractors is not None
    offered: Counter[tuple[int, str]] = Counter()
    for level in (1, 2):
        for number, draft in enumerate(drafts(TASK, "first_command", level, count=30)):
            answer = solve(draft.state, draft.question).answer
            if answer.piece == TARGET or (level == 2 and draft.question.optimum < 5):
                continue
            for turn in range(4):
                rng = Stream(f"{level}/{number}/{turn}", "options")
                with suppress(Rejection):
                    wrong = family.distractors(
                        TASK.levels[Ranges.DATASET][level - 1], draft.state, draft.question, answer, rng
                    )
                    offered[level, "all"] += 1
                    offered[level, "target"] += sum(command.piece == TARGET for command in wrong)
    assert offered[1, "target"] == 0
    assert 0.35 < offered[2, "target"] / offered[2, "all"] < 0.65


def test_too_few_useless_commands_make_no_options() -> None:
    state = read("...... ...... ....XX ...... ...... ......", "left")
    family = TASK.family("first_command")
    question = FirstCommand(optimum=1)
    answer = solve(state, question).answer
    assert family.distractors is not None
    with pytest.raises(Rejection):
        family.distractors(TASK.levels[Ranges.DATASET][0], state, question, answer, Stream("few", "options"))
