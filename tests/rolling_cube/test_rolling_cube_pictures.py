"""What must hold on the pixels of the board and of the net."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from PIL import Image

from gametasks.qa_families.rolling_cube import TASK
from gametasks.renderers import Picture
from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.text import minimum_text_size
from gametasks.renderers.kit.themes import THEMES, contrast
from gametasks.renderers.rolling_cube.board import LOOKS
from gametasks.renderers.rolling_cube.marks import draw_mark
from gametasks.renderers.rolling_cube.net import NET
from gametasks.schemas import Cell, Question, Ranges
from gametasks.schemas._record import Role
from gametasks.schemas.rolling_cube import (
    MARKS,
    AllFaces,
    CheckpointFaces,
    Cube,
    Face,
    MarkSet,
    RollState,
    TopFace,
)
from gametasks.streams import Stream
from gametasks.testing import drafts, part, style_of

PATH = tuple(Cell(*cell) for cell in ((3, 1), (2, 1), (2, 2), (2, 3), (3, 3), (4, 3)))


def scene(mark_set: MarkSet = MarkSet.DIGITS, marks: tuple[str, ...] | None = None) -> RollState:
    marks = MARKS[mark_set][:6] if marks is None else marks
    cube = Cube(**dict(zip(map(str, Face), marks, strict=True)))
    return RollState(rows=4, columns=5, path=PATH, mark_set=mark_set, cube=cube)


def drawn(state: RollState | None = None, question: Question | None = None, **values: Any) -> Sequence[Picture]:
    """The board and the net; where nothing else is given, of the scene, with the top face asked for."""
    state = state or scene()
    assert TASK.draw is not None
    return TASK.draw(state, question or TopFace(), style_of(TASK, state, **({"size": 512} | values)))


@pytest.mark.parametrize("look", list(LOOKS))
def test_two_pictures_with_their_roles_and_regions(look: str) -> None:
    board, net = drawn(look=look)
    assert (board.role, net.role) == (Role.QUESTION, Role.REFERENCE)
    assert set(board.regions) == {str(Cell(r, c)) for r in range(1, 5) for c in range(1, 6)}
    assert set(net.regions) == {face.upper() for face in Face}
    for picture in (board, net):
        assert max(picture.image.size) == 512
        for x, y, w, h in picture.regions.values():
            assert x >= 0
            assert y >= 0
            assert x + w <= picture.image.width
            assert y + h <= picture.image.height
    x, y, w, h = board.regions["R1C1"]
    assert board.regions["R3C4"] == (x + 3 * w, y + 2 * h, w, h)


@pytest.mark.parametrize("ranges", list(Ranges))
def test_every_sampled_style_can_be_drawn(ranges: Ranges) -> None:
    """Text keeps its least height in every size, or drawing raises."""
    smallest = minimum_text_size(512, 512)
    assert smallest == 11
    for level in (1, 3, 5):
        for i, draft in enumerate(drafts(TASK, "checkpoint_faces", level, ranges, count=8)):
            assert TASK.styles is not None
            assert TASK.draw is not None
            style = TASK.styles(ranges, draft.state).draw(Stream(f"{ranges}/{level}/{i}", "style"))
            board, net = TASK.draw(draft.state, draft.question, style)
            assert max(board.image.size) == style.size
            assert max(net.image.size) == min(768, style.size)


@pytest.mark.parametrize("font", ["sans", "slab", "mono"])
def test_the_word_start_fits_every_cell_of_the_smallest_pictures(font: str) -> None:
    for ranges in Ranges:
        for params in TASK.levels[ranges]:
            for rows, columns in params.boards:
                path = (Cell(1, 1), Cell(1, 2), Cell(2, 2))
                state = RollState(rows=rows, columns=columns, path=path, mark_set=MarkSet.PIPS, cube=scene().cube)
                assert TASK.styles is not None
                drawn(state, size=min(TASK.styles(ranges, state).sizes), font=font)


@pytest.mark.parametrize("look", list(LOOKS))
def test_the_board_shows_the_path_and_nothing_of_the_cube(look: str) -> None:
    """Another cube gives the same board, another path a different one, and the flags only their own cells."""
    board, net = drawn(look=look)
    other_board, other_net = drawn(scene(MarkSet.ICONS), AllFaces(), look=look)
    assert board.image.tobytes() == other_board.image.tobytes()
    assert net.image.tobytes() != other_net.image.tobytes()
    flagged, same_net = drawn(question=CheckpointFaces(steps=(2, 5)), look=look)
    assert net.image.tobytes() == same_net.image.tobytes()
    changed = [name for name in board.regions if (part(board, name) != part(flagged, name)).any()]
    assert changed == [str(PATH[2]), str(PATH[5])]
    reverse, _ = drawn(replace(scene(), path=PATH[::-1]), look=look)
    # The direction is visible on every step, not only at the ends.
    assert all((part(board, str(cell)) != part(reverse, str(cell))).any() for cell in PATH)


@pytest.mark.parametrize("look", list(LOOKS))
@pytest.mark.parametrize(("rows", "columns"), [(5, 4), (4, 5)])
def test_a_compass_stands_beside_the_board(look: str, rows: int, columns: int) -> None:
    board, _ = drawn(replace(scene(), rows=rows, columns=columns), look=look)
    ink = (np.asarray(board.image) == THEMES["paper"].page_ink).all(axis=2)
    x, y, w, _ = board.regions[f"R1C{columns}"]
    beside = ink[y : y + 90, x + w + 12 :] if rows >= columns else ink[: y - 12, x + w - 90 : x + w]
    assert beside.sum() > 60


@pytest.mark.parametrize("look", list(LOOKS))
def test_a_cube_under_way_stands_in_a_frame(look: str) -> None:
    """The board changes in the cube's cell alone; the caption of the net says how far it has rolled."""
    before, _ = drawn(look=look)
    after, net = drawn(replace(scene(), rolls=2), look=look)
    changed = [name for name in before.regions if (part(before, name) != part(after, name)).any()]
    assert changed == [str(PATH[2])]
    assert "cell with a frame" in after.caption
    assert "after 2 rolls" in net.caption


