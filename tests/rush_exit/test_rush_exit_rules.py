"""What a player would say about sliding vehicles, on drawn boards."""

from __future__ import annotations

import pytest
from oracles.rush_exit_boards import read

from gametasks.schemas import Cell, Diagnostic, Direction, SequenceAnswer, Slide, SlideAnswer, parse_answer
from gametasks.schemas.rush_exit import TARGET, FirstCommand, MinCommands, Plan, RushState, StateAfter, equivalent_forms
from gametasks.verifiers import Verdict, replay
from gametasks.verifiers.rush_exit import VERIFIER

# H must go down to let X pass to the exit at the right, and K must first make room for it.
BOARD = """
    G..H..
    G..H..
    XX.H..
    ......
    .KKK..
    ......
"""


def plan_of(state: RushState, text: str) -> tuple[Slide, ...]:
    letters = tuple(vehicle.letter for vehicle in state.vehicles)
    plan = parse_answer(SequenceAnswer(item=SlideAnswer(pieces=letters)), text)
    assert not isinstance(plan, Diagnostic)
    return tuple(plan)


def judge(text: str, board: str = BOARD, optimum: int = 3, side: str = "right") -> Verdict:
    state = read(board, side)
    return VERIFIER.check(state, Plan(optimum=optimum), plan_of(state, text))


def complaint(verdict: Verdict) -> tuple[str, int]:
    assert verdict.diagnostic is not None
    return verdict.diagnostic.kind, verdict.diagnostic.position


def test_the_way_is_cleared_and_the_target_drives_to_the_border() -> None:
    assert judge("K:L1, H:D3, X:R4").correct
    assert complaint(judge("H:D3, X:R4")) == ("illegal_command", 1)
    assert VERIFIER.answer(read(BOARD), MinCommands(optimum=3)) == 3


def test_a_vehicle_passes_through_nothing() -> None:
    verdict = judge("X:R4")
    assert complaint(verdict) == ("illegal_command", 1)
    assert verdict.diagnostic is not None
    assert "H stands on R3C4" in verdict.diagnostic.message


@pytest.mark.parametrize("command", ["G:U1", "K:R3", "X:R5"])
def test_no_vehicle_leaves_the_board_or_jumps(command: str) -> None:
    assert complaint(judge(command)) == ("illegal_command", 1)


@pytest.mark.parametrize("command", ["G:R1", "X:D1", "K:U1"])
def test_vehicles_slide_along_their_own_line_only(command: str) -> None:
    assert complaint(judge(command)) == ("illegal_command", 1)


def test_blocks_never_move_and_stop_everything() -> None:
    verdict = judge("X:R4", "...... ...... XX..#. ...... ...... ......")
    assert verdict.diagnostic is not None
    assert "block on R3C5" in verdict.diagnostic.message


def test_any_distance_is_one_command() -> None:
    assert judge("X:R4", "XX.... ...... ...... ...... ...... ......", optimum=1).correct
    assert complaint(judge("X:R1, X:R3", "XX.... ...... ...... ...... ...... ......", optimum=1)) == ("not_optimal", 0)


def test_the_target_must_reach_the_border_cell_itself() -> None:
    assert complaint(judge("X:R3", "XX.... ...... ...... ...... ...... ......", optimum=1)) == ("goal_not_reached", 0)


@pytest.mark.parametrize(
    ("plan", "optimum", "kind", "message", "number"),
    [
        ("", 3, "goal_not_reached", "after the last command X is not at the exit cell R3C6", 0),
        ("K:L1, H:D3", 3, "goal_not_reached", "after the last command X is not at the exit cell R3C6", 0),
        ("H:D3, K:L1, X:R4", 3, "illegal_command", "command 1, H:D3, is not possible: K stands on R5C4", 1),
        ("K:L1, H:D4, X:R4", 3, "illegal_command", "command 2, H:D4, is not possible: R7C4 is not on the board", 2),
        ("K:L1, X:R4, H:D3", 3, "illegal_command", "command 2, X:R4, is not possible: H stands on R3C4", 2),
        ("K:L1, H:R1, X:R4", 3, "illegal_command", "command 2, H:R1, is not possible: H lies vertically", 2),
        ("K:L1, H:D2, X:R4", 3, "illegal_command", "command 3, X:R4, is not possible: H stands on R3C4", 3),
        ("K:L1, H:D3, X:R4, X:L4", 3, "goal_not_reached", "after the last command X is not at the exit cell R3C6", 0),
        ("K:L1, H:D3, X:R1, X:R3", 3, "not_optimal", "4 commands solve the board, but 3 are enough", 0),
        ("K:L1, X:R1, H:D3, X:R3", 3, "not_optimal", "4 commands solve the board, but 3 are enough", 0),
        ("K:L1, H:D3, X:R4", 4, "optimum_too_high", "3 commands solve the board, the record's optimum is 4", 0),
    ],
)
def test_a_damaged_plan_is_told_its_fault(plan: str, optimum: int, kind: str, message: str, number: int) -> None:
    verdict = VERIFIER.check(read(BOARD), Plan(optimum=optimum), plan_of(read(BOARD), plan) if plan else ())
    assert verdict.diagnostic == Diagnostic(kind, message, number)


