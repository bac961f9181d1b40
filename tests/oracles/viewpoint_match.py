"""Viewpoint match by light rays: each is followed from the camera to the first pillar that it meets.

For the answer, rays are cast every hundredth of a degree all around. The picture is read column by column: at the
height of the camera, each column of pixels must show the pillar that its own ray meets, and the row of pillars that a
viewer reads off the picture, by colours and rings, must be that of the answered camera and of no other.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

RADIUS = 4
STEP = 0.01
ANGLES = np.arange(-180, 180, STEP)
NARROWEST = 800
NOBODY = -1
NEAR_CHANGE = 5
"""Columns this near to where another pillar begins may show an outline."""
OUTLINE = 20
"""Pixels of pure black or white that are more than an outline."""


def rays(state, camera, aside):
    """Which pillar each ray meets first, by its index, and how far each is met by each pillar alone.

    Args:
        aside: Degrees to the right of the heading, for each ray.

    Returns:
        The indices, NOBODY where a ray meets none, and an array of (pillars, rays) of distances, infinite for a miss.
    """
    radians = np.deg2rad(camera.heading + aside)
    dx, dy = np.cos(radians), np.sin(radians)
    distances = []
    for pillar in state.pillars:
        x, y = pillar.x - camera.x, pillar.y - camera.y
        along, past = x * dx + y * dy, x * dy - y * dx
        into = RADIUS**2 - past**2
        met = (into > 0) & (along > 0)
        distances.append(np.where(met, along - np.sqrt(np.where(met, into, 0)), np.inf))
    table = np.array(distances)
    return np.where(np.isfinite(table).any(axis=0), table.argmin(axis=0), NOBODY), table


def row_seen(state, camera):
    """The letters of the pillars that a camera sees, from left to right by their middles."""
    first, table = rays(state, camera, ANGLES)
    first = np.where(np.abs(ANGLES) <= state.angle / 2, first, NOBODY)
    seen = [number for number in range(len(state.pillars)) if (first == number).any()]
    middles = {number: ANGLES[np.isfinite(table[number])].mean() for number in seen}
    return tuple(state.pillars[number].label for number in sorted(seen, key=middles.__getitem__))


def columns(angle, width):
    """Degrees to the right of the heading for the middle of each column of a picture."""
    focus = width / 2 / np.tan(np.deg2rad(angle / 2))
    return np.rad2deg(np.arctan((np.arange(width) + 0.5 - width / 2) / focus))


def swatches(state, image, places):
    """The flat colour of each pillar on the plan."""
    colours = []
    for pillar in state.pillars:
        x, y, w, h = places[f"swatch {pillar.label}"]
        colours.append(image[y + h // 2, x + w // 2].astype(int))
    return colours


def row_pictured(state, colours, picture, place):
    """What a viewer reads off the picture: runs of one colour at the height of the camera, as (look, first, last)."""
    x, y, w, _ = place
    row = picture[y, x : x + w].astype(int)
    found = []
    for colour in {tuple(colour) for colour in colours}:
        like = np.concatenate([[False], (row == colour).all(axis=1), [False]])
        edges = np.flatnonzero(like[1:] != like[:-1])
        for first, end in zip(edges[::2], edges[1::2], strict=True):
            if end - first >= 3:
                found.append((first, end, colour))
    return [((colour, rings_at(picture, x + (a + b) // 2, y, colour)), a, b) for a, b, colour in sorted(found)]


def rings_at(picture, x, y, colour):
    """How many rings a pillar shows above and below the height of the camera, in a column of pixels."""
    return sum(ring_along(pixels, colour) for pixels in (picture[y::-1, x], picture[y:, x]))


def ring_along(pixels, colour):
    """Whether the pillar's colour is followed by a run of pure black or white, and then by its colour or the frame."""
    pixels = pixels.astype(int)
    own = (pixels == colour).all(axis=1)
    pure = ((pixels == 0).all(axis=1) | (pixels == 255).all(axis=1)) & ~own
    start = int(np.argmin(own)) if not own.all() else len(own)
    start += int(np.argmax(pure[start : start + 4])) if pure[start : start + 4].any() else 0
    run = 0
    while start + run < len(pure) and pure[start + run]:
        run += 1
    after = own[start + run : start + run + 3]
    return run >= 3 and (bool(after.any()) or run >= OUTLINE)


def looks(state, colours):
    """Colour and number of rings of each pillar, by its letter."""
    counts = {"none": 0, "one": 1, "two": 2}
    return {
        (tuple(colour), counts[pillar.rings]): pillar.label
        for pillar, colour in zip(state.pillars, colours, strict=True)
    }


