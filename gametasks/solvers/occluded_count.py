"""Occluded count, exactly: covered points of a grid are counted, and every pattern is tried on what is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametasks.schemas.occluded_count import (
    LEAST_OF_RING,
    HiddenCount,
    OccludedQuestion,
    OccludedState,
    Pattern,
    Point,
    Shape,
    TotalCount,
    outline,
    places,
)
from gametasks.solvers import Solution

__all__ = ["Cover", "agreeing_totals", "cover_of", "measure", "solve"]

Points = NDArray[np.int64]
"""Array of shape (n, 2)."""

HALO = 45
"""Units around an object that are wholly free where it is seen whole, and wholly covered where it is hidden."""

_GRID = 13
_MOST_LINES = 24
_MOST_OF_RING = 64
_MAY_BE_HIDDEN = 0.6
"""Covered share of a place from which on an object could be hidden there, for whoever judges places by eye."""


@dataclass(frozen=True, slots=True)
class Cover:
    """How much of every object is covered.

    Attributes:
        shares: Covered share of each object, array of shape (n,); exactly 0 or 1 only where the object and a halo
            around it are.
        clear: Whether every object is seen whole, hidden whole, each with its halo, or covered by something between;
            if not, the shares are not all measured.
    """

    shares: NDArray[np.float64]
    clear: bool


def solve(state: OccludedState, question: OccludedQuestion) -> Solution:
    """Count, and prove that no other pattern that agrees with what is seen has another count."""
    shares = cover_of(state).shares
    full, hidden = int((shares == 0).sum()), int((shares == 1).sum())
    answer: Any
    match question:
        case TotalCount():
            answer = len(shares)
        case HiddenCount():
            answer = hidden
        case _:
            answer = {"full": full, "partial": len(shares) - full - hidden, "hidden": hidden}
    return Solution(answer, unique=agreeing_totals(state) == {len(shares)})


@lru_cache(maxsize=32)
def cover_of(state: OccludedState) -> Cover:
    """How much of every object of a state is covered."""
    return measure(_spots(state), state.shape, state.radius, state.corners)


def _spots(state: OccludedState) -> Points:
    return np.array([spot for line in places(state) for spot in line], dtype=np.int64)


def measure(spots: Points, shape: Shape, radius: int, corners: Sequence[Point]) -> Cover:
    """The covered share of objects, on a grid of points that is the same for all.

    Only objects near an edge are looked at point by point; any other is covered or seen like its middle.
    """
    polygon = np.array(corners, dtype=np.int64)
    reach = radius * (3 if shape is Shape.SQUARE else 2) // 2 + HALO
    near = _near(spots, polygon, reach)
    hidden = _inside(spots, polygon) & ~near
    shares = hidden.astype(np.float64)
    core, halo = _grid(shape, radius)
    for number in np.flatnonzero(near):
        covered = _inside(np.concatenate([core, halo]) + spots[number], polygon)
        share = covered[: len(core)].mean()
        if covered.all() or not covered.any():
            shares[number] = share
        else:
            # Between: 0 and 1 would be grazed objects.
            shares[number] = min(max(share, 0.001), 0.999)
            if not 0.27 <= share <= 0.73:
                return Cover(shares, False)
    return Cover(shares, True)


@lru_cache(maxsize=64)
def _grid(shape: Shape, radius: int) -> tuple[Points, Points]:
    """Points inside an object, evenly spread, and points on its outline and around it."""
    ticks = (2 * np.arange(_GRID) + 1 - _GRID) * radius // _GRID
    square = np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(-1, 2)
    core = square[_inside(square, np.array(outline(shape, radius), dtype=np.int64))]
    around = np.array(outline(shape, radius + HALO), dtype=np.int64)
    middles = (around + np.roll(around, -1, axis=0)) // 2
    return core, np.concatenate([around, middles, np.array(outline(shape, radius), dtype=np.int64)])


def _inside(points: Points, polygon: Points) -> NDArray[np.bool_]:
    """Which points lie inside a polygon (crossing number, Franklin's PNPOLY, in whole numbers)."""
    x, y = points[:, 0, None], points[:, 1, None]
    x0, y0 = polygon[:, 0], polygon[:, 1]
    x1, y1 = np.roll(x0, -1), np.roll(y0, -1)
    straddles = (y0 > y) != (y1 > y)
    turn = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
    crosses = straddles & ((turn > 0) == (y1 > y0))
    return np.asarray(crosses.sum(axis=1) % 2 == 1)


def _near(points: Points, polygon: Points, reach: int) -> NDArray[np.bool_]:
    """Which points lie within a distance of a polygon's edges."""
    start, stop = polygon, np.roll(polygon, -1, axis=0)
    along = stop - start
    length = np.maximum((along**2).sum(axis=1), 1)
    offset = points[:, None] - start[None]
    foot = np.clip((offset * along).sum(axis=2) / length, 0.0, 1.0)
    gap = offset - foot[:, :, None] * along
    return np.asarray(((gap * gap).sum(axis=2) < float(reach) ** 2).any(axis=1))


@lru_cache(maxsize=32)
def agreeing_totals(state: OccludedState) -> frozenset[int]:
    """The counts of all patterns that agree with what is seen.

    Every row, column and ring shows a part of an object, so the seen objects span the pattern. A pattern agrees if
    every seen object lies within a quarter of a step of a place of its own, and any other place may be hidden.
    """
    shares = cover_of(state).shares
    seen = _spots(state)[shares < 1].astype(np.float64)
    middle = np.zeros(2) if state.pattern is Pattern.RINGS else (seen.min(axis=0) + seen.max(axis=0)) / 2
    totals = set()
    for nodes, step in (*_rows(seen), *_triangles(seen)):
        if _agrees(state, seen, nodes, step):
            totals.add(len(nodes))
    for count in _rings(state, seen - middle, shares[shares < 1] == 0, middle):
        totals.add(count)
    return frozenset(totals)


def _agrees(state: OccludedState, seen: NDArray[np.float64], nodes: NDArray[np.float64], step: float) -> bool:
    if len(nodes) < len(seen):
        return False
    gaps = _length(seen[:, None] - nodes[None])
    nearest = gaps.argmin(axis=1)
    if gaps.min(axis=1).max() > step / 4 or len(set(nearest.tolist())) < len(seen):
        return False
    return _may_be_hidden(state, np.delete(nodes, nearest, axis=0))


def _length(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """By the square root alone, which is rounded alike on every machine."""
    return np.asarray(np.sqrt(vectors[..., 0] * vectors[..., 0] + vectors[..., 1] * vectors[..., 1]))


def _may_be_hidden(state: OccludedState, nodes: NDArray[np.float64]) -> bool:
    if not len(nodes):
        return True
    core, _ = _grid(state.shape, state.radius)
    points = (np.rint(nodes).astype(np.int64)[:, None] + core[None]).reshape(-1, 2)
    covered = _inside(points, np.array(state.corners, dtype=np.int64))
    return bool((covered.reshape(len(nodes), -1).mean(axis=1) >= _MAY_BE_HIDDEN).all())


def _fits(values: NDArray[np.float64], low: float, high: float, count: int) -> bool:
    """Whether all values lie near ``count`` evenly spaced ones, each of which has one near."""
    step = (high - low) / (count - 1)
    numbers = np.rint((values - low) / step)
    return bool(np.abs(values - low - numbers * step).max() <= step / 4) and len(set(numbers.tolist())) == count


def _rows(seen: NDArray[np.float64]) -> Iterator[tuple[NDArray[np.float64], float]]:
    """Rectangles and staggered rows that span the seen objects."""
    (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
    for rows in range(2, _MOST_LINES + 1):
        if bottom == top or not _fits(seen[:, 1], top, bottom, rows):
            continue
        ys = top + (bottom - top) / (rows - 1) * np.arange(rows)
        for columns in range(2, _MOST_LINES + 1):
            for first, second in ((columns, 0), (columns, columns), (columns, columns - 1)):
                if rows * columns < len(seen):
                    continue
                halves = columns - 1 + (0.5 if first == second else 0)
                step = (right - left) / halves
                if second == 0 and not _fits(seen[:, 0], left, right, columns):
                    continue
                nodes = []
                for row, y in enumerate(ys):
                    shifted = second > 0 and row % 2 == 1
                    xs = left + step * (np.arange(second if shifted else first) + (0.5 if shifted else 0))
                    nodes.append(np.stack([xs, np.full(len(xs), y)], axis=1))
                yield np.concatenate(nodes), min(step, (bottom - top) / (rows - 1))


def _triangles(seen: NDArray[np.float64]) -> Iterator[tuple[NDArray[np.float64], float]]:
    (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
    for rows in range(2, _MOST_LINES + 1):
        if bottom == top or not _fits(seen[:, 1], top, bottom, rows):
            continue
        step = (right - left) / (rows - 1)
        for counts in (range(1, rows + 1), range(rows, 0, -1)):
            nodes = [
                (left + step * ((rows - count) / 2 + number), y)
                for count, y in zip(counts, top + (bottom - top) / (rows - 1) * np.arange(rows), strict=True)
                for number in range(count)
            ]
            yield np.array(nodes), min(step, (bottom - top) / (rows - 1))


def _rings(
    state: OccludedState, seen: NDArray[np.float64], whole: NDArray[np.bool_], middle: NDArray[np.float64]
) -> set[int]:
    """The totals of all rings around the middle that agree with the seen objects."""
    distances = _length(seen)
    order = np.argsort(distances, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(distances[order]) > state.radius) + 1)
    totals = {0}
    for group in groups:
        radius = float(distances[group].mean())
        if radius < state.radius or np.abs(distances[group] - radius).max() > state.radius / 4:
            return set()
        angles = np.arctan2(seen[group, 1], seen[group, 0])
        counts = {
            count
            for count in range(max(LEAST_OF_RING, len(group)), _MOST_OF_RING + 1)
            if any(_ring_agrees(state, angles, whole[group], radius, count, middle, first) for first in angles)
        }
        totals = {total + count for total in totals for count in counts}
    return totals


def _ring_agrees(
    state: OccludedState,
    angles: NDArray[np.float64],
    whole: NDArray[np.bool_],
    radius: float,
    count: int,
    middle: NDArray[np.float64],
    first: float,
) -> bool:
    """Whether a ring of so many objects, one of them at an angle, agrees with the seen ones."""
    step = 2 * np.pi / count
    numbers = np.rint((angles - first) / step)
    if np.abs(angles - first - numbers * step).max() > step / 4:
        return False
    taken = (numbers % count).astype(int)
    if len(set(taken.tolist())) < len(taken) or 10 * (count - len(taken)) > 4 * count:
        return False
    seen_whole = {int(number) for number in taken[whole]}
    if not any((number + 1) % count in seen_whole for number in seen_whole):
        return False
    missing = np.array([number for number in range(count) if number not in set(taken.tolist())], dtype=np.float64)
    turned = first + step * missing
    return _may_be_hidden(state, middle + radius * np.stack([np.cos(turned), np.sin(turned)], axis=1))
