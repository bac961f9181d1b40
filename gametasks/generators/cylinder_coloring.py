"""Cylinder coloring: cylinders of coloured patches, with the view, the colour or the number that is asked for first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from gametasks.errors import Rejection
from gametasks.generators import Draft
from gametasks.generators._ring import CHANGES, ring
from gametasks.schemas import PAINTS, Ranges, Statistics
from gametasks.schemas.cylinder_coloring import (
    REFERENCE_AZIMUTHS,
    CandidateView,
    ColorCount,
    CylinderState,
    PatchColor,
    Reference,
    View,
    ViewAngle,
)
from gametasks.solvers.cylinder_coloring import view_from
from gametasks.streams import Stream

__all__ = [
    "LEAST_DIFFERENCE",
    "LEVELS",
    "CylinderParams",
    "asked_azimuths",
    "sample_candidate_view",
    "sample_color_count",
    "sample_patch_color",
    "sample_view_angle",
]

LEAST_DIFFERENCE = 2
"""Patches by which any two views of a cylinder differ at least, and any two candidates."""

_TRIES = 500


@dataclass(frozen=True, slots=True)
class CylinderParams:
    """Structural ranges of a level; pairs are inclusive bounds.

    Attributes:
        layouts: Possible (sectors, bands).
        colours: Number of colours.
        counted: Number of patches of one colour, where they are counted.
    """

    layouts: tuple[tuple[int, int], ...]
    colours: tuple[int, int]
    counted: tuple[int, int]


LEVELS: Mapping[Ranges, Sequence[CylinderParams]] = {
    Ranges.DATASET: (
        CylinderParams(((6, 2),), (5, 5), (1, 5)),
        CylinderParams(((8, 2),), (4, 5), (2, 7)),
        CylinderParams(((8, 3),), (4, 5), (3, 9)),
        CylinderParams(((10, 3),), (4, 4), (4, 11)),
        CylinderParams(((12, 4),), (4, 4), (6, 16)),
    ),
    # No layout of these is one of `dataset`.
    Ranges.EVALUATION: (
        CylinderParams(((6, 3),), (5, 5), (1, 6)),
        CylinderParams(((10, 2),), (5, 5), (2, 7)),
        CylinderParams(((8, 4), (12, 2)), (4, 5), (3, 9)),
        CylinderParams(((10, 4), (12, 3)), (4, 4), (5, 13)),
        CylinderParams(((10, 5), (12, 5)), (4, 4), (7, 18)),
    ),
}


def asked_azimuths(state: CylinderState) -> list[int]:
    """From where a view may be asked for: the middles of views but those of the references."""
    return [azimuth for azimuth in range(0, 360, state.width) if azimuth not in REFERENCE_AZIMUTHS]


def sample_candidate_view(params: CylinderParams, rng: Stream) -> Draft[CylinderState, CandidateView]:
    """Draw an azimuth and a cylinder, then a ring of three changes to its view from there.

    In the wrong candidates, bands are turned: they look as they do from somewhere else. Of every pair of a band's
    looks, either could be the right one, so that the six alone tell nothing.
    """
    layout = rng.choice(params.layouts)
    for _ in range(_TRIES):
        state = _cylinder(layout, rng.within(params.colours), rng)
        azimuth = rng.choice(asked_azimuths(state))
        options = _candidates(state, azimuth, rng)
        references = {view_from(state, shown) for shown in REFERENCE_AZIMUTHS}
        if references.isdisjoint(options) and all(_differ(*pair) for pair in combinations(options, 2)):
            question = CandidateView(azimuth=azimuth, options=tuple(rng.shuffle(options)), reference=_reference(rng))
            return Draft(state, question, _statistics(state, question.reference))
    raise Rejection("no candidates found")


def sample_view_angle(params: CylinderParams, rng: Stream) -> Draft[CylinderState, ViewAngle]:
    """Draw a cylinder and the azimuth of a view."""
    state = _cylinder(rng.choice(params.layouts), rng.within(params.colours), rng)
    question = ViewAngle(view=view_from(state, rng.choice(asked_azimuths(state))), reference=_reference(rng))
    return Draft(state, question, _statistics(state, question.reference))


def sample_patch_color(params: CylinderParams, rng: Stream) -> Draft[CylinderState, PatchColor]:
    """Draw a cylinder and one of its patches, then the colour of this patch: it is exchanged with what was there."""
    state = _cylinder(rng.choice(params.layouts), rng.within(params.colours), rng)
    band, sector = rng.integers(0, len(state.bands)), rng.integers(0, state.sectors)
    wanted, found = rng.choice(state.colours()), state.bands[band][sector]
    exchanged = {wanted: found, found: wanted}
    state = CylinderState(bands=tuple(tuple(exchanged.get(c, c) for c in row) for row in state.bands))
    azimuth = (state.first_border + (sector + 0.5) * state.width) % 360
    question = PatchColor(band=band + 1, azimuth=azimuth, reference=_reference(rng))
    return Draft(state, question, _statistics(state, question.reference))


def sample_color_count(params: CylinderParams, rng: Stream) -> Draft[CylinderState, ColorCount]:
    """Draw how many patches have the colour, then a cylinder with so many."""
    count = rng.within(params.counted)
    state, colour = _cylinder_with(rng.choice(params.layouts), rng.within(params.colours), count, rng)
    question = ColorCount(colour=colour, reference=_reference(rng))
    return Draft(state, question, _statistics(state, question.reference))


def _reference(rng: Stream) -> Reference:
    """The unrolled surface is easier to read than two views, and is drawn half as often."""
    return rng.choice((Reference.VIEWS, Reference.VIEWS, Reference.UNROLLED))


def _cylinder(layout: tuple[int, int], colours: int, rng: Stream) -> CylinderState:
    """A random cylinder in which no two neighbours of a band have one colour, and any two views differ clearly."""
    sectors, bands = layout
    names = rng.sample(PAINTS, colours)
    for _ in range(_TRIES):
        state = CylinderState(bands=tuple(_band([None] * sectors, names, rng) for _ in range(bands)))
        if len(state.colours()) == colours and _views_differ(state):
            return state
    raise Rejection("no cylinder found")


def _cylinder_with(layout: tuple[int, int], colours: int, count: int, rng: Stream) -> tuple[CylinderState, str]:
    """A cylinder with so many patches of one colour, and that colour."""
    sectors, bands = layout
    counted, *others = rng.sample(PAINTS, colours)
    for _ in range(_TRIES):
        rows: list[list[str | None]] = [[None] * sectors for _ in range(bands)]
        free = rng.shuffle([(band, sector) for band in range(bands) for sector in range(sectors)])
        left = count
        for band, sector in free:
            row = rows[band]
            if left and counted not in (row[sector - 1], row[(sector + 1) % sectors]):
                row[sector] = counted
                left -= 1
        if left:
            continue
        state = CylinderState(bands=tuple(_band(row, others, rng) for row in rows))
        if len(state.colours()) == colours and _views_differ(state):
            return state, counted
    raise Rejection("no cylinder found")


def _band(given: Sequence[str | None], names: Sequence[str], rng: Stream) -> tuple[str, ...]:
    """Fill the free patches of a band, with three colours or more, so that no two neighbours have the same."""
    band = list(given)
    for sector, colour in enumerate(given):
        if colour is None:
            around = (band[sector - 1], band[(sector + 1) % len(band)])
            band[sector] = rng.choice([name for name in names if name not in around])
    return tuple(colour for colour in band if colour is not None)


def _views_differ(state: CylinderState) -> bool:
    views = [view_from(state, azimuth) for azimuth in range(0, 360, state.width)]
    return all(_differ(*pair) for pair in combinations(views, 2))


def _differ(first: View, second: View) -> bool:
    """Whether two views differ in as many patches as they must."""
    patches = (
        mine != other
        for row, other_row in zip(first, second, strict=True)
        for mine, other in zip(row, other_row, strict=True)
    )
    return sum(patches) >= LEAST_DIFFERENCE


def _candidates(state: CylinderState, azimuth: int, rng: Stream) -> list[View]:
    """The view from an azimuth, and five others in which bands are turned; two bands are also exchanged."""
    turned = rng.sample(range(len(state.bands)), min(CHANGES, len(state.bands)))
    elsewhere = [other for other in range(0, 360, state.width) if other != azimuth]
    changes: list[Any] = [partial(_turn, band, view_from(state, rng.choice(elsewhere))) for band in turned]
    if len(changes) < CHANGES:
        changes.append(_exchange)
    candidates = []
    for made in ring(changes, rng, plain=True):
        view = view_from(state, azimuth)
        for change in made:
            view = change(view)
        candidates.append(view)
    return candidates


def _turn(band: int, other: View, view: View) -> View:
    """A view with one band as it is in another view."""
    return (*view[:band], other[band], *view[band + 1 :])


def _exchange(view: View) -> View:
    """A view of two bands, the lower one on top."""
    return view[::-1]


def _statistics(state: CylinderState, reference: Reference) -> Statistics:
    return {
        "sectors": state.sectors,
        "bands": len(state.bands),
        "colours": len(state.colours()),
        "reference": str(reference),
    }
