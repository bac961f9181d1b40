"""Unrolled walls as a player would type them."""

from __future__ import annotations

import pytest
from boards_as_text import assert_refused, read_or_refuse, samples, slips
from hypothesis import given
from hypothesis import strategies as st

from gametasks.qa_families.cylinder_coloring import TASK
from gametasks.schemas.cylinder_coloring import CandidateView, CylinderState, Reference, ViewAngle
from gametasks.schemas.cylinder_coloring.text import parse, text
from gametasks.solvers.cylinder_coloring import view_from

BOARD = """\
    C1 C2 C3 C4 C5 C6
R1  re bu ye re bu ge
R2  bu ge re ye re ye

C1 FROM 30 TO 90 DEGREES"""

STATE = CylinderState(
    bands=(
        ("red", "blue", "yellow", "red", "blue", "green"),
        ("blue", "green", "red", "yellow", "red", "yellow"),
    )
)


def test_a_wall_is_written_band_by_band() -> None:
    assert text(STATE) == BOARD
    assert parse(BOARD) == STATE


def test_labels_spacing_and_capitals_of_the_last_line_may_be_left_to_the_player() -> None:
    assert parse("re bu ye re bu  ge\n\n bu ge re ye re ye\nc1 from 30 to 90 degrees") == STATE


@pytest.mark.parametrize("family", [family.name for family in TASK.families])
def test_what_is_written_is_read_back(family: str) -> None:
    for state, _ in samples(TASK, family, 3):
        assert parse(text(state)) == state


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("R1  re", "R1  RE", 2, "'RE' in R1C1 is none of the colours"),
        ("R2  bu", "R2  xx", 3, "'xx' in R2C1 is none of the colours"),
        ("re ye\n", "re\n", 3, "the number of cells is 5 instead of 6"),
        ("FROM 30", "FROM 0", 5, "stands where C1 FROM 30 TO 90 DEGREES is expected"),
        ("R2  bu ge re ye re ye\n", "", 0, "there are 1 bands"),
        (BOARD, "re bu ye re bu\nre bu ye re bu\nC1 FROM 18 TO 90 DEGREES", 1, "the bands have 5 sectors"),
        ("C1 FROM 30 TO 90 DEGREES", "", 0, "there are 1 bands"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(old: str, new: str, line: int, words: str) -> None:
    assert_refused(parse, BOARD, (old, new), line, words)


@given(st.sampled_from([text(state) for state, _ in samples(TASK, "color_count")]).flatmap(slips))
def test_slips_of_the_hand_are_read_or_refused(slipped: str) -> None:
    read_or_refuse(slipped, parse, text)


@pytest.mark.parametrize("family", [family.name for family in TASK.families])
def test_a_prompt_tells_the_wall_and_the_views_and_no_more(family: str) -> None:
    for state, question in samples(TASK, family):
        told = TASK.modalities["text"](state, question)
        wall, borders, *views, legend = told.split("\n\n")
        assert parse(f"{wall}\n{borders}") == state
        assert len(views) == {CandidateView: 6, ViewAngle: 1}.get(type(question), 0)
        assert all(f" {colour}" in legend for colour in state.colours())


def test_an_extra_view_is_written_from_left_to_right() -> None:
    question = ViewAngle(view=view_from(STATE, 60), reference=Reference.VIEWS)
    told = TASK.modalities["text"](STATE, question)
    assert "EXTRA VIEW\nge re bu\nye bu ge\n" in told
    assert "R1 is band 1, and each column is a sector of 60°" in told
