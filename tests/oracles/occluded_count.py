"""Counts found in the picture alone: what is seen is put into rows and rings, and all numbers are tried.

Which object is seen is measured on the pixels of its region: the tone of the occluder is that of a hidden object's
region, and the covered share is that of an object without its rim. Where the occluder lies is painted with Pillow, 25
dots to a step. The rules give the rest: all rows are seen, so there are as many as heights; all columns are seen.
"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

DOTS = 25
"""Dots of the painted occluder for 1000 units."""

NEAR = 24
BODY = 0.78
"""Radius of an object without its rim, as a share of its radius."""
LEAST_OF_RING, MOST_OF_RING = 6, 64


def _objects(state):
    """The middles of all objects as they lie, in the order of their regions."""
    middles = []
    for line, count in enumerate(state.counts):
        for number in range(count):
            if state.pattern == "rings":
                turn = 2 * np.pi * (state.turns[line] / 7200 + number / count)
                middles.append((state.radii[line] * np.cos(turn), state.radii[line] * np.sin(turn)))
            else:
                shift = {
                    "rectangle": 0,
                    "staggered": 500 * (line % 2),
                    "triangle": 500 * (max(state.counts) - count),
                }[state.pattern]
                middles.append((shift + 1000 * number, line * state.row_step))
    return np.array(middles, dtype=float)


class Painted:
    """The occluder and an object, as dots."""

    def __init__(self, state):
        corners = np.array(state.corners) * DOTS / 1000
        self.low = np.floor(corners.min(axis=0)) - DOTS
        size = np.ceil(corners.max(axis=0) - self.low).astype(int) + DOTS
        image = Image.new("1", (int(size[0]), int(size[1])))
        ImageDraw.Draw(image).polygon([tuple(corner) for corner in corners - self.low], fill=1)
        self.dots = np.asarray(image)
        reach = state.radius * DOTS / 1000
        y, x = np.mgrid[-DOTS : DOTS + 1, -DOTS : DOTS + 1]
        inside = _inside(state.shape, x / reach, y / reach)
        self.object = np.stack([x[inside], y[inside]], axis=1)

    def share(self, middle):
        """Covered share of an object with this middle."""
        dots = np.rint(np.asarray(middle) * DOTS / 1000 - self.low).astype(int) + self.object
        x, y = dots.T
        height, width = self.dots.shape
        within = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        return float(self.dots[y[within], x[within]].sum() / len(dots))


def _inside(shape, x, y):
    """Which points lie in an object whose radius is 1."""
    if shape == "square":
        return (abs(x) <= 1) & (abs(y) <= 1)
    if shape == "disc":
        return x * x + y * y <= 1
    return (abs(x) <= np.sqrt(0.75)) & (abs(y) <= 1 - abs(x) / np.sqrt(3))


def pixel_shares(state, image, regions):
    """The covered share of every object on the pixels, the smoothed rim left out."""
    painted, middles = Painted(state), _objects(state)
    hidden = [number for number, middle in enumerate(middles) if painted.share(middle) == 1]
    if not hidden:
        return None
    x, y, w, h = regions[f"object {hidden[0] + 1}"]
    tone = image[y + h // 2, x + w // 2].astype(int)
    shares = []
    for number in range(1, len(middles) + 1):
        x, y, w, h = regions[f"object {number}"]
        down, across = np.mgrid[0:h, 0:w]
        reach = BODY * h / 2
        body = _inside(state.shape, (across + 0.5 - w / 2) / reach, (down + 0.5 - h / 2) / reach)
        covered = (abs(image[y : y + h, x : x + w].astype(int) - tone) <= NEAR).all(axis=2)
        shares.append(float(covered[body].mean()))
    return np.array(shares)


def row_totals(state, painted, seen):
    """The counts of rectangles, staggered rows and triangles that have the seen objects."""
    heights = np.unique(np.rint(seen[:, 1] / 50))
    rows = [np.sort(seen[np.rint(seen[:, 1] / 50) == height][:, 0]) for height in heights]
    levels = np.array([seen[np.rint(seen[:, 1] / 50) == height][:, 1].mean() for height in heights])
    if len(rows) < 2 or np.ptp(np.diff(levels)) > 100:
        return set()
    left, right = seen[:, 0].min(), seen[:, 0].max()
    found = set()
    for widest in range(2, 25):
        for kind in ("rectangle", "staggered", "fewer", "up", "down"):
            step = (right - left) / (widest - 0.5 if kind == "staggered" else widest - 1)
            total = 0
            for number, row in enumerate(rows):
                begin, count = left, widest
                if kind in ("staggered", "fewer") and number % 2:
                    begin, count = left + step / 2, widest - (kind == "fewer")
                if kind in ("up", "down"):
                    count = number + 1 if kind == "up" else len(rows) - number
                    begin = left + step * (widest - count) / 2
                    if len(rows) != widest:
                        break
                places = begin + step * np.arange(count)
                nearest = abs(row[:, None] - places[None]).argmin(axis=1)
                if abs(row - places[nearest]).max() > step / 4 or len(set(nearest.tolist())) < len(row):
                    break
                missing = [place for n, place in enumerate(places) if n not in nearest]
                if any(painted.share((place, levels[number])) < 0.85 for place in missing):
                    break
                total += count
            else:
                found.add(total)
    return found


def ring_totals(painted, seen, whole):
    """The counts of rings around (0, 0), from the angles between what is seen on each."""
    distances = np.hypot(*seen.T)
    rings = np.unique(np.rint(distances / 60))
    if rings[0] < 5:
        return set()
    totals = {0}
    for ring in rings:
        members = np.rint(distances / 60) == ring
        angles, radius = np.angle(seen[members] @ [1, 1j]), distances[members].mean()
        counts = {
            n for n in range(LEAST_OF_RING, MOST_OF_RING + 1) if _fits(painted, angles, whole[members], radius, n)
        }
        totals = {total + count for total in totals for count in counts}
    return totals


def _fits(painted, angles, whole, radius, count):
    step = 2 * np.pi / count
    for first in angles:
        places = (angles - first) / step
        taken = np.rint(places).astype(int) % count
        if abs(places - np.rint(places)).max() > 0.25 or len(set(taken)) < len(taken) or len(taken) < 0.6 * count:
            continue
        full = set(taken[whole])
        if not any((n + 1) % count in full for n in full):
            continue
        missing = first + step * np.array(sorted(set(range(count)) - set(taken.tolist())), dtype=float)
        if all(painted.share((radius * np.cos(angle), radius * np.sin(angle))) >= 0.85 for angle in missing):
            return True
    return False


def objection(state, question, answer, images, regions):
    """What the picture has to say against an answer, or None."""
    shares = pixel_shares(state, images[0], regions[0])
    if shares is None:
        return "nothing is hidden"
    full, hidden = shares < 0.06, shares > 0.94
    grazed = [number for number, share in enumerate(shares, 1) if 0.06 <= share < 0.15 or 0.85 < share <= 0.94]
    if grazed:
        return f"object {grazed[0]} is grazed: {shares[grazed[0] - 1]:.0%} of its pixels are covered"
    painted, middles = Painted(state), _objects(state)
    seen = middles[~hidden]
    # The middle of rings is known from what is drawn; of rows, it is that of a box.
    totals = ring_totals(painted, seen, full[~hidden]) if state.pattern == "rings" else row_totals(state, painted, seen)
    if totals != {len(shares)}:
        return f"{sorted(totals)} objects agree with what is seen of {len(shares)}"
    counts = {"full": int(full.sum()), "hidden": int(hidden.sum())}
    counts["partial"] = len(shares) - sum(counts.values())
    expected = {"total_count": len(shares), "hidden_count": counts["hidden"], "visibility_counts": counts}
    return None if answer == expected[question.family] else f"the picture gives {expected[question.family]}"


def margins(state, question, answer, images, regions):
    """What a viewer has to judge: covered shares of partial objects, the seen part of rings, how wrong counts fit.

    Where something does not occur (no rings, no partial object) its name is left out. Greatest shares are told by what
    is left to see, so that the smallest value is the worst.
    """
    painted, middles = Painted(state), _objects(state)
    drawn = np.array([painted.share(middle) for middle in middles])
    shown = pixel_shares(state, images[0], regions[0])
    found = {"hidden objects": float((drawn == 1).sum())}
    partial = (drawn > 0.06) & (drawn < 0.94)
    if partial.any():
        found["partial covered in state %"] = 100 * float(drawn[partial].min())
        found["partial seen in state %"] = 100 * float(1 - drawn[partial].max())
        found["partial covered on pixels %"] = 100 * float(shown[partial].min())
        found["partial seen on pixels %"] = 100 * float(1 - shown[partial].max())
    found["full free on pixels %"] = 100 * float(1 - shown[drawn == 0].max())
    found["hidden covered on pixels %"] = 100 * float(shown[drawn == 1].min())
    found["object px"] = float(min(regions[0]["object 1"][2:]))
    begin = 0
    for count in state.counts:
        line = drawn[begin : begin + count]
        begin += count
        found["line seen objects"] = min(found.get("line seen objects", 99.0), float((line < 1).sum()))
        if state.pattern == "rings":
            full = line == 0
            pairs = int((full & np.roll(full, 1)).sum())
            found["ring whole neighbours"] = min(found.get("ring whole neighbours", 99.0), float(pairs))
            found["ring seen %"] = min(found.get("ring seen %", 100.0), 100 * float((line < 1).mean()))
            wrong = _wrong_steps(painted, state, count, middles[begin - count : begin], line)
            if wrong is not None:
                found["wrong ring count off by steps"] = min(found.get("wrong ring count off by steps", 9.0), wrong)
    return found


def _wrong_steps(painted, state, count, middles, line):
    """How far, in its own steps, the nearest wrong count of a ring is off at the object that fits worst."""
    seen = middles[line < 1]
    angles = np.angle(seen @ [1, 1j])
    offs = []
    for other in range(max(LEAST_OF_RING, len(seen)), int(len(seen) / 0.6) + 1):
        if other != count:
            places = (angles[None] - angles[:, None]) * other / (2 * np.pi)
            offs.append(float(abs(places - np.rint(places)).max(axis=1).min()))
    return min(offs) if offs else None
