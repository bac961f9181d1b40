"""Viewpoint match in pictures: the plan of the floor with its cameras, and what a viewpoint sees."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.renderers import Picture, style_ranges
from gametasks.renderers.viewpoint_match.plan import LOOKS, draw_plan
from gametasks.renderers.viewpoint_match.view import draw_picture
from gametasks.schemas import Ranges, Style, StyleRanges
from gametasks.schemas.viewpoint_match import CameraChoice, ViewpointQuestion, ViewState

__all__ = ["draw", "styles"]

_ORNAMENTS = ("none", "corners", "waves", "squares")
"""A frame would run through the names of the cameras."""


def styles(ranges: Ranges, state: ViewState) -> StyleRanges:
    """Every look in every theme; the two sets of ranges differ in the sizes of their pictures."""
    sizes = (832, 928, 1024) if ranges is Ranges.DATASET else (880, 976)
    return style_ranges(tuple(LOOKS), sizes, ("plain", "plate"), _ORNAMENTS)


def draw(state: ViewState, question: ViewpointQuestion, style: Style) -> Sequence[Picture]:
    """Draw the plan, and the picture whose camera is asked for, if one is.

    Regions: on the plan ``pillar G``, ``swatch G`` (its flat colour) and ``camera A`` or ``camera 1``; in the picture
    ``view``, and ``eye line``, a row of pixels at the camera's height.
    """
    if isinstance(question, CameraChoice):
        return draw_plan(state, "ABCDEF", style), draw_picture(state, question.viewpoint, style)
    return (draw_plan(state, "123456", style),)
