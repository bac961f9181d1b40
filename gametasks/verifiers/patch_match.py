"""Patch match, plainly: put every piece back where it was cut from.

The pictures are part of the rules here: only one patch, order, cell or turn may agree with what is seen. A *seam* is
where two pieces meet; it costs the share of its pixels that are like none of the three nearest ones on the other side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from gametasks.schemas import Cell
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.patch_match import (
    VERSION,
    CropOrigin,
    MissingPatch,
    PatchQuestion,
    PatchState,
    PieceOrder,
    RotatedPiece,
)
from gametasks.verifiers import CORRECT, Regions, Verdict, Verifier, compare, wrong

if TYPE_CHECKING:  # scoring must not pay for NumPy
    from gametasks.verifiers._verifier import Pixels

__all__ = ["VERIFIER"]

_VISIBLE = 48
"""Least difference of a channel (0..255) by which two pixels are told apart."""
_LEAST_ADVANTAGE = 0.5
_LEAST_BORDER = 0.2
_LEAST_SHARE = 0.1
_ROUGHLY_ALIKE = 0.35
"""Where fewer of some hundred pixels differ, all are compared."""
_SHIFT = 4


def answer(state: PatchState, question: PatchQuestion) -> Any:
    """Put the pieces back; None where there is not exactly one way."""
    places = [Cell(row, column) for row in range(1, state.rows + 1) for column in range(1, state.columns + 1)]
    match question:
        case MissingPatch(hole=hole, options=options):
            if options.count(hole) != 1 or any(cell in places for cell in options if cell != hole):
                return None
            return OPTION_LETTERS[options.index(hole)]
        case PieceOrder(pieces=pieces):
            if sorted(pieces) != places:
                return None
            return tuple(pieces.index(place) + 1 for place in places)
        case CropOrigin(cell=cell):
            return cell if cell in places else None
        case RotatedPiece(cell=cell, turned=turned):
            return {"piece": cell, "turn": str(360 - turned)} if cell in places else None


def check(state: PatchState, question: PatchQuestion, given: Any) -> Verdict:
    """The answer must be what putting the pieces back gives."""
    return compare(given, answer(state, question))


def check_pixels(
    state: PatchState, question: PatchQuestion, images: Sequence[Pixels], regions: Sequence[Regions]
) -> Verdict:
    """Measure how clearly the pictures exclude every other answer."""
    match question:
        case MissingPatch():
            return _check_patches(question, images, regions)
        case PieceOrder(pieces=pieces):
            numbered = [_cut(images[0], regions[0], f"piece {number}") for number in range(1, len(pieces) + 1)]
            shown = dict(zip(pieces, numbered, strict=True))
            return _check_order([shown[cell] for cell in sorted(shown)], state.rows, state.columns)
        case CropOrigin(cell=cell):
            return _check_crop(cell, _cells(images[0], regions[0], state), _cut(images[1], regions[1], "crop"))
        case RotatedPiece():
            return _check_turn(question, _cells(images[0], regions[0], state))


def _cut(image: Pixels, places: Regions, name: str) -> Pixels:
    x, y, w, h = places[name]
    return image[y : y + h, x : x + w].astype("int16")


def _cells(image: Pixels, places: Regions, state: PatchState) -> dict[Cell, Pixels]:
    cells = [Cell(row, column) for row in range(1, state.rows + 1) for column in range(1, state.columns + 1)]
    return {cell: _cut(image, places, str(cell)) for cell in cells}


def _seam(mine: Pixels, other: Pixels) -> float:
    """What it costs that two lines of pixels meet: 0 where they continue each other, 1 at most."""
    alike = abs(mine - other).max(axis=1) < _VISIBLE
    alike[1:] |= abs(mine[1:] - other[:-1]).max(axis=1) < _VISIBLE
    alike[:-1] |= abs(mine[:-1] - other[1:]).max(axis=1) < _VISIBLE
    return 1 - float(alike.mean())


def _check_patches(question: MissingPatch, images: Sequence[Pixels], regions: Sequence[Regions]) -> Verdict:
    """A wrong patch breaks a fifth of the hole's border more than the right one, and differs from it."""
    x, y, w, h = regions[0]["hole"]
    scene = images[0].astype("int16")
    outside = (scene[y - 1, x : x + w], scene[y + h, x : x + w], scene[y : y + h, x - 1], scene[y : y + h, x + w])
    patches = [_cut(image, places, "patch") for image, places in zip(images[1:], regions[1:], strict=True)]
    right = patches[question.options.index(question.hole)]
    costs = []
    for patch in patches:
        rim = patch[0], patch[-1], patch[:, 0], patch[:, -1]
        costs.append(sum(_seam(mine, theirs) for mine, theirs in zip(rim, outside, strict=True)) / 4)
    least = costs[question.options.index(question.hole)] + _LEAST_BORDER
    for letter, patch, cost in zip(OPTION_LETTERS, patches, costs, strict=True):
        if patch is not right and cost < least:
            return wrong("fits_too", f"patch {letter} breaks {cost:.0%} of the hole's border")
        if patch is not right and (abs(patch - right).max(axis=2) >= _VISIBLE).mean() < _LEAST_SHARE:
            return wrong("too_alike", f"patch {letter} is nearly the right one")
    return CORRECT