def test_the_net_folds_into_the_cube_that_its_words_tell() -> None:
    """Neighbours in the net are what a viewer above the cube finds, with the faces seen from outside."""
    # Unit vectors (east, north, up): outward normal, then what points right and up on the sheet.
    pose: dict[Face, tuple[tuple[int, ...], ...]] = {Face.TOP: ((0, 0, 1), (1, 0, 0), (0, 1, 0))}
    places = {place: face for face, place in NET.items()}
    agenda = [Face.TOP]
    while agenda:
        face = agenda.pop()
        normal, right, up = (np.array(vector) for vector in pose[face])
        row, column = NET[face]
        # Folding a neighbour down by a right angle about the shared edge.
        folded = {
            (row, column + 1): (right, -normal, up),
            (row, column - 1): (-right, normal, up),
            (row - 1, column): (up, right, -normal),
            (row + 1, column): (-up, right, normal),
        }
        for place, vectors in folded.items():
            if place in places and places[place] not in pose:
                pose[places[place]] = tuple(tuple(int(v) for v in vector) for vector in vectors)
                agenda.append(places[place])
    points = {face: frame[0] for face, frame in pose.items()}
    assert points == {
        Face.TOP: (0, 0, 1),
        Face.NORTH: (0, 1, 0),
        Face.EAST: (1, 0, 0),
        Face.SOUTH: (0, -1, 0),
        Face.WEST: (-1, 0, 0),
        Face.BOTTOM: (0, 0, -1),
    }
    for outward, rightward, upward in pose.values():
        assert np.cross(rightward, upward).tolist() == list(outward)  # seen from outside, not through the paper


@pytest.mark.parametrize("look", list(LOOKS))
def test_each_mark_is_drawn_in_the_face_that_carries_it(look: str) -> None:
    """Exchanging the marks of two sides changes these two faces and no others."""
    marks = ["star", "heart", "moon", "sun", "tree", "house"]
    _, net = drawn(scene(MarkSet.ICONS, tuple(marks)), look=look)
    marks[2], marks[5] = marks[5], marks[2]
    _, other = drawn(scene(MarkSet.ICONS, tuple(marks)), look=look)
    changed = {name for name in net.regions if (part(net, name) != part(other, name)).any()}
    assert changed == {list(Face)[2].upper(), list(Face)[5].upper()} == {"EAST", "BOTTOM"}


