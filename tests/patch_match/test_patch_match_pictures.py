"""What must hold on the pixels of scenes, patches, pieces and crops."""

from __future__ import annotations

import numpy as np
import pytest
from oracles.patch_match import margins, objection

from gametasks.qa_families.patch_match import TASK
from gametasks.renderers.patch_match import LOOKS
from gametasks.renderers.patch_match.voronoi import voronoi_cells
from gametasks.schemas import Cell, Ranges
from gametasks.schemas.patch_match import CropOrigin, RotatedPiece, SceneKind
from gametasks.testing import drafts, every_look, style_of

FAMILIES = [family.name for family in TASK.families]


def pictures(draft, question=None, **values):
    """The pixels and regions of a draft's pictures."""
    drawn = TASK.draw(draft.state, question or draft.question, style_of(TASK, draft.state, **values))
    return [np.array(picture.image) for picture in drawn], [picture.regions for picture in drawn]


def refused(draft, images, regions):
    """The verifier's diagnostic on pictures."""
    verdict = TASK.verifier.check_pixels(draft.state, draft.question, images, regions)
    return verdict.diagnostic.kind if verdict.diagnostic else None


def clear(family, level=1, ranges=Ranges.DATASET, **values):
    """The first draft whose pictures are not refused, with its pictures."""
    for draft in drafts(TASK, family, level, ranges, count=8):
        images, regions = pictures(draft, **values)
        if refused(draft, images, regions) is None:
            return draft, images, regions
    raise AssertionError("eight scenes in a row are refused")


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("ranges", Ranges)
@pytest.mark.parametrize("level", TASK.level_numbers)
def test_three_methods_agree_and_margins_are_kept(family, ranges, level) -> None:
    draft, images, regions = clear(family, level, ranges)
    answer = TASK.solve(draft.state, draft.question).answer
    assert answer == TASK.verifier.answer(draft.state, draft.question)
    assert objection(draft.state, draft.question, answer, images, regions) is None
    for name, value in margins(draft.state, draft.question, answer, images, regions).items():
        least = 0.5 if "seams" in name else 0.2 if "border" in name else 0.1
        assert value >= least, name


@pytest.mark.parametrize("family", FAMILIES)
def test_the_oracle_objects_to_other_answers(family) -> None:
    draft, images, regions = clear(family, 2)
    answer = TASK.solve(draft.state, draft.question).answer
    others = {
        "missing_patch": lambda: "ABCDEF"["ABCDEF".index(answer) - 1],
        "piece_order": lambda: (*answer[1:], answer[0]),
        "crop_origin": lambda: Cell(1, 1) if answer != Cell(1, 1) else Cell(2, 2),
        "rotated_piece": lambda: answer | {"turn": "90" if answer["turn"] != "90" else "180"},
    }
    assert objection(draft.state, draft.question, others[family](), images, regions) is not None


def test_every_kind_and_look_is_drawn_and_every_look_is_told_apart() -> None:
    found = {}
    for draft in drafts(TASK, "crop_origin", 1, Ranges.DATASET, count=40):
        found.setdefault(draft.state.kind, draft)
    assert set(found) == set(SceneKind)
    for draft in found.values():
        shown = [pictures(draft, look=look)[0][0].astype(int) for look in LOOKS]
        for i, first in enumerate(shown):
            for second in shown[i + 1 :]:
                assert (np.abs(first - second).max(axis=2) >= 40).mean() > 0.02


