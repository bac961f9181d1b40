"""Cylinders in the pixels of a picture: sight lines are cast at many pixels, and what they meet is the surface.

Of a picture only the boxes of the wall and of its upper edge are known. They tell the radius, the height and the tilt
of the viewer; a sight line through a pixel meets the wall at an azimuth and a height, and the pixel has its colour. No
list of visible patches is used, neither the solver's nor the verifier's. Names of colours come from the state, which
must have one name for each paint and one paint for each name.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from colour_difference import distance
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Regions = Mapping[str, tuple[int, int, int, int]]
Paint = tuple[int, int, int]
Patch = tuple[int, int]
"""Band from the top and sector from the first border, both from 0."""

STEP = 3
"""Pixels between two sight lines."""
CLEARANCE = 6
"""Pixels that a sight line keeps from the borders, which are drawn a few pixels wide."""


class Hit(NamedTuple):
    """Where a sight line meets the wall: the patch and the pixel."""

    patch: Patch
    x: int
    y: int


class Disagreement(Exception):
    """What is wrong with a picture."""


def sector_of(azimuth: float, sectors: int) -> tuple[int, float, float]:
    """The sector that lies at an azimuth, and the azimuths of its two borders; one of them lies at 90 degrees."""
    width = 360 / sectors
    start = azimuth - (azimuth - 90) % width
    return round((start - 90 % width) % 360 / width) % sectors, start, start + width


def cast(regions: Regions, name: str, viewer: float, sectors: int, bands: int) -> Iterator[Hit]:
    """Sight lines through the pixels of a view, of a viewer at an azimuth."""
    x0, y0, w, h = regions[name]
    _, _, lid_w, lid_h = regions[f"{name} lid"]
    radius, lift = w / 2, math.asin(lid_h / lid_w)
    tall = h - lid_h / 2  # the height of the wall on the picture
    for x in range(x0 + 1, x0 + w, STEP):
        across = (x + 0.5 - x0) / radius - 1
        depth = math.sqrt(1 - across**2)
        azimuth = math.degrees(math.asin(across))
        sector, *borders = sector_of(viewer + azimuth, sectors)
        if min(abs(math.sin(math.radians(border - viewer)) - across) for border in borders) * radius < CLEARANCE:
            continue
        top = y0 + radius * depth * math.sin(lift)
        for y in range(math.ceil(top), math.floor(top + tall), STEP):
            down = (y + 0.5 - top) / tall * bands
            if abs(down - round(down)) * tall / bands > CLEARANCE + 0.05 * radius:
                yield Hit((int(down), sector), x, y)


def unroll(regions: Regions, sectors: int, bands: int) -> Iterator[Hit]:
    """The pixels of the unrolled wall, whose left edge is the first border."""
    x0, y0, w, h = regions["unrolled"]
    for x in range(x0, x0 + w, STEP):
        along = (x + 0.5 - x0) / w * sectors
        for y in range(y0, y0 + h, STEP):
            down = (y + 0.5 - y0) / h * bands
            if min(abs(along - round(along)) * w / sectors, abs(down - round(down)) * h / bands) > CLEARANCE:
                yield Hit((int(down), int(along)), x, y)


class Seen:
    """What a picture shows of the wall: the paint of every patch that sight lines meet, and one of its pixels."""

    def __init__(self, image: Pixels, hits: Iterator[Hit]) -> None:
        self.image = image
        self.paints: dict[Patch, Paint] = {}
        self.pixels: dict[Patch, list[tuple[int, int]]] = {}
        for patch, x, y in hits:
            red, green, blue = map(int, image[y, x])
            if self.paints.setdefault(patch, (red, green, blue)) != (red, green, blue):
                raise Disagreement(f"the patch {patch} has two colours")
            self.pixels.setdefault(patch, []).append((x, y))


def pictures_of(state, question, images, regions) -> tuple[list[Seen], list[Seen]]:
    """What the references show, and the further pictures; those as if they were taken from azimuth 0."""
    sectors, bands = len(state.bands[0]), len(state.bands)
    if question.reference == "unrolled":
        whole = [Seen(images[0], unroll(regions[0], sectors, bands))]
    else:
        whole = [Seen(images[0], cast(regions[0], f"view {az}", az, sectors, bands)) for az in (0, 180)]
    others = zip(images[1:], regions[1:], strict=True)
    return whole, [Seen(image, cast(places, "view", 0, sectors, bands)) for image, places in others]


def surface_of(state, references: list[Seen]) -> dict[Patch, Paint]:
    """The paints of the whole wall, each patch shown once; they must be those of the state."""
    surface: dict[Patch, Paint] = {}
    for seen in references:
        if surface.keys() & seen.paints.keys():
            raise Disagreement("the references show a patch twice")
        surface |= seen.paints
    if len(surface) != sum(map(len, state.bands)):
        raise Disagreement(f"the references show {len(surface)} patches")
    pairs = {(state.bands[band][sector], paint) for (band, sector), paint in surface.items()}
    for side in (0, 1):
        if len({pair[side] for pair in pairs}) != len(pairs):
            raise Disagreement(f"names and paints do not correspond: {sorted(pairs)}")
    return surface


def turned(paints: Mapping[Patch, Paint], sectors: int, azimuth: int) -> dict[Patch, Paint]:
    """A view that was read as if it were taken from azimuth 0, as it is where it was taken."""
    steps = round(azimuth * sectors / 360)
    return {(band, (sector + steps) % sectors): paint for (band, sector), paint in paints.items()}


def azimuths_of(view: Seen, surface: Mapping[Patch, Paint], sectors: int) -> list[int]:
    """From where a view could have been taken."""
    stops = [step * 360 // sectors for step in range(sectors)]
    return [stop for stop in stops if turned(view.paints, sectors, stop).items() <= surface.items()]


def objection(state, question, answer, images, regions) -> str | None:
    """What the pixels have to say against an answer, or None."""
    sectors = len(state.bands[0])
    try:
        references, others = pictures_of(state, question, images, regions)
        surface = surface_of(state, references)
    except Disagreement as found:
        return str(found)
    for number, view in enumerate(others, 1):
        if len(view.paints) != len(surface) / 2:
            return f"picture {number} shows {len(view.paints)} patches"
    names = {paint: state.bands[band][sector] for (band, sector), paint in surface.items()}
    match question.family:
        case "candidate_view":
            found = [azimuths_of(view, surface, sectors) for view in others]
            expected: Any = [letter for letter, stops in zip("ABCDEF", found, strict=True) if question.azimuth in stops]
            if any(stops in ([0], [180]) for stops in found):
                return "a candidate is a reference"
            answer = [answer]
        case "view_angle":
            expected, answer = azimuths_of(others[0], surface, sectors), [answer]
        case "patch_color":
            expected = names[surface[question.band - 1, sector_of(question.azimuth, sectors)[0]]]
        case _:
            expected = sum(names[paint] == question.colour for paint in surface.values())
    return None if answer == expected else f"the pixels give {expected}"


# --- margins ---------------------------------------------------------------------------------------------------------


def margins(state, question, answer, images, regions) -> dict[str, float]:
    """What a viewer has to judge: how much views differ, how large patches are, how well colours are told apart."""
    sectors = len(state.bands[0])
    references, others = pictures_of(state, question, images, regions)
    surface = surface_of(state, references)
    found = {"views differ (patches)": least_difference(true_views(surface, sectors))}
    if question.family == "candidate_view":
        found["candidates differ (patches)"] = least_difference([view.paints for view in others])
    widths, heights, contrasts = [], [], []
    for seen in (*references, *others):
        for (band, sector), pixels in seen.pixels.items():
            widths.append(max(run(seen.image[y], x) for x, y in pixels[:: 1 + len(pixels) // 20]))
            heights.append(max(run(seen.image[:, x], y) for x, y in pixels[:: 1 + len(pixels) // 20]))
            beside, below = (band, (sector + 1) % sectors), (band + 1, sector)
            contrasts += [border_contrast(seen, (band, sector), other) for other in (beside, below)]
    found["patch width (px)"] = min(widths)
    found["patch height (px)"] = min(heights)
    found["border contrast (WCAG)"] = min(contrasts)
    paints = {paint for seen in (*references, *others) for paint in seen.paints.values()}
    found["colours differ (CIEDE2000)"] = min(distance(*pair) for pair in combinations(sorted(paints), 2))
    return found


def true_views(surface: Mapping[Patch, Paint], sectors: int) -> list[dict[Patch, Paint]]:
    """All views of a cylinder, each with its patches where the view from azimuth 0 has them."""
    middles = {sector: 90 % (360 / sectors) + (sector + 0.5) * 360 / sectors for sector in range(sectors)}
    near = [patch for patch in surface if math.cos(math.radians(middles[patch[1]])) > 0]
    return [
        {(band, sector): surface[band, (sector + step) % sectors] for band, sector in near} for step in range(sectors)
    ]


def least_difference(views: Sequence[Mapping[Patch, Paint]]) -> int:
    """In how many patches two views differ at least."""
    return min(sum(one[patch] != other[patch] for patch in one) for one, other in combinations(views, 2))


def run(line: Pixels, at: int) -> int:
    """How many pixels in a row have exactly the colour of one of them."""
    same = (line == line[at]).all(axis=1)
    before = np.nonzero(~same[:at])[0]
    after = np.nonzero(~same[at:])[0]
    return int((at + after[0] if after.size else len(same)) - (before[-1] + 1 if before.size else 0))


def lightness(pixels: Pixels) -> NDArray[np.float64]:
    """Relative luminance (WCAG 2.1)."""
    channels = pixels / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def border_contrast(seen: Seen, patch: Patch, other: Patch) -> float:
    """The contrast of what lies between two patches to the one of them that it stands out from less.

    On a line from one to the other, the best pixel counts; infinite for two that are not both seen, or not beside
    each other.
    """
    if other not in seen.pixels:
        return math.inf
    (x0, y0), (x1, y1) = (seen.pixels[place][len(seen.pixels[place]) // 2] for place in (patch, other))
    steps = max(abs(x1 - x0), abs(y1 - y0))
    xs, ys = (np.linspace(a, b, steps + 1).round().astype(int) for a, b in ((x0, x1), (y0, y1)))
    line = lightness(seen.image[ys, xs])
    ratios = [np.maximum(line + 0.05, end + 0.05) / np.minimum(line + 0.05, end + 0.05) for end in (line[0], line[-1])]
    return float(min(ratio.max() for ratio in ratios))