@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("look", list(LOOKS))
def test_colours_fill_their_faces_unshaded(look: str, theme: str) -> None:
    state = scene(MarkSet.COLOURS, ("red", "blue", "yellow", "black", "cyan", "pink"))
    _, net = drawn(state, look=look, theme=theme)
    for face in Face:
        exact = (part(net, face.upper()) == THEMES[theme].palette[state.cube.mark(face)]).all(axis=2)
        assert exact.mean() > 0.4


@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("look", list(LOOKS))
def test_a_black_face_does_not_melt_into_the_page(look: str, theme: str) -> None:
    """Something across its outer edge has 3 : 1 to the page."""
    marks = ("red", "blue", "yellow", "black", "cyan", "pink")
    state = scene(MarkSet.COLOURS, marks)
    face = next(face for face in Face if state.cube.mark(face) == "black" or face is Face.SOUTH)
    assert marks[list(Face).index(Face.SOUTH)] == "black"
    _, net = drawn(state, look=look, theme=theme)
    x, y, w, h = net.regions[face.upper()]
    row = np.asarray(net.image)[y + round(0.6 * h), x - 10 : x + round(0.2 * w)]
    page = THEMES[theme].page
    assert max(contrast(tuple(map(int, pixel)), page) for pixel in row) >= 3


def ink(mark_set: MarkSet, mark: str, font: str) -> NDArray[np.bool_]:
    """A mark in black on white, moved so that the middle of its box is the middle of the image."""
    theme = THEMES["paper"]
    canvas = Canvas(120, 120, theme, font)  # type: ignore[arg-type]
    canvas.fill((255, 255, 255))
    draw_mark(canvas, mark_set, mark, 60, 60, 40, (0, 0, 0), (255, 255, 255))
    return centred(np.asarray(canvas.image().convert("L")) < 128)


def centred(dark: NDArray[np.bool_]) -> NDArray[np.bool_]:
    rows, columns = np.nonzero(dark)
    shift = (60 - (rows.min() + rows.max()) // 2, 60 - (columns.min() + columns.max()) // 2)
    return np.roll(dark, shift, axis=(0, 1))


@pytest.mark.parametrize("font", ["sans", "slab", "mono"])
@pytest.mark.parametrize("mark_set", [MarkSet.DIGITS, MarkSet.LETTERS, MarkSet.PIPS, MarkSet.ICONS])
def test_no_two_marks_are_alike_at_any_quarter_turn(mark_set: MarkSet, font: str) -> None:
    """Two marks share at most 85 % of their ink; four pips and five, which a player counts, share 80 %."""
    marks = {mark: ink(mark_set, mark, font) for mark in MARKS[mark_set]}
    for first, a in marks.items():
        for second, b in marks.items():
            for turns in range(4):
                turned = centred(np.rot90(b, turns))
                shared = (a & turned).sum() / (a | turned).sum()
                assert first == second or shared < 0.85, (first, second, turns, shared)


def test_six_and_nine_would_be_alike() -> None:
    """The measure above tells what it is meant to tell."""
    six, nine = ink(MarkSet.DIGITS, "6", "sans"), ink(MarkSet.DIGITS, "9", "sans")
    turned = centred(np.rot90(nine, 2))
    assert (six & turned).sum() / (six | turned).sum() > 0.9


def test_marks_are_much_larger_than_the_words_beside_them() -> None:
    for mark_set in (MarkSet.LETTERS, MarkSet.DIGITS):
        for mark in MARKS[mark_set]:
            dark = ink(mark_set, mark, "sans")
            assert np.ptp(np.nonzero(dark)[0]) > 45  # of 80 px, the height of a face's free part


def test_pictures_are_the_same_every_time() -> None:
    first, second = (drawn(question=CheckpointFaces(steps=(1, 4)), look="tiles") for _ in range(2))
    assert [picture.image.tobytes() for picture in first] == [picture.image.tobytes() for picture in second]
    assert all(isinstance(picture.image, Image.Image) and picture.image.mode == "RGB" for picture in first)
