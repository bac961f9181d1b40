"""Panels of glyphs as a player would type them."""

from __future__ import annotations

import re

import pytest
from boards_as_text import assert_refused, read_or_refuse, samples, slips
from hypothesis import given
from hypothesis import strategies as st

from gametasks.qa_families.spot_difference import TASK
from gametasks.schemas._board import MOST_LINES
from gametasks.schemas._palette import COLOURS
from gametasks.schemas.spot_difference import SHAPES, Fill, Glyph, IdenticalPanel, Shape, Size, SpotState
from gametasks.schemas.spot_difference.text import parse, text

BOARD = """\
PANEL 1
    C1         C2
R1  STreL0so   TRbuS180ho

PANEL 2
    C1         C2
R1  STreL0do   TRbuS180ho"""

STAR = Glyph(Shape.STAR, "red", Size.LARGE, 0, Fill.SOLID)
DOTTED = Glyph(Shape.STAR, "red", Size.LARGE, 0, Fill.DOTS)
TRIANGLE = Glyph(Shape.TRIANGLE, "blue", Size.SMALL, 180, Fill.HOLLOW)
STATE = SpotState(rows=1, columns=2, panels=(((STAR, TRIANGLE),), ((DOTTED, TRIANGLE),)))


def test_panels_are_written_one_below_the_other() -> None:
    assert text(STATE) == BOARD
    assert parse(BOARD) == STATE


def test_the_width_of_columns_does_not_tell_where_panels_differ() -> None:
    turned = Glyph(Shape.TRIANGLE, "blue", Size.SMALL, 0, Fill.HOLLOW)
    state = SpotState(rows=1, columns=2, panels=(((TRIANGLE, STAR),), ((turned, STAR),)))
    headers = {line for line in text(state).splitlines() if "C1" in line}
    assert len(headers) == 1


def test_labels_and_spacing_may_be_left_to_the_player() -> None:
    assert parse("PANEL\n\n STreL0so   TRbuS180ho \n") == SpotState(rows=1, columns=2, panels=(((STAR, TRIANGLE),),))


@pytest.mark.parametrize("family", [family.name for family in TASK.families])
def test_what_is_written_is_read_back(family: str) -> None:
    for state, _ in samples(TASK, family, 3):
        assert parse(text(state)) == state


@pytest.mark.parametrize("colour", COLOURS)
def test_every_glyph_has_a_code_of_its_own(colour: str) -> None:
    glyphs = [
        Glyph(shape, colour, size, rotation, fill)
        for shape, facts in SHAPES.items()
        for size in Size
        for rotation in facts.rotations
        for fill in Fill
    ]
    for start in range(0, len(glyphs), MOST_LINES):
        row = tuple(glyphs[start : start + MOST_LINES])
        state = SpotState(rows=1, columns=len(row), panels=((row,),))
        assert parse(text(state)) == state


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("STreL0do", "STreL90do", 7, "a star is turned by 0, 180 degrees, not by 90"),
        ("STreL0do", "XXreL0do", 7, "XX is no shape"),
        ("STreL0do", "STrrL0do", 7, "rr is no colour"),
        ("STreL0do", "STreX0do", 7, "X is no size"),
        ("STreL0do", "STreL0xx", 7, "xx is no fill"),
        ("STreL0do", "star", 7, "'star' is no code"),
        ("R1  STreL0do", "R2  STreL0do", 7, "the label R1 is expected"),
        ("PANEL 1", "PANEL 3", 1, "the titles are neither"),
        ("PANEL 2\n    C1         C2\nR1  STreL0do   TRbuS180ho", "PANEL 2\nSTreL0do", 5, "the panel has 1 x 1 cells"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(old: str, new: str, line: int, words: str) -> None:
    assert_refused(parse, BOARD, (old, new), line, words)


@given(st.sampled_from([text(state) for state, _ in samples(TASK, "change_kind")]).flatmap(slips))
def test_slips_of_the_hand_are_read_or_refused(slipped: str) -> None:
    read_or_refuse(slipped, parse, text)


@pytest.mark.parametrize("family", [family.name for family in TASK.families])
def test_a_prompt_tells_the_panels_and_their_codes_and_no_more(family: str) -> None:
    for state, question in samples(TASK, family):
        *boards, legend = TASK.modalities["text"](state, question).split("\n\n")
        titles = [board.partition("\n")[0] for board in boards]
        panels = tuple(parse(f"PANEL\n{board.partition(chr(10))[2]}").panels[0] for board in boards)
        if isinstance(question, IdenticalPanel):
            assert titles == ["REFERENCE PANEL", *(f"OPTION PANEL {letter}" for letter in "ABCDEF")]
            assert panels == (*state.panels, *question.options)
        else:
            assert titles == ["PANEL 1", "PANEL 2"]
            assert panels == state.panels
        codes = set(re.findall(r"\b([A-Z]{2}) ", legend))
        assert codes == {code[:2] for board in boards for code in re.findall(r"[A-Z]{2}[a-z]{2}[LMS]", board)}
