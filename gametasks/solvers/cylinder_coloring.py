"""Cylinder coloring, exactly: a view is half of every band, cut out at a place that grows with the azimuth."""

from __future__ import annotations

from gametasks.errors import RecordError
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.cylinder_coloring import (
    CandidateView,
    ColorCount,
    CylinderQuestion,
    CylinderState,
    PatchColor,
    View,
    ViewAngle,
)
from gametasks.solvers import Solution

__all__ = ["solve", "view_from"]


def view_from(state: CylinderState, azimuth: int) -> View:
    """What a viewer at an azimuth sees.

    The leftmost sector begins a quarter of a turn before the azimuth. For an azimuth of 0 that is a border, which lies
    a quarter of the sectors, rounded up, before the first one.

    Raises:
        RecordError: The azimuth is no multiple of a sector's width.
    """
    if azimuth % state.width:
        raise RecordError(f"a view from {azimuth} degrees would cut sectors of {state.width} degrees")
    first = azimuth // state.width - -(-state.sectors // 4)
    places = [(first + place) % state.sectors for place in range(state.sectors // 2)]
    return tuple(tuple(band[place] for place in places) for band in state.bands)


def solve(state: CylinderState, question: CylinderQuestion) -> Solution:
    """Answer by cutting out views; where a view is looked for, all that could be it are compared.

    Raises:
        RecordError: The question names an azimuth or a band that the cylinder does not have.
    """
    match question:
        case CandidateView(azimuth=azimuth, options=options):
            seen = view_from(state, azimuth)
            letters = [letter for letter, view in zip(OPTION_LETTERS, options, strict=True) if view == seen]
            return Solution(letters[0] if letters else None, unique=len(letters) == 1)
        case ViewAngle(view=view):
            azimuths = [place * state.width for place in range(state.sectors)]
            found = [azimuth for azimuth in azimuths if view_from(state, azimuth) == view]
            return Solution(found[0] if found else None, unique=len(found) == 1)
        case PatchColor(band=band, azimuth=azimuth):
            sector, rest = divmod((azimuth - state.first_border - state.width / 2) % 360, state.width)
            if rest or band > len(state.bands):
                raise RecordError(f"band {band} has no patch whose middle lies at {azimuth:g} degrees")
            return Solution(state.bands[band - 1][int(sector)])
        case ColorCount(colour=colour):
            return Solution(sum(band.count(colour) for band in state.bands))
