"""Cylinder coloring: an upright cylinder of coloured patches, seen from several sides.

Azimuths are degrees around the cylinder, counter-clockwise seen from above: for a viewer at azimuth 0, azimuth 90 lies
to the right. A view is taken at a multiple of a sector's width, and its outline falls on borders of sectors: so the
first border lies at 90 degrees modulo that width, which is 0 for 8 and 12 sectors and half a sector for 6 and 10.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from gametasks.schemas._question import Question, State

__all__ = [
    "LEAST_BANDS",
    "MOST_BANDS",
    "REFERENCE_AZIMUTHS",
    "SECTORS",
    "VERSION",
    "CandidateView",
    "ColorCount",
    "CylinderQuestion",
    "CylinderState",
    "PatchColor",
    "Reference",
    "View",
    "ViewAngle",
    "equivalent_forms",
]

VERSION = 1
"""Raised whenever a sample of the same id would change."""

SECTORS = (6, 8, 10, 12)
"""Numbers of sectors that a cylinder may have; each divides 360, and half of them are seen from any side."""

LEAST_BANDS, MOST_BANDS = 2, 9

REFERENCE_AZIMUTHS = (0, 180)
"""From where the cylinder is shown: the two views have every patch once."""

View = tuple[tuple[str, ...], ...]
"""The colours that a viewer sees: a row for each band from the top, in it the patches from left to right."""

_Colours = Annotated[tuple[str, ...], msgspec.Meta(min_length=min(SECTORS), max_length=max(SECTORS))]


class Reference(StrEnum):
    """How the whole cylinder is shown: by its two views, or unrolled."""

    VIEWS = "views"
    UNROLLED = "unrolled"


class CylinderState(State, frozen=True, kw_only=True):
    """The colours of all patches.

    Attributes:
        bands: A row for each band from the top. It holds the colours of the band's sectors, azimuth growing; sector 0
            begins at the first border.
    """

    bands: Annotated[tuple[_Colours, ...], msgspec.Meta(min_length=LEAST_BANDS, max_length=MOST_BANDS)]

    def __post_init__(self) -> None:
        if self.sectors not in SECTORS or any(len(band) != self.sectors for band in self.bands):
            lengths = ", ".join(str(len(band)) for band in self.bands)
            allowed = ", ".join(map(str, SECTORS))
            raise ValueError(f"the bands have {lengths} sectors; all have the same number, one of {allowed}")

    @property
    def sectors(self) -> int:
        """The number of patches around the cylinder."""
        return len(self.bands[0])

    @property
    def width(self) -> int:
        """Degrees that a sector takes."""
        return 360 // self.sectors

    @property
    def first_border(self) -> int:
        """The azimuth in degrees where sector 0 begins."""
        return 90 % self.width

    def colours(self) -> tuple[str, ...]:
        """The colours that occur, in alphabetical order."""
        return tuple(sorted({colour for band in self.bands for colour in band}))


class CandidateView(Question, frozen=True, kw_only=True, tag="candidate_view"):
    """Which of six views, in the order of their letters, is the one from an azimuth."""

    azimuth: Annotated[int, msgspec.Meta(ge=0, lt=360)]
    options: tuple[View, ...]
    reference: Reference


class ViewAngle(Question, frozen=True, kw_only=True, tag="view_angle"):
    """From which azimuth a view was taken."""

    view: View
    reference: Reference


class PatchColor(Question, frozen=True, kw_only=True, tag="patch_color"):
    """Which colour the patch of a band, 1 on top, has whose middle lies at an azimuth."""

    band: Annotated[int, msgspec.Meta(ge=1, le=MOST_BANDS)]
    azimuth: Annotated[float, msgspec.Meta(ge=0, lt=360)]
    reference: Reference


class ColorCount(Question, frozen=True, kw_only=True, tag="color_count"):
    """How many patches of the whole surface have a colour."""

    colour: str
    reference: Reference


CylinderQuestion = CandidateView | ViewAngle | PatchColor | ColorCount


def equivalent_forms(state: CylinderState, question: CylinderQuestion) -> Iterator[tuple[Any, Any]]:
    """The same cylinder turned to all of its azimuths, with all that is shown and asked of it.

    A turn by half exchanges the two references, so it is the same puzzle; after any other turn the references show
    other halves. A mirror image is another cylinder, and colours have content.
    """
    for turn in range(state.sectors):
        degrees = turn * state.width
        bands = [[*band[turn:], *band[:turn]] for band in state.bands]
        shown_from = -degrees % 180
        match question:
            case CandidateView(azimuth=azimuth, options=options):
                asked: list[Any] = [(azimuth - degrees) % 360, sorted(options)]
            case ViewAngle(view=view):
                asked = [view]
            case PatchColor(band=band, azimuth=azimuth):
                asked = [band, (azimuth - degrees) % 360]
            case ColorCount(colour=colour):
                asked = [colour]
        yield bands, [question.family, shown_from, *asked]
