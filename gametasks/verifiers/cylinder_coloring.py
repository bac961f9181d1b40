"""Cylinder coloring, plainly: walk around the cylinder and look which patch lies in each direction.

All angles here are halves of a degree, so that the middle of every patch is a whole number.

The pictures are part of the rules: each patch that is shown must be one flat colour, the same for the same name
everywhere, and clearly another one for another name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gametasks.errors import RecordError
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.cylinder_coloring import (
    VERSION,
    CandidateView,
    ColorCount,
    CylinderQuestion,
    CylinderState,
    PatchColor,
    Reference,
    View,
    ViewAngle,
)
from gametasks.verifiers import CORRECT, Regions, Verdict, Verifier, compare, wrong

if TYPE_CHECKING:  # scoring must not pay for NumPy
    from gametasks.verifiers._verifier import Pixels

__all__ = ["VERIFIER"]

_ROUND = 720
_LEAST_PIXELS = 6
"""Least width and height of the flat part of a patch."""
_CLEAR = 40
"""Least difference of a channel (0..255) between two colours of different names."""


def _sector_at(state: CylinderState, azimuth: int) -> int:
    """The sector, from 0, that lies in a direction; a border belongs to the sector that begins there."""
    for sector in range(len(state.bands[0])):
        begin = 2 * (state.first_border + sector * state.width)
        if (azimuth - begin) % _ROUND < 2 * state.width:
            return sector
    raise RecordError(f"no sector lies at {azimuth / 2:g} degrees")


def _seen(state: CylinderState, azimuth: int) -> View:
    """What a viewer at an azimuth in degrees sees, from a quarter turn to the left to a quarter turn to the right."""
    if (azimuth - 90 - state.first_border) % state.width:
        raise RecordError(f"a quarter turn from {azimuth} degrees lies no border, so the view would cut patches")
    middles = range(2 * (azimuth - 90) + state.width, 2 * (azimuth + 90), 2 * state.width)
    sectors = [_sector_at(state, middle) for middle in middles]
    return tuple(tuple(band[sector] for sector in sectors) for band in state.bands)


def answer(state: CylinderState, question: CylinderQuestion) -> Any:
    """Work the answer out by walking around; None where there is not exactly one.

    Raises:
        RecordError: The question names a band that the cylinder does not have, or what is no middle of a patch.
    """
    match question:
        case CandidateView(azimuth=azimuth, options=options):
            lettered = zip(OPTION_LETTERS, options, strict=True)
            letters = [letter for letter, view in lettered if _first_difference(view, _seen(state, azimuth)) is None]
            return letters[0] if len(letters) == 1 else None
        case ViewAngle(view=view):
            stops = range(0, 360, state.width)
            azimuths = [stop for stop in stops if _first_difference(view, _seen(state, stop)) is None]
            return azimuths[0] if len(azimuths) == 1 else None
        case PatchColor(band=band, azimuth=azimuth):
            middle = azimuth * 2
            if band > len(state.bands) or (middle - 2 * state.first_border) % (2 * state.width) != state.width:
                raise RecordError(f"band {band} has no patch with its middle at {azimuth:g} degrees")
            return state.bands[band - 1][_sector_at(state, int(middle))]
        case ColorCount(colour=colour):
            return sum(patch == colour for band in state.bands for patch in band)


def check(state: CylinderState, question: CylinderQuestion, given: Any) -> Verdict:
    """A view must show every patch as it is seen from the azimuth; any other answer must be what the walk gives."""
    match question:
        case CandidateView(azimuth=azimuth, options=options):
            place = _first_difference(options[OPTION_LETTERS.index(given)], _seen(state, azimuth))
            if place is not None:
                return wrong("not_the_view", f"option {given} is wrong in {place}")
            return CORRECT
        case ViewAngle(view=view) if given % state.width == 0:
            place = _first_difference(view, _seen(state, given))
            return CORRECT if place is None else wrong("not_the_view", f"from {given} degrees, {place} is another one")
    return compare(given, answer(state, question))


def _first_difference(view: View, other: View) -> str | None:
    """The first patch in which two views differ, band by band from the top and from left to right."""
    if [len(band) for band in view] != [len(band) for band in other]:
        return "the number of its patches"
    for number, (band, other_band) in enumerate(zip(view, other, strict=True), 1):
        for place, (mine, its) in enumerate(zip(band, other_band, strict=True), 1):
            if mine != its:
                return f"band {number}, patch {place} from the left"
    return None


def check_pixels(
    state: CylinderState, question: CylinderQuestion, images: Sequence[Pixels], regions: Sequence[Regions]
) -> Verdict:
    """Look at the middle of every patch that is shown.

    In the references, regions are called ``view 0 R1C2``, ``view 180 R1C2`` or ``unrolled R1C2``: band and place from
    the left. In a picture with a single view they are called ``view R1C2``.
    """
    shades: dict[str, tuple[int, ...]] = {}
    for name, number, place in _shown(state, question):
        x, y, w, h = regions[number][place]
        patch = images[number][y : y + h, x : x + w].reshape(-1, 3)
        if min(w, h) < _LEAST_PIXELS:
            return wrong("narrow_patch", f"{place} is only {w} by {h} pixels large")
        shade = tuple(int(channel) for channel in patch[0])
        if (patch != patch[0]).any():
            return wrong("shaded_patch", f"{place} has more than one colour")
        if shades.setdefault(name, shade) != shade:
            return wrong("unequal_colour", f"{place} does not look like the other {name} patches")
    names = sorted(shades)
    for number, name in enumerate(names):
        for other in names[number + 1 :]:
            if max(abs(a - b) for a, b in zip(shades[name], shades[other], strict=True)) < _CLEAR:
                return wrong("unclear_colours", f"{name} and {other} look almost alike")
    return CORRECT


def _shown(state: CylinderState, question: CylinderQuestion) -> Iterator[tuple[str, int, str]]:
    """Every patch in the pictures: the name of its colour, the number of its picture, from 0, and its region."""
    if question.reference is Reference.UNROLLED:
        yield from _patches(state.bands, 0, "unrolled")
    else:
        for azimuth in (0, 180):
            yield from _patches(_seen(state, azimuth), 0, f"view {azimuth}")
    match question:
        case CandidateView(options=options):
            for number, view in enumerate(options, 1):
                yield from _patches(view, number, "view")
        case ViewAngle(view=view):
            yield from _patches(view, 1, "view")


def _patches(view: View, number: int, prefix: str) -> Iterator[tuple[str, int, str]]:
    for band, row in enumerate(view, 1):
        for place, name in enumerate(row, 1):
            yield name, number, f"{prefix} R{band}C{place}"


VERIFIER: Verifier[CylinderState, CylinderQuestion] = Verifier(
    name=__name__,
    version=VERSION,
    state=CylinderState,
    question=CylinderQuestion,
    check=check,
    answer=answer,
    check_pixels=check_pixels,
)
