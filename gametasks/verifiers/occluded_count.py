"""Occluded count, plainly: cut each object out of the occluder, look what is left to see, and try every pattern.

A pattern agrees with what is seen if every seen object lies within a quarter of a step of a place of its own, every
row, column and ring shows an object, and an occluder lies on all other places. Of a ring, at most 40 % is hidden
and two neighbours are wholly visible; the middle of the rings is known, since nothing else is drawn with them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from gametasks.schemas.occluded_count import (
    VERSION,
    HiddenCount,
    OccludedQuestion,
    OccludedState,
    Pattern,
    Shape,
    TotalCount,
    outline,
    places,
)
from gametasks.verifiers import CORRECT, Regions, Verdict, Verifier, compare, wrong

if TYPE_CHECKING:  # scoring must not pay for NumPy
    from gametasks.verifiers._verifier import Pixels

__all__ = ["VERIFIER"]

_Spot = tuple[float, float]
_Rows = list[list[_Spot]]

_LEAST, _MOST = 0.15, 0.85
"""Between these an object that is neither wholly seen nor wholly hidden must be covered."""

_MOST_ROWS = 24
_LEAST_OF_RING = 6
_MOST_OF_RING = 64
_TONE = 24
"""Greatest difference of a channel between two pixels of the occluder."""

_BODY = 0.78
"""Radius of an object without its rim, as a share of its radius."""

_NOISE = 0.06
"""Share of an object's pixels that may happen to have the occluder's tone: smoothed edges of lines."""


def _cut(polygon: Sequence[_Spot], window: Sequence[_Spot]) -> float:
    """Area that a polygon shares with a convex one (Sutherland and Hodgman 1974)."""
    kept = list(polygon)
    for (ax, ay), (bx, by) in pairwise([*window, window[0]]):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in kept]
        cut: list[_Spot] = []
        for number, (x, y) in enumerate(kept):
            (px, py), before, side = kept[number - 1], sides[number - 1], sides[number]
            if (before < 0) != (side < 0):
                part = before / (before - side)
                cut.append((px + part * (x - px), py + part * (y - py)))
            if side >= 0:
                cut.append((x, y))
        kept = cut
        if not kept:
            return 0.0
    return _area(kept)


def _area(polygon: Sequence[_Spot]) -> float:
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*polygon, polygon[0]]))) / 2


def _covered(state: OccludedState, spot: _Spot) -> float:
    """The covered share of an object at a place."""
    window = [(x + spot[0], y + spot[1]) for x, y in outline(state.shape, state.radius)]
    reach = 1.5 * state.radius
    corners = state.corners
    near = any(
        min(x0, x1) < spot[0] + reach
        and max(x0, x1) > spot[0] - reach
        and min(y0, y1) < spot[1] + reach
        and max(y0, y1) > spot[1] - reach
        for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]])
    )
    if not near:
        window = window[:: max(1, len(window) // 4)]
    share = _cut(corners, window) / _area(window)
    return 0.0 if share < 1e-6 else 1.0 if share > 1 - 1e-6 else share


@lru_cache(maxsize=64)
def _shares(state: OccludedState) -> tuple[float, ...]:
    """The covered share of every object, row by row or ring by ring."""
    return tuple(_covered(state, spot) for row in places(state) for spot in row)


def _rows_through(seen: Sequence[_Spot]) -> Iterator[_Rows]:
    """Every rectangle, staggered pattern and triangle whose rows and columns span the seen objects."""
    left, right = min(x for x, _ in seen), max(x for x, _ in seen)
    top, bottom = min(y for _, y in seen), max(y for _, y in seen)
    if left == right or top == bottom:
        return
    for count in range(2, _MOST_ROWS + 1):
        ys = [top + (bottom - top) * row / (count - 1) for row in range(count)]
        if not _each_is_met([y for _, y in seen], ys):
            continue
        for columns in range(2, _MOST_ROWS + 1):
            yield [[(left + (right - left) * n / (columns - 1), y) for n in range(columns)] for y in ys]
            for fewer in (0, 1):
                step = (right - left) / (columns - 1 + (0 if fewer else 0.5))
                yield [
                    [(left + step * (n + row % 2 / 2), y) for n in range(columns - fewer * (row % 2))]
                    for row, y in enumerate(ys)
                ]
        step = (right - left) / (count - 1)
        for widths in (range(1, count + 1), range(count, 0, -1)):
            yield [
                [(left + step * ((count - width) / 2 + n), y) for n in range(width)]
                for width, y in zip(widths, ys, strict=True)
            ]


def _each_is_met(values: Sequence[float], wanted: Sequence[float]) -> bool:
    """Whether every value is near one of the wanted, and every wanted one has a value near it."""
    near = (wanted[1] - wanted[0]) / 4
    return all(min(abs(value - want) for want in wanted) <= near for value in values) and all(
        min(abs(value - want) for value in values) <= near for want in wanted
    )


def _agrees(state: OccludedState, seen: Sequence[_Spot], rows: _Rows) -> bool:
    step = min(abs(rows[1][0][1] - rows[0][0][1]), *(row[1][0] - row[0][0] for row in rows if len(row) > 1))
    free = [spot for row in rows for spot in row]
    if len(free) < len(seen):
        return False
    for x, y in seen:
        near = [spot for spot in free if (spot[0] - x) ** 2 + (spot[1] - y) ** 2 <= step * step / 16]
        if not near:
            return False
        free.remove(near[0])
    if all(len(row) == len(rows[0]) and row[0][0] == rows[0][0][0] for row in rows) and not _each_is_met(
        [x for x, _ in seen], [x for x, _ in rows[0]]
    ):
        return False
    return all(_covered(state, spot) >= _MOST for spot in free)


def _ring_totals(state: OccludedState, seen: Sequence[tuple[_Spot, bool]]) -> set[int]:
    """The totals of all rings around (0, 0) that agree with the seen objects; of each, whether it is seen whole."""
    rings: list[list[tuple[float, float, bool]]] = []
    for radius, angle, whole in sorted(
        (math.hypot(*spot), math.atan2(spot[1], spot[0]), whole) for spot, whole in seen
    ):
        if rings and radius - rings[-1][0][0] <= state.radius / 2:
            rings[-1].append((radius, angle, whole))
        else:
            rings.append([(radius, angle, whole)])
    totals = {0}
    for ring in rings:
        if ring[0][0] < state.radius:
            return set()
        counts = [n for n in range(_LEAST_OF_RING, _MOST_OF_RING + 1) if _is_ring(state, ring, n)]
        totals = {total + count for total in totals for count in counts}
    return totals


def _is_ring(state: OccludedState, ring: Sequence[tuple[float, float, bool]], count: int) -> bool:
    """Whether the seen objects of a ring are some of so many evenly spaced ones."""
    if not len(ring) <= count <= len(ring) * 100 / 60 + 1e-9:
        return False
    step = 2 * math.pi / count
    radius = ring[0][0]
    for _, start, _ in ring:
        numbers = {}
        for _, angle, whole in ring:
            place = (angle - start) / step
            if abs(place - round(place)) > 0.25:
                break
            numbers[round(place) % count] = whole
        else:
            neighbours = any(whole and numbers.get((number + 1) % count) for number, whole in numbers.items())
            missing = [start + step * number for number in range(count) if number not in numbers]
            spots = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in missing]
            if len(numbers) == len(ring) and neighbours and all(_covered(state, spot) >= _MOST for spot in spots):
                return True
    return False


@lru_cache(maxsize=64)
def _totals(state: OccludedState) -> frozenset[int]:
    """The counts of every pattern that agrees with what is seen."""
    spots = [spot for row in places(state) for spot in row]
    seen = [(spot, share == 0) for spot, share in zip(spots, _shares(state), strict=True) if share < 1]
    if not seen:
        return frozenset()
    bare = [spot for spot, _ in seen]
    totals = {sum(map(len, rows)) for rows in _rows_through(bare) if _agrees(state, bare, rows)}
    if state.pattern is Pattern.RINGS:
        middle = (0.0, 0.0)
    else:
        middle = ((min(x for x, _ in bare) + max(x for x, _ in bare)) / 2, (bare[0][1] + bare[-1][1]) / 2)
    if middle == (0.0, 0.0):
        totals |= _ring_totals(state, seen)
    return frozenset(totals)


def answer(state: OccludedState, question: OccludedQuestion) -> Any:
    """Count; None where an object is grazed, or what is seen leaves more than one count."""
    shares = _shares(state)
    if any(0 < share < _LEAST or _MOST < share < 1 for share in shares) or _totals(state) != {len(shares)}:
        return None
    full, hidden = shares.count(0.0), shares.count(1.0)
    match question:
        case TotalCount():
            return len(shares)
        case HiddenCount():
            return hidden
        case _:
            return {"full": full, "partial": len(shares) - full - hidden, "hidden": hidden}


def check(state: OccludedState, question: OccludedQuestion, given: Any) -> Verdict:
    """A count is right if it is what the plain count gives."""
    return compare(given, answer(state, question))


def check_pixels(
    state: OccludedState, question: OccludedQuestion, images: Sequence[Pixels], regions: Sequence[Regions]
) -> Verdict:
    """Measure the covered share of every object on the pixels: none may be grazed or look otherwise than it is.

    The picture has the regions ``object 1`` and so on, row by row or ring by ring. What lies in that of a hidden object
    is the occluder, so its tone is known.
    """
    (image,), (named,) = images, regions
    shares = _shares(state)
    boxes = [named[f"object {number}"] for number in range(1, len(shares) + 1)]
    if 1.0 not in shares:
        return CORRECT
    x, y, w, h = boxes[shares.index(1.0)]
    tone = image[y + h // 2, x + w // 2].astype("int16")
    for number, (share, (x, y, w, h)) in enumerate(zip(shares, boxes, strict=True), 1):
        covered = (abs(image[y : y + h, x : x + w].astype("int16") - tone) <= _TONE).all(axis=2)
        inside = _silhouette(state.shape, w, h)
        rows = [row[start:stop] for row, (start, stop) in zip(covered, inside, strict=True)]
        seen = sum(int(row.sum()) for row in rows) / sum(stop - start for start, stop in inside)
        low, high = (0, _NOISE) if share == 0 else (1 - _NOISE, 1) if share == 1 else (_LEAST, _MOST)
        if not low <= seen <= high:
            return wrong("unclear_cover", f"object {number} is covered by {seen:.0%} of its pixels, not by {share:.0%}")
    return CORRECT


@lru_cache(maxsize=64)
def _silhouette(shape: Shape, width: int, height: int) -> tuple[tuple[int, int], ...]:
    """For each row of pixels of an object's region, where its body begins and ends: the object without its rim."""
    spans = []
    for row in range(height):
        down = abs(2 * row + 1 - height) / height / _BODY
        if shape is Shape.SQUARE:
            reach = 1.0 if down <= 1 else 0.0
        elif shape is Shape.DISC:
            reach = math.sqrt(max(0.0, 1 - down * down))
        else:
            # A corner lies on top, and the region is as wide as high.
            reach = min(math.sqrt(0.75), math.sqrt(3) * max(0.0, 1 - down))
        half = int(reach * _BODY * width / 2)
        spans.append((width // 2 - half, width // 2 + half))
    return tuple(spans)


VERIFIER: Verifier[OccludedState, OccludedQuestion] = Verifier(
    name=__name__,
    version=VERSION,
    state=OccludedState,
    question=OccludedQuestion,
    check=check,
    answer=answer,
    check_pixels=check_pixels,
)
