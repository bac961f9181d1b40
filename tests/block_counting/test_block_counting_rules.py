"""What is seen, hidden and counted, told on small drawn blocks."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace
from oracles.block_counting import cast, every_map, halves_of_tops, hidden, tones

from gametasks.qa_families.block_counting import TASK
from gametasks.schemas.block_counting import (
    BlockState,
    ColumnHeights,
    FloorSide,
    HiddenBlocks,
    SideView,
    TotalBlocks,
    equivalent_forms,
)
from gametasks.solvers.block_counting import count_hidden, every_top_is_seen, outline
from gametasks.verifiers.block_counting import VERIFIER

OUTLINES = ((3, 0, 1), (1, 0, 3), (3, 2, 1), (1, 2, 3), (2, 2, 1), (1, 2, 2))


def blocks(*rows: str, tallest: int = 4) -> BlockState:
    """Blocks by the digits of their rows, the back row first."""
    return BlockState(heights=tuple(tuple(map(int, row)) for row in rows), tallest=tallest)


def said(state: BlockState, question: object, given: object) -> str:
    """What is wrong with an answer; nothing for a right one."""
    diagnostic = VERIFIER.check(state, question, given).diagnostic  # type: ignore[arg-type]
    return diagnostic.message if diagnostic else ""


@pytest.mark.parametrize(
    ("rows", "number"),
    [
        (("1",), 0),
        (("3",), 0),
        (("22", "22"), 1),  # the lower cube at the back, between the front and the right one
        (("21", "11"), 1),  # below its seen top cube, walled in on both sides
        (("20", "10"), 0),  # its right face is seen
        (("2", "2"), 0),
        (("22", "21"), 1),
        (
            ("30", "12"),
            1,
        ),  # the second cube at the back left shows halves beside the front right column, the first none
        (("30", "11"), 0),  # lower by one, it leaves half of the first one's right face
        (("333", "333", "333"), 8),
        (("321", "221", "111"), 5),
    ],
)
def test_hidden_cubes_are_counted(rows: tuple[str, ...], number: int) -> None:
    state = blocks(*rows)
    assert TASK.solve(state, HiddenBlocks()).answer == number
    assert VERIFIER.answer(state, HiddenBlocks()) == number
    assert hidden(state.heights, 4, cast(state.heights, 4)) == number


def test_all_cubes_are_counted() -> None:
    assert VERIFIER.answer(blocks("311", "101"), TotalBlocks()) == 7
    assert TASK.solve(blocks("311", "101"), TotalBlocks()).answer == 7


@pytest.mark.parametrize(
    ("rows", "fair"),
    [
        (("00", "01"), False),  # the floor at the back lies behind the cube at the front right
        (("10", "01"), True),
        (("10", "02"), False),  # its top lies behind the top of the cube in front
        (("01", "10"), False),  # both halves of the tile are covered, each from one side
        (("01", "00"), True),  # one half is seen
        (("00", "10"), True),
        (("000", "000", "002"), False),
        (("000", "000", "001"), False),
        (("100", "000", "001"), False),  # the tile in the middle is hidden
        (("100", "010", "001"), True),
    ],
)
def test_every_top_must_be_seen_by_half(rows: tuple[str, ...], fair: bool) -> None:
    state = blocks(*rows)
    assert every_top_is_seen(state.heights) is fair
    assert TASK.solve(state, TotalBlocks()).unique is fair
    assert (VERIFIER.answer(state, TotalBlocks()) is not None) is fair
    assert (min(halves_of_tops(state.heights, cast(state.heights, 4)).values()) >= 1) is fair


@pytest.mark.parametrize(("rows", "columns", "tallest"), [(2, 2, 3), (2, 3, 2), (3, 2, 2), (3, 3, 1), (1, 4, 3)])
def test_the_view_of_a_fair_map_is_that_of_no_other_map(rows: int, columns: int, tallest: int) -> None:
    """All maps of a floor: tones alone, without the lines, tell a map in which every top is seen."""
    maps = list(every_map(rows, columns, tallest))
    views: dict[object, int] = {}
    for heights in maps:
        views[tones(heights, tallest)] = views.get(tones(heights, tallest), 0) + 1
    fair = [heights for heights in maps if every_top_is_seen(heights)]
    assert len(fair) > 20
    assert len(views) < len(maps) or 1 in (rows, tallest)  # else some maps do hide others
    assert all(views[tones(heights, tallest)] == 1 for heights in fair)


@pytest.mark.parametrize(("rows", "columns", "tallest"), [(2, 2, 3), (2, 3, 2), (3, 3, 1)])
def test_three_methods_agree_on_every_map_of_a_small_floor(rows: int, columns: int, tallest: int) -> None:
    for heights in every_map(rows, columns, tallest):
        state, seen = BlockState(heights=heights, tallest=tallest), cast(heights, tallest)
        fair = min(halves_of_tops(heights, seen).values()) >= 1
        assert every_top_is_seen(heights) is fair
        if fair:
            number = hidden(heights, tallest, seen)
            assert count_hidden(heights) == number
            assert VERIFIER.answer(state, HiddenBlocks()) == number


@pytest.mark.parametrize(
    ("side", "seen"), [("front", (3, 0, 1)), ("back", (1, 0, 3)), ("left", (3, 1)), ("right", (1, 3))]
)
def test_an_observer_sees_the_tallest_of_each_line_from_the_left(side: str, seen: tuple[int, ...]) -> None:
    state = blocks("301", "100")
    assert outline(state.heights, FloorSide(side)) == seen
    others = [tuple(4 if place == other else height for place, height in enumerate(seen)) for other in range(len(seen))]
    question = SideView(side=FloorSide(side), options=(*others, seen))
    letters = "ABCDEF"[: len(question.options)]
    assert [letter for letter in letters if VERIFIER.check(state, question, letter).correct] == [letters[-1]]


def test_a_wrong_option_is_told_by_its_first_wrong_place() -> None:
    question = SideView(side=FloorSide.FRONT, options=OUTLINES)
    assert VERIFIER.answer(blocks("301", "100"), question) == "A"
    assert said(blocks("301", "100"), question, "A") == ""
    assert said(blocks("301", "100"), question, "C") == "the view from the front differs in place 2 from the left"


def test_heights_are_judged_column_by_column() -> None:
    state = blocks("321", "201")
    assert VERIFIER.answer(state, ColumnHeights()) == ("321", "201")
    assert said(state, ColumnHeights(), ("321", "201")) == ""
    assert said(state, ColumnHeights(), ("321", "211")) == "R2C2, counted from the back left, has not 1 cubes"


def test_a_wrong_number_is_refused() -> None:
    assert "not 9" in said(blocks("301", "100"), TotalBlocks(), 9)


def test_states_are_floors_with_heights_that_are_allowed() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        BlockState(heights=((1, 2), (1,)), tallest=3)
    with pytest.raises(ValueError, match="more than 2 cubes"):
        blocks("31", tallest=2)
    with pytest.raises(msgspec.ValidationError, match="differ in length"):
        msgspec.json.decode(b'{"heights":[[1,2],[1]],"tallest":3}', type=BlockState)


def test_a_mirror_image_is_the_same_puzzle_and_a_turned_one_is_not() -> None:
    state = blocks("321", "201")
    question = SideView(side=FloorSide.FRONT, options=OUTLINES)
    mirrored = blocks("32", "20", "11")
    reversed_options = SideView(side=FloorSide.RIGHT, options=tuple(places[::-1] for places in OUTLINES[::-1]))
    turned = blocks("102", "123")

    def form(state: BlockState, question: object) -> object:
        return min(map(repr, equivalent_forms(state, question)))  # type: ignore[arg-type]

    assert form(state, question) == form(mirrored, reversed_options)
    assert form(state, question) != form(mirrored, question)
    assert form(state, TotalBlocks()) == form(mirrored, TotalBlocks())
    assert form(state, TotalBlocks()) != form(turned, TotalBlocks())
    assert form(state, TotalBlocks()) != form(replace(state, tallest=5), TotalBlocks())
    for first, second in ((FloorSide.FRONT, FloorSide.RIGHT), (FloorSide.BACK, FloorSide.LEFT)):
        assert outline(state.heights, first)[::-1] == outline(mirrored.heights, second)