def test_a_sample_is_clear_in_every_look_and_theme() -> None:
    (draft,) = drafts(TASK, "rotated_piece", 2, Ranges.DATASET)
    for style in every_look(TASK, draft.state, Ranges.DATASET):
        drawn = TASK.draw(draft.state, draft.question, style)
        images, regions = [np.array(p.image) for p in drawn], [p.regions for p in drawn]
        assert refused(draft, images, regions) is None, style


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_piece_is_turned_clockwise(turned) -> None:
    (draft,) = drafts(TASK, "rotated_piece", 1, Ranges.DATASET)
    flat, regions = pictures(draft, CropOrigin(cell=Cell(1, 1)))
    shown, _ = pictures(draft, RotatedPiece(cell=Cell(2, 3), turned=turned))
    x, y, w, h = regions[0]["R2C3"]
    upright, found = flat[0][y : y + h, x : x + w], shown[0][y : y + h, x : x + w]
    assert (np.rot90(upright, -turned // 90) == found).all()
    flat[0][y : y + h, x : x + w] = found
    assert (flat[0] == shown[0]).all()


def test_a_patch_that_fits_too_is_refused() -> None:
    draft, images, regions = clear("missing_patch")
    right = draft.question.options.index(draft.question.hole) + 1
    wrong = right % 6 + 1
    images[wrong][:] = images[right]
    assert refused(draft, images, regions) == "fits_too"


def test_a_patch_nearly_like_the_right_one_is_refused() -> None:
    draft, images, regions = clear("missing_patch")
    right = draft.question.options.index(draft.question.hole) + 1
    wrong = right % 6 + 1
    rim = images[wrong].copy()
    images[wrong][:] = images[right]
    x, y, w, h = regions[wrong]["patch"]
    for row in (y, y + h - 1):
        images[wrong][row, x : x + w] = rim[row, x : x + w]
    for column in (x, x + w - 1):
        images[wrong][y : y + h, column] = rim[y : y + h, column]
    assert refused(draft, images, regions) == "too_alike"


def test_two_pieces_that_can_be_exchanged_are_refused() -> None:
    draft, images, regions = clear("piece_order", 2)
    (x, y, w, h), (u, v, _, _) = (regions[0][f"piece {number}"] for number in (1, 2))
    images[0][v : v + h, u : u + w] = images[0][y : y + h, x : x + w]
    assert refused(draft, images, regions) == "fits_too"


def test_a_crop_from_elsewhere_and_a_cell_that_is_alike_but_for_a_shift_are_refused() -> None:
    draft, images, regions = clear("crop_origin")
    cell = draft.question.cell
    other = Cell(1, 1) if cell != Cell(1, 1) else Cell(2, 2)
    (x, y, w, h), (u, v, _, _) = (regions[0][str(place)] for place in (cell, other))
    alike = images[0].copy()
    alike[v : v + h, u : u + w] = np.roll(images[0][y : y + h, x : x + w], (3, -4), (0, 1))
    assert refused(draft, [alike, images[1]], regions) == "too_alike"
    images[1][:] = 0
    assert refused(draft, images, regions) == "not_from_there"


def test_a_piece_that_looks_alike_when_turned_is_refused() -> None:
    draft, images, regions = clear("rotated_piece")
    for x, y, w, h in (regions[0][f"R{row}C{column}"] for row in (1, 2, 3) for column in (1, 2, 3)):
        images[0][y : y + h, x : x + w] = 200
    assert refused(draft, images, regions) == "fits_too"


def test_voronoi_cells_hold_the_points_that_are_nearest_to_their_site() -> None:
    sites = [(10, 10), (60, 20), (35, 70), (90, 80), (15, 95), (70, 55)]
    cells = voronoi_cells(sites)
    for x in range(5, 100, 9):
        for y in range(5, 100, 9):
            near = sorted(range(len(sites)), key=lambda n: (sites[n][0] - x) ** 2 + (sites[n][1] - y) ** 2)
            assert inside(cells[near[0]], x, y)
            assert not inside(cells[near[1]], x, y) or on_a_border(sites, near, x, y)


def inside(corners, x, y):
    """Whether a point lies in a convex polygon."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in pairs]
    return all(side >= -1e-6 for side in sides) or all(side <= 1e-6 for side in sides)


def on_a_border(sites, near, x, y):
    """Whether a point is as far from both sites."""
    first, second = ((sites[n][0] - x) ** 2 + (sites[n][1] - y) ** 2 for n in near[:2])
    return first == second
