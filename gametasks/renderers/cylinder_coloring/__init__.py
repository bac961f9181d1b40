"""Cylinder coloring in pictures: the references with a plan, and further views as pictures of their own."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.renderers import ORNAMENTS, TITLE_STYLES, Page, Picture, Region, option_pictures, style_ranges
from gametasks.renderers.cylinder_coloring.builds import BUILDS
from gametasks.renderers.cylinder_coloring.reference import draw_reference
from gametasks.renderers.cylinder_coloring.view import draw_single_view
from gametasks.schemas import Ranges, Role, Style, StyleRanges
from gametasks.schemas.cylinder_coloring import CandidateView, CylinderQuestion, CylinderState, View, ViewAngle

__all__ = ["draw", "styles"]

_SIZES = {Ranges.DATASET: (512, 640, 768, 896, 1024), Ranges.EVALUATION: (576, 704, 832, 960)}
_SMALLEST = {6: 512, 8: 512, 10: 576, 12: 768}
"""The smallest picture by the number of sectors: patches at the outline have to be ten pixels wide."""


def styles(ranges: Ranges, state: CylinderState) -> StyleRanges:
    """Every look in every theme, at the sizes that leave room for the narrowest patches."""
    sizes = tuple(size for size in _SIZES[ranges] if size >= _SMALLEST[state.sectors])
    return style_ranges(tuple(BUILDS), sizes, TITLE_STYLES, ORNAMENTS)


def draw(state: CylinderState, question: CylinderQuestion, style: Style) -> Sequence[Picture]:
    """Draw the references, and the candidates or the extra view where the question has them."""

    def single(view: View, title: str) -> tuple[Page, dict[str, Region]]:
        return draw_single_view(view, title, style)

    match question:
        case CandidateView(options=options):
            reference = draw_reference(state, question.reference, style, Role.REFERENCE)
            return [reference, *option_pictures(options, single, "view")]
        case ViewAngle(view=view):
            reference = draw_reference(state, question.reference, style, Role.REFERENCE)
            page, regions = single(view, "EXTRA VIEW")
            return [reference, page.picture(Role.QUESTION, "the extra view of the cylinder", regions)]
    return [draw_reference(state, question.reference, style, Role.QUESTION)]