def test_a_board_after_play_shows_the_vehicles_where_they_stand() -> None:
    moves = VERIFIER.moves
    assert moves is not None
    state = read(BOARD)
    position = replay(moves, state, plan_of(state, "K:L1, H:D3, X:R4"))
    assert moves.solved(state, position)
    assert moves.state(state, position) == read("G..... G..... ....XX ...H.. KKKH.. ...H..")
    assert replay(moves, state, [Slide("Q", Direction.UP, 1)]) == Diagnostic(
        "illegal_command", "command 1, Q:U1, is not possible: there is no vehicle Q", 1
    )


@pytest.mark.parametrize("distance", [0, -1])
def test_a_command_that_moves_nothing_is_none(distance: int) -> None:
    moves, state = VERIFIER.moves, read(BOARD)
    assert moves is not None
    command = Slide(TARGET, state.vehicle(TARGET).axis.directions[1], distance)
    assert replay(moves, state, [command]) == Diagnostic(
        "illegal_command", f"command 1, {command}, is not possible: a command moves by one cell or more", 1
    )


@pytest.mark.parametrize(
    ("side", "board", "plan"),
    [
        ("left", "...... ..XX.. ...... ...... ...... ......", "X:L2"),
        ("right", "...... ..XX.. ...... ...... ...... ......", "X:R2"),
        ("top", "...... ..X... ..X... ...... ...... ......", "X:U1"),
        ("bottom", "...... ..X... ..X... ...... ...... ......", "X:D3"),
    ],
)
def test_the_exit_may_lie_on_any_side(side: str, board: str, plan: str) -> None:
    assert judge(plan, board, optimum=1, side=side).correct
    assert VERIFIER.answer(read(board, side), MinCommands(optimum=1)) == 1


FREEING = """
    ...G..
    ...G..
    XX.G..
    ......
    ......
    ......
"""


def test_every_shortest_plan_counts_and_every_other_does_not() -> None:
    assert judge("G:D3, X:R4", FREEING, optimum=2).correct
    assert complaint(judge("G:D2, X:R4", FREEING, optimum=2)) == ("illegal_command", 2)
    assert complaint(judge("G:D3, X:R1, X:R3", FREEING, optimum=2)) == ("not_optimal", 0)


@pytest.mark.parametrize(
    ("command", "kind"),
    [("G:D3", None), ("G:D2", "not_optimal"), ("X:R1", "not_optimal"), ("X:R2", "illegal_command")],
)
def test_a_first_command_is_judged_by_what_remains(command: str, kind: str | None) -> None:
    state = read(FREEING)
    verdict = VERIFIER.check(state, FirstCommand(optimum=2), plan_of(state, command)[0])
    assert (verdict.diagnostic.kind if verdict.diagnostic else None) == kind


def test_given_commands_are_carried_out_in_order() -> None:
    state = read(FREEING)
    question = StateAfter(commands=plan_of(state, "G:D3, X:R3, X:L1"), asked=("G", "X"))
    assert VERIFIER.answer(state, question) == {"G": Cell(4, 4), "X": Cell(3, 3)}
    assert VERIFIER.check(state, question, {"X": Cell(3, 3), "G": Cell(4, 4)}).correct
    assert not VERIFIER.check(state, question, {"X": Cell(3, 4), "G": Cell(4, 4)}).correct


def canonical(text: str, side: str, commands: str = "", asked: tuple[str, ...] = ()) -> str:
    state = read(text, side)
    question = StateAfter(commands=plan_of(state, commands), asked=asked) if commands else Plan(optimum=1)
    return min(map(repr, equivalent_forms(state, question)))


def test_a_mirrored_turned_and_renamed_board_is_the_same_puzzle() -> None:
    original = canonical("G...H. G...H. GXX.H. ...... ..JJ#. ......", "right", "H:D1, X:R1", ("H", "J"))
    renamed = canonical("V...G. V...G. VXX.G. ...... ..PP#. ......", "right", "G:D1, X:R1", ("G", "P"))
    mirrored = canonical(".H...G .H...G .H.XXG ...... .#JJ.. ......", "left", "H:D1, X:L1", ("H", "J"))
    upside_down = canonical("...... ..JJ#. ...... GXX.H. G...H. G...H.", "right", "H:U1, X:R1", ("H", "J"))
    transposed = canonical("GGG... ..X... ..X.J. ....J. HHH.#. ......", "bottom", "H:R1, X:D1", ("H", "J"))
    assert original == renamed == mirrored == upside_down == transposed
    assert original != canonical("G...H. G...H. GXX.H. ...... ..JJ#. ......", "left", "H:D1, X:R1", ("H", "J"))
