"""Where patches, pieces and crops belong, found in the pixels of the pictures alone.

Another measure than the verifier's: of two lines of pixels that meet, the mean absolute difference, each pixel against
the nearest of five on the other side. Orders of up to six pieces are found by trying all of them, orders of nine by
exchanging pieces; crops by comparing them with every place of the picture that is near a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float64]

_REACH = 2
_CLEAR = 48
_SHIFT = 4


def _line_gap(mine: Pixels, other: Pixels) -> float:
    """Mean over the pixels of a line of the distance 0..1 to the nearest pixel across."""
    padded = np.pad(other, ((_REACH, _REACH), (0, 0)), mode="edge")
    shifted = [padded[by : by + len(mine)] for by in range(2 * _REACH + 1)]
    return float(np.min([np.abs(mine - line).max(axis=1) for line in shifted], axis=0).mean()) / 255


def _broken(mine: Pixels, other: Pixels) -> float:
    """The share of the pixels of a line that are like none of three across, in seams as tasks.md counts them."""
    padded = np.pad(other, ((1, 1), (0, 0)), constant_values=1000)
    gaps = [np.abs(mine - padded[by : by + len(mine)]).max(axis=1) for by in range(3)]
    return float((np.min(gaps, axis=0) >= _CLEAR).mean())


def _part(image, regions, name: str) -> Pixels:
    x, y, w, h = regions[name]
    return np.asarray(image[y : y + h, x : x + w], dtype=float)


def _cells(state, image, regions) -> dict[str, Pixels]:
    names = [f"R{row}C{column}" for row in range(1, state.rows + 1) for column in range(1, state.columns + 1)]
    return {name: _part(image, regions, name) for name in names}


def _layout(rows: int, columns: int) -> list[tuple[int, int, bool]]:
    """The seams between places in reading order: the first place, the second, whether they lie side by side."""
    across = [(place, place + 1, True) for place in range(rows * columns) if (place + 1) % columns]
    return across + [(place, place + columns, False) for place in range((rows - 1) * columns)]


def _tables(pieces: list[Pixels], gap: Callable[[Pixels, Pixels], float]) -> dict[bool, NDArray[np.float64]]:
    beside = [[gap(a[:, -1], b[:, 0]) for b in pieces] for a in pieces]
    below = [[gap(a[-1], b[0]) for b in pieces] for a in pieces]
    return {True: np.array(beside), False: np.array(below)}


def _costs(orders: NDArray[np.int_], tables, seams) -> NDArray[np.float64]:
    return np.sum([tables[beside][orders[:, a], orders[:, b]] for a, b, beside in seams], axis=0)


def _orders(right: list[int]) -> NDArray[np.int_]:
    """All orders of up to six pieces, the right one first; of nine, those by which two or three pieces are exchanged,
    or blocks that keep their inner seams are moved on."""
    if len(right) <= 6:
        others = [list(order) for order in permutations(right) if list(order) != right]
        return np.array([right, *others])
    found = {tuple(right)}
    for count in (2, 3, 4):
        for places in combinations(range(len(right)), count):
            for mixed in permutations(places):
                order = list(right)
                for place, source in zip(places, mixed, strict=True):
                    order[place] = right[source]
                found.add(tuple(order))
    for lines in permutations(range(3)):
        found.add(tuple(right[3 * line + column] for line in lines for column in range(3)))
        found.add(tuple(right[3 * row + line] for row in range(3) for line in lines))
    return np.array([right, *sorted(found - {tuple(right)})])


def _order_advantage(state, order, image, regions, gap) -> float:
    """How much less the seams of an order cost than those of every other that is tried."""
    pieces = [_part(image, regions, f"piece {number}") for number in range(1, len(order) + 1)]
    orders = _orders([number - 1 for number in order])
    costs = _costs(orders, _tables(pieces, gap), _layout(state.rows, state.columns))
    return float(costs[1:].min() - costs[0])


def _hole_costs(images, regions, gap) -> list[float]:
    """What each patch costs along the border of the hole, a seam being one side."""
    x, y, w, h = regions[0]["hole"]
    scene = np.asarray(images[0], dtype=float)
    rim = scene[y - 1, x : x + w], scene[y + h, x : x + w], scene[y : y + h, x - 1], scene[y : y + h, x + w]
    costs = []
    for image, places in zip(images[1:], regions[1:], strict=True):
        patch = _part(image, places, "patch")
        sides = patch[0], patch[-1], patch[:, 0], patch[:, -1]
        costs.append(float(np.mean([gap(mine, theirs) for mine, theirs in zip(sides, rim, strict=True)])))
    return costs


def _turn_costs(state, cells: dict[str, Pixels], gap) -> dict[tuple[str, int], float]:
    """What all seams cost after each single clockwise turn of a piece; ``("", 0)`` is the picture as it is."""
    names = list(cells)
    seams = _layout(state.rows, state.columns)
    flat = {(a, b): _seam_of(cells[names[a]], cells[names[b]], beside, gap) for a, b, beside in seams}
    shown = sum(flat.values())
    costs = {("", 0): shown}
    for place, name in enumerate(names):
        for degrees in (90, 180, 270):
            turned = cells | {name: np.rot90(cells[name], -degrees // 90)}
            costs[name, degrees] = shown + sum(
                _seam_of(turned[names[a]], turned[names[b]], beside, gap) - flat[a, b]
                for a, b, beside in seams
                if place in (a, b)
            )
    return costs


def _seam_of(first: Pixels, second: Pixels, beside: bool, gap) -> float:
    return gap(first[:, -1], second[:, 0]) if beside else gap(first[-1], second[0])


def _differing(crop: Pixels, cell: Pixels, shift: int) -> float:
    """The least share of differing pixels over all shifts of up to so many pixels."""
    h, w = crop.shape[:2]
    inner = crop[shift : h - shift, shift : w - shift]
    shares = [
        (np.abs(cell[down : h - 2 * shift + down, right : w - 2 * shift + right] - inner).max(axis=2) >= _CLEAR).mean()
        for down, right in product(range(2 * shift + 1), repeat=2)
    ]
    return float(min(shares))


def _second_best(costs, right) -> float:
    return min(cost for name, cost in costs if name != right) - dict(costs)[right]


def objection(state, question, answer, images, regions):
    """What the pixels alone have to say against an answer, or None."""
    match question.family:
        case "missing_patch":
            costs = _hole_costs(images, regions, _line_gap)
            seen = "ABCDEF"[int(np.argmin(costs))]
            return None if seen == answer else f"patch {seen} fits the hole best"
        case "piece_order":
            if all(answer[number - 1] == place for place, number in enumerate(answer, 1)):
                return "the order is its own inverse"
            advantage = _order_advantage(state, answer, images[0], regions[0], _line_gap)
            return None if advantage > 0 else f"another order fits better by {-advantage:.3f}"
        case "crop_origin":
            crop = _part(images[1], regions[1], "crop")
            equal = [name for name, cell in _cells(state, images[0], regions[0]).items() if (cell == crop).all()]
            return None if equal == [str(answer)] else f"the crop is what {equal} show"
        case _:
            costs = _turn_costs(state, _cells(state, images[0], regions[0]), _line_gap)
            piece, turn = min(costs, key=costs.__getitem__)
            return (
                None if (piece, str(turn)) == (str(answer["piece"]), answer["turn"]) else f"{piece} by {turn} is best"
            )


def margins(state, question, answer, images, regions) -> dict[str, float]:
    """The margins of tasks.md, measured on the pixels: the state holds none of them."""
    match question.family:
        case "missing_patch":
            costs = dict(zip("ABCDEF", _hole_costs(images, regions, _broken), strict=True))
            patches = {
                letter: _part(image, places, "patch")
                for letter, image, places in zip("ABCDEF", images[1:], regions[1:], strict=True)
            }
            wrong = [patch for letter, patch in patches.items() if letter != answer]
            return {
                "border of wrong patches (share)": min(cost for letter, cost in costs.items() if letter != answer),
                "border against the right patch (share)": _second_best(costs.items(), answer),
                "pixels of wrong patches (share)": min(_differing(patches[answer], patch, 0) for patch in wrong),
                "pairs of options (share)": min(
                    _differing(first, second, 0) for first, second in combinations(patches.values(), 2)
                ),
            }
        case "piece_order":
            return {"advantage (seams)": _order_advantage(state, answer, images[0], regions[0], _broken)}
        case "crop_origin":
            crop = _part(images[1], regions[1], "crop")
            others = _cells(state, images[0], regions[0])
            del others[str(answer)]
            # All shifts of every cell take seconds: a sixteenth of the pixels finds the most similar cell.
            rough = {name: _differing(crop[::4, ::4], cell[::4, ::4], 1) for name, cell in others.items()}
            nearest = sorted(rough, key=rough.__getitem__)[:2]
            return {"pixels, shifted by up to 4 px (share)": min(_differing(crop, others[n], _SHIFT) for n in nearest)}
        case _:
            costs = _turn_costs(state, _cells(state, images[0], regions[0]), _broken)
            right = (str(answer["piece"]), int(answer["turn"]))
            return {"advantage (seams)": _second_best(costs.items(), right)}
