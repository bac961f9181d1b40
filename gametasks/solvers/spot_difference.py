"""Spot the difference, exactly: two panels are two sets of (place, glyph) pairs."""

from __future__ import annotations

from gametasks.schemas import Cell
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.spot_difference import (
    Attribute,
    ChangeKind,
    DifferenceCells,
    DifferenceCount,
    IdenticalPanel,
    Panel,
    SpotQuestion,
    SpotState,
    glyphs_of,
)
from gametasks.solvers import Solution

__all__ = ["differing_cells", "solve"]


def differing_cells(first: Panel, second: Panel) -> frozenset[Cell]:
    """The cells whose glyph is in one of the panels only."""
    return frozenset(cell for cell, _ in glyphs_of(first).items() ^ glyphs_of(second).items())


def solve(state: SpotState, question: SpotQuestion) -> Solution:
    """Answer by comparing every cell.

    The answer is unique where the question says how many cells, attributes or panels there are to find: then
    nothing but the one answer was found.
    """
    match question:
        case IdenticalPanel(options=options):
            equal = [letter for letter, panel in zip(OPTION_LETTERS, options, strict=True) if panel == state.panels[0]]
            return Solution(equal[0] if equal else None, unique=len(equal) == 1)
        case DifferenceCount():
            return Solution(len(differing_cells(*state.panels)))
        case DifferenceCells():
            return Solution(differing_cells(*state.panels))
        case ChangeKind():
            kinds = _changed_attributes(state)
            return Solution(str(kinds[0]) if kinds else None, unique=len(kinds) == 1)


def _changed_attributes(state: SpotState) -> list[Attribute]:
    """One entry for every attribute of every cell that differs."""
    first, second = map(glyphs_of, state.panels)
    return [
        attribute
        for cell in sorted(differing_cells(*state.panels))
        for attribute in Attribute
        if getattr(first[cell], attribute) != getattr(second[cell], attribute)
    ]