def objection(state, question, answer, images, regions):
    """What light rays and pixels have to say against an answer, or None."""
    if question.family != "camera_choice":
        row = row_seen(state, state.cameras[question.camera - 1])
        expected = row if question.family == "view_order" else frozenset(row)
        return None if answer == expected else f"the rays give {expected}"
    colours = swatches(state, images[0], regions[0])
    read = row_pictured(state, colours, images[1], regions[1]["eye line"])
    names = looks(state, colours)
    row = tuple(names.get(look) for look, _, _ in read)
    rows = {name: row_seen(state, camera) for name, camera in zip("ABCDEF", state.cameras, strict=True)}
    if [name for name, seen in rows.items() if seen == row] != [answer]:
        return f"the picture shows {row}, the cameras see {rows}"
    if len(set(rows.values())) < len(rows):
        return "two cameras see the same"
    sets = [sorted(seen) for seen in rows.values()]
    if sets.count(sorted(row)) < 2 or [len(seen) for seen in sets].count(len(row)) < 3:
        return "no other camera sees the same pillars, or no further one as many"
    return column_objection(state, state.cameras["ABCDEF".index(answer)], colours, images[1], regions[1]["eye line"])


def column_objection(state, camera, colours, picture, place):
    """The first column of pixels that does not show what its ray meets."""
    x, y, w, _ = place
    first, _ = rays(state, camera, columns(state.angle, w))
    changes = np.flatnonzero(first[1:] != first[:-1]) + 1
    for number in range(2 * NEAR_CHANGE, w - 2 * NEAR_CHANGE):
        if len(changes) and np.abs(changes - number).min() <= NEAR_CHANGE:
            continue
        pixel = picture[y, x + number].astype(int)
        if first[number] == NOBODY:
            if any((pixel == colour).all() for colour in colours):
                return f"column {number} shows a pillar where its ray meets none"
        elif (pixel != colours[first[number]]).any():
            return f"column {number} does not show {state.pillars[first[number]].label}"
    return None


def margins(state, question, answer, images, regions):
    """The smallest margins of all cameras on the state, and of the picture on its pixels."""
    found = {}

    def note(name, value):
        found[name] = min(float(value), found.get(name, float("inf")))

    for camera in state.cameras:
        _, table = rays(state, camera, ANGLES)
        spans = {}
        for number, pillar in enumerate(state.pillars):
            apart = np.hypot(pillar.x - camera.x, pillar.y - camera.y) - RADIUS
            note("camera_apart_diameters", apart / (2 * RADIUS))
            met = ANGLES[np.isfinite(table[number])]
            if np.ptp(met) > 180:  # it lies behind the camera
                continue
            spans[number] = (met.min(), met.max())
            for edge in (-state.angle / 2, state.angle / 2):
                note("edge_deg", -1 if met.min() < edge < met.max() else np.abs(met - edge).min())
        wide = columns(state.angle, NARROWEST * 8)
        shown, alone = rays(state, camera, wide)
        inside = [n for n, (low, high) in spans.items() if low > -state.angle / 2 and high < state.angle / 2]
        seen = [n for n in inside if (shown == n).any()]
        note("seen_pillars", len(seen))
        note("not_seen_pillars", len(state.pillars) - len(seen))
        for number in inside:
            low, high = spans[number]
            if number in seen:
                note("shown_share", (shown == number).sum() / np.isfinite(alone[number]).sum())
                note("shown_px", (shown == number).sum() / 8)
            else:
                nearer = [n for n in inside if table[n].min() < table[number].min()]
                note("hidden_spare_deg", max(min(low - spans[n][0], spans[n][1] - high) for n in nearer))
        middles = sorted(sum(spans[number]) / 2 for number in seen)
        for left, right in pairwise(middles):
            note("centres_deg", right - left)
    if question.family == "camera_choice":
        camera = state.cameras["ABCDEF".index(answer)]
        x, y, w, h = regions[1]["eye line"]
        _, alone = rays(state, camera, columns(state.angle, w))
        names = looks(state, colours := swatches(state, images[0], regions[0]))
        labels = [pillar.label for pillar in state.pillars]
        for look, begin, end in row_pictured(state, colours, images[1], (x, y, w, h)):
            note("pictured_px", end - begin)
            note("pictured_share", (end - begin) / np.isfinite(alone[labels.index(names[look])]).sum())
    return found
