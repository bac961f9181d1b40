"""Voronoi cells, by cutting a square with the bisectors between a site and its neighbours, the nearest first."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.renderers.kit.paths import Point

__all__ = ["voronoi_cells"]


def voronoi_cells(sites: Sequence[tuple[int, int]]) -> list[list[Point]]:
    """The corners of the cell of each site; cells at the rim are cut off at some distance.

    Sources: each cell is the intersection of half-planes; a neighbour farther away than twice the farthest corner cuts
    nothing.
    """
    return [_cell(site, sites) for site in sites]


def _cell(site: tuple[int, int], sites: Sequence[tuple[int, int]]) -> list[Point]:
    x, y = site
    away = sorted((ax * ax + ay * ay, ax, ay) for ax, ay in ((sx - x, sy - y) for sx, sy in sites) if ax or ay)
    reach = 2 * away[0][0] ** 0.5 + 100
    corners: list[Point] = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
    farthest = 2 * reach * reach
    for square, ax, ay in away:
        if square > 4 * farthest:
            break
        half = square / 2
        if any(cx * ax + cy * ay > half for cx, cy in corners):
            corners = _cut(corners, ax, ay, half)
            farthest = max(cx * cx + cy * cy for cx, cy in corners)
    return [(x + cx, y + cy) for cx, cy in corners]


def _cut(corners: list[Point], ax: int, ay: int, half: float) -> list[Point]:
    """The part of a convex polygon that lies nearer to (0, 0) than to (ax, ay) (Sutherland and Hodgman)."""
    kept: list[Point] = []
    px, py = corners[-1]
    before = half - px * ax - py * ay
    for cx, cy in corners:
        room = half - cx * ax - cy * ay
        if (room >= 0) != (before >= 0):
            share = before / (before - room)
            kept.append((px + (cx - px) * share, py + (cy - py) * share))
        if room >= 0:
            kept.append((cx, cy))
        px, py, before = cx, cy, room
    return kept
