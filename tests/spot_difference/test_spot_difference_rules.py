"""What counts as a difference, told on small drawn panels."""

from __future__ import annotations

import pytest

from gametasks.qa_families.spot_difference import TASK
from gametasks.schemas import Cell, Format, parse_answer
from gametasks.schemas.spot_difference import (
    ChangeKind,
    DifferenceCells,
    DifferenceCount,
    Fill,
    Glyph,
    IdenticalPanel,
    Panel,
    Shape,
    Size,
    SpotState,
    equivalent_forms,
)

GLYPHS = {
    "o": Glyph(Shape.CIRCLE, "red", Size.SMALL, 0, Fill.SOLID),
    "O": Glyph(Shape.CIRCLE, "red", Size.LARGE, 0, Fill.SOLID),
    "0": Glyph(Shape.CIRCLE, "red", Size.LARGE, 0, Fill.DOTS),
    "*": Glyph(Shape.STAR, "red", Size.LARGE, 0, Fill.SOLID),
    "^": Glyph(Shape.TRIANGLE, "green", Size.LARGE, 0, Fill.HOLLOW),
    ">": Glyph(Shape.TRIANGLE, "green", Size.LARGE, 90, Fill.HOLLOW),
    "]": Glyph(Shape.TRIANGLE, "blue", Size.LARGE, 90, Fill.HOLLOW),
}


def panel(text: str) -> Panel:
    return tuple(tuple(GLYPHS[mark] for mark in row.split()) for row in text.strip().splitlines())


def pair(first: str, second: str) -> SpotState:
    panels = (panel(first), panel(second))
    return SpotState(rows=len(panels[0]), columns=len(panels[0][0]), panels=panels)


BEFORE = """
o ^ O
> > *
"""
AFTER = """
O ^ O
> ] *
"""


def test_a_cell_differs_when_its_glyph_does() -> None:
    state = pair(BEFORE, AFTER)
    assert TASK.solve(state, DifferenceCount()).answer == 2
    assert TASK.solve(state, DifferenceCells()).answer == {Cell(1, 1), Cell(2, 2)}


@pytest.mark.parametrize(
    ("mine", "other", "kind"),
    [("o", "O", "size"), ("O", "0", "fill"), ("O", "*", "shape"), ("^", ">", "rotation"), (">", "]", "colour")],
)
def test_the_changed_attribute_is_named(mine: str, other: str, kind: str) -> None:
    for state in (pair(f"^ {mine}", f"^ {other}"), pair(f"^ {other}", f"^ {mine}")):
        solution = TASK.solve(state, ChangeKind())
        assert (solution.answer, solution.unique) == (kind, True)
        assert TASK.verifier.answer(state, ChangeKind()) == kind
        assert TASK.verifier.check(state, ChangeKind(), kind).correct
        assert not TASK.verifier.check(state, ChangeKind(), "size" if kind != "size" else "fill").correct


def test_two_changes_have_no_single_kind() -> None:
    state = pair(BEFORE, AFTER)
    assert TASK.solve(state, ChangeKind()).unique is False
    assert TASK.verifier.answer(state, ChangeKind()) is None


def test_listed_cells_are_judged_one_by_one() -> None:
    state = pair(BEFORE, AFTER)
    check = TASK.verifier.check
    assert check(state, DifferenceCells(), frozenset({Cell(2, 2), Cell(1, 1)})).correct
    missing = check(state, DifferenceCells(), frozenset({Cell(2, 2)}))
    assert missing.diagnostic is not None
    assert missing.diagnostic.kind == "missing_difference"
    surplus = check(state, DifferenceCells(), frozenset({Cell(2, 2), Cell(1, 1), Cell(1, 3)}))
    assert surplus.diagnostic is not None
    assert surplus.diagnostic.message == "R1C3 is the same in both panels"
    assert not check(state, DifferenceCells(), frozenset()).correct


def test_the_identical_panel_is_the_one_without_a_difference() -> None:
    changed = ["O ^ O\n> > *", "o ^ 0\n> > *", "O ^ O\n] > *", "o ^ 0\n] > *", "O ^ 0\n] > *"]
    question = IdenticalPanel(options=tuple(panel(text) for text in [*changed[:2], BEFORE, *changed[2:]]))
    state = SpotState(rows=2, columns=3, panels=(panel(BEFORE),))
    solution = TASK.solve(state, question)
    assert (solution.answer, solution.unique) == ("C", True)
    verdict = TASK.verifier.check(state, question, "D")
    assert verdict.diagnostic is not None
    assert verdict.diagnostic.message == "option D differs from the reference in R1C1, R2C1"


def test_the_order_of_panels_and_options_has_no_content_but_their_glyphs_have() -> None:
    state, swapped, other = pair(BEFORE, AFTER), pair(AFTER, BEFORE), pair(BEFORE, AFTER.replace("]", "^"))
    assert min(equivalent_forms(state, DifferenceCount())) == min(equivalent_forms(swapped, DifferenceCount()))
    assert min(equivalent_forms(state, DifferenceCount())) != min(equivalent_forms(other, DifferenceCount()))
    single = SpotState(rows=2, columns=3, panels=(panel(BEFORE),))
    options = (panel(AFTER), panel(BEFORE))
    assert min(equivalent_forms(single, IdenticalPanel(options=options))) == min(
        equivalent_forms(single, IdenticalPanel(options=options[::-1]))
    )


@pytest.mark.parametrize("text", ["colour", "Color", "orientation", "pattern"])
def test_usual_names_of_the_attributes_are_understood(text: str) -> None:
    family = TASK.family("change_kind")
    kind = family.answer_kind(pair(BEFORE, AFTER), ChangeKind())
    assert parse_answer(kind, text) in {"colour", "rotation", "fill"}


def test_the_formats_are_those_of_the_design() -> None:
    formats = {family.name: family.formats for family in TASK.families}
    assert formats == {
        "difference_count": (Format.OPEN, Format.CHOICE),
        "difference_cells": (Format.OPEN,),
        "change_kind": (Format.OPEN,),
        "identical_panel": (Format.CHOICE,),
    }