def _check_order(pieces: Sequence[Pixels], rows: int, columns: int) -> Verdict:
    """Every other arrangement costs half a seam more; pieces are given in their right places."""
    count = len(pieces)
    beside = [[_seam(a[:, -1], b[:, 0]) for b in pieces] for a in pieces]
    below = [[_seam(a[-1], b[0]) for b in pieces] for a in pieces]

    def added(laid: list[int], piece: int) -> float:
        """What the seams cost that a piece at the next place has."""
        place = len(laid)
        left = beside[laid[-1]][piece] if place % columns else 0.0
        return left + (below[laid[place - columns]][piece] if place >= columns else 0.0)

    right = list(range(count))
    limit = sum(added(right[:place], place) for place in right) + _LEAST_ADVANTAGE
    found = 0
    laid: list[int] = []

    def lay(cost: float) -> None:
        nonlocal found
        if len(laid) == count:
            found += laid != right
            return
        for piece in right:
            if piece not in laid and (total := cost + added(laid, piece)) < limit:
                laid.append(piece)
                lay(total)
                laid.pop()

    lay(0.0)
    return wrong("fits_too", f"{found} other arrangements fit nearly as well") if found else CORRECT


def _check_crop(origin: Cell, cells: Mapping[Cell, Pixels], crop: Pixels) -> Verdict:
    """The crop is its cell pixel by pixel, and differs from all others also when it is shifted a little."""
    import numpy as np

    if (cells[origin] != crop).any():
        return wrong("not_from_there", f"the crop is not what {origin} shows")
    others = np.stack([cell for place, cell in cells.items() if place != origin])
    height, width = crop.shape[:2]
    inner = crop[_SHIFT : height - _SHIFT, _SHIFT : width - _SHIFT]
    sparse = max(1, min(height, width) // 12)  # some hundred pixels tell a share to a few per cent
    for down, right in product(range(2 * _SHIFT + 1), repeat=2):
        moved = others[:, down : height - 2 * _SHIFT + down, right : width - 2 * _SHIFT + right]
        rough = (abs(moved[:, ::sparse, ::sparse] - inner[::sparse, ::sparse]).max(axis=3) >= _VISIBLE).mean((1, 2))
        for other in moved[rough < _ROUGHLY_ALIKE]:
            share = (abs(other - inner).max(axis=2) >= _VISIBLE).mean()
            if share < _LEAST_SHARE:
                return wrong("too_alike", f"another cell differs from the crop in {share:.0%} of its pixels only")
    return CORRECT


def _check_turn(question: RotatedPiece, cells: Mapping[Cell, Pixels]) -> Verdict:
    """Turning any other piece, or this one otherwise, costs half a seam more than the right turn."""
    costs = {cell: _around(piece, cell, cells) for cell, piece in cells.items()}
    gains = {}
    for cell, piece in cells.items():
        turned = piece
        for degrees in (90, 180, 270):
            turned = turned.transpose(1, 0, 2)[:, ::-1]
            gains[cell, degrees] = costs[cell] - _around(turned, cell, cells)
    right = question.cell, 360 - question.turned
    best = max([0.0, *(gain for turn, gain in gains.items() if turn != right)])
    if gains[right] < best + _LEAST_ADVANTAGE:
        return wrong("fits_too", f"another turn is only {gains[right] - best:.2f} seams worse than the right one")
    return CORRECT


def _around(piece: Pixels, cell: Cell, cells: Mapping[Cell, Pixels]) -> float:
    """What the seams around a piece cost."""
    row, column = cell
    cost = 0.0
    if (above := cells.get(Cell(row - 1, column))) is not None:
        cost += _seam(piece[0], above[-1])
    if (below := cells.get(Cell(row + 1, column))) is not None:
        cost += _seam(piece[-1], below[0])
    if (left := cells.get(Cell(row, column - 1))) is not None:
        cost += _seam(piece[:, 0], left[:, -1])
    if (right := cells.get(Cell(row, column + 1))) is not None:
        cost += _seam(piece[:, -1], right[:, 0])
    return cost


VERIFIER: Verifier[PatchState, PatchQuestion] = Verifier(
    name=__name__,
    version=VERSION,
    state=PatchState,
    question=PatchQuestion,
    check=check,
    answer=answer,
    check_pixels=check_pixels,
)
