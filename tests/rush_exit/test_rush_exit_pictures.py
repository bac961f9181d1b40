"""What must hold on the pixels of the boards."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from oracles.rush_exit_boards import read

from gametasks.qa_families.rush_exit import TASK
from gametasks.renderers import Picture
from gametasks.renderers.kit.text import FONTS
from gametasks.renderers.kit.themes import THEMES, on
from gametasks.renderers.rush_exit import draw, styles
from gametasks.renderers.rush_exit.body import Body
from gametasks.renderers.rush_exit.vehicles import LOOKS
from gametasks.schemas import Ranges
from gametasks.schemas.rush_exit import LETTERS, Plan, RushState
from gametasks.testing import part, pixels, style_of

BOARD = read("GGHHH. ..X..J ..X..J #.KK.J ..MMM. ....#.", "top")
EMPTY = read("...... ..X... ..X... ...... ...... ......", "top")


def drawn(state: RushState, **values: Any) -> Picture:
    (picture,) = draw(state, Plan(optimum=1), style_of(TASK, state, **values))
    return picture


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("theme", ["paper", "blueprint", "plum", "sand"])
def test_every_covered_cell_differs_from_an_empty_one(look: str, theme: str) -> None:
    board, empty = (drawn(state, look=look, theme=theme) for state in (BOARD, EMPTY))
    covered = [str(c) for vehicle in BOARD.vehicles for c in vehicle.cells()] + [str(c) for c in BOARD.blocks]
    for name in ("R2C1", "R6C1", "R3C4"):
        assert name not in covered
        assert (part(board, name) == part(empty, name)).all()
    for name in set(covered) - {"R2C3", "R3C3"}:
        difference = np.abs(part(board, name) - part(empty, name)).max(axis=2)
        assert (difference > 30).mean() > 0.08, name


@pytest.mark.parametrize("look", LOOKS)
def test_a_block_looks_like_no_vehicle(look: str) -> None:
    board = drawn(BOARD, look=look)
    block = part(board, "R4C1")
    for vehicle in BOARD.vehicles:
        for place in vehicle.cells():
            assert (np.abs(block - part(board, str(place))).max(axis=2) > 30).mean() > 0.3


def test_looks_differ_clearly() -> None:
    boards = [pixels(drawn(BOARD, look=look)) for look in LOOKS]
    for one, other in combinations(boards, 2):
        assert (np.abs(one - other).max(axis=2) > 30).mean() > 0.15


@pytest.mark.parametrize("look", LOOKS)
def test_the_wall_is_open_at_the_exit_only(look: str) -> None:
    left, right = (pixels(drawn(read(".XX...", side), look=look)) for side in ("left", "right"))
    assert np.abs(left - right).max() > 30
    picture = drawn(EMPTY, look=look)
    image = pixels(picture)
    wall = [image[picture.regions[f"R1C{c}"][1] - 6, sum(picture.regions[f"R1C{c}"][::2]) - 20] for c in (1, 2, 4, 5)]
    gap = image[picture.regions["R1C3"][1] - 6, sum(picture.regions["R1C3"][::2]) - 20]
    assert all((colour == wall[0]).all() for colour in wall)
    assert np.abs(gap - wall[0]).max() > 20


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("row", [1, 3, 6])
def test_the_gap_is_as_high_as_its_cell_and_both_ends_of_the_wall_are_closed(look: str, row: int) -> None:
    """At a corner, too: nothing of the wall's inner line stays beside the gap."""
    picture = drawn(
        read(" ".join("XX...." if number == row else "......" for number in range(1, 7)), "right"), look=look
    )
    x, y, w, h = picture.regions[f"R{row}C6"]
    image = pixels(picture)
    gap, inner_line = image[y + h // 4, x + w + 4], image[y + 3 : y + h - 3, x + w - 2 : x + w + 8]
    assert (inner_line == gap).all()
    for end in (y, y + h):
        closed = image[end - 1 : end + 1, x + w + 4]
        assert (np.abs(closed - gap).max(axis=1) > 20).all()


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("letter", ["M", "W"])
def test_a_broad_letter_keeps_off_the_edges_of_its_plate(letter: str, font: str) -> None:
    """Of the plate of a drawn vehicle, 0.6 cells wide, a tenth of a cell stays free left and right of the letter."""
    picture = drawn(read(f"...... .{letter}{letter}... ...... ...... XX.... ......"), look="drawing", font=font)
    x, y, w, h = picture.regions["R2C2"]
    plate = THEMES["paper"].surface
    for start in (x + w - 0.27 * w, x + w + 0.22 * w):
        beside = pixels(picture)[y + h // 3 : y + 2 * h // 3, round(start) : round(start + 0.05 * w)]
        assert (beside == plate).all()


@pytest.mark.parametrize("theme", ["paper", "plum"])
def test_vehicles_of_a_drawing_are_of_several_kinds(theme: str) -> None:
    """Beside the letter, four neighbours in the alphabet look different."""
    ends = []
    for letter in LETTERS[:4]:
        picture = drawn(read(f"...... .{letter}{letter}... ...... ...... XX.... ......"), look="drawing", theme=theme)
        ends.append(part(picture, "R2C2")[:, : picture.regions["R2C2"][2] // 2])
    for one, other in combinations(ends, 2):
        assert (np.abs(one - other).max(axis=2) > 30).mean() > 0.02


def _contrast(first: tuple[int, ...], second: tuple[int, ...]) -> float:
    """Contrast ratio by WCAG 2.1, written out here once more."""
    lights = []
    for colour in (first, second):
        shares = [v / 255 for v in colour]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


@pytest.mark.parametrize("look", LOOKS)
def test_letters_stand_out_from_what_they_are_written_on(look: str) -> None:
    for theme in THEMES.values():
        for letter in (*LETTERS, "X"):
            ink = on(LOOKS[look].plate(theme, Body(letter, letter == "X", 2, 70, 2, False)))
            board = read(
                f"...... .{letter}{letter}... ...... ...... XX.... ......" if letter != "X" else "...... .XX..."
            )
            if theme.name in ("paper", "plum", "night"):
                picture = drawn(board, look=look, theme=theme.name)
                x, y, w, h = picture.regions["R2C2"]
                around = pixels(picture)[y + h // 2 - 16 : y + h // 2 + 16, x + w - 16 : x + w + 16].reshape(-1, 3)
                colours, counts = np.unique(around, axis=0, return_counts=True)
                ground = [
                    tuple(map(int, c)) for c, n in zip(colours, counts, strict=True) if n > 40 and tuple(c) != ink
                ]
                assert ground
                assert all(_contrast(ink, colour) >= 3.0 for colour in ground), (theme.name, letter)


def test_every_size_and_label_style_draws_every_side() -> None:
    ranges = styles(Ranges.EVALUATION, BOARD)
    assert len(ranges.themes) >= 6
    assert min(ranges.sizes) >= 512
    assert max(ranges.sizes) <= 1024
    boards = [(side, "...... XX.... ...... ...... ...... ......") for side in ("left", "right")]
    boards += [(side, ".X.... .X.... ...... ...... ...... ......") for side in ("top", "bottom")]
    for size in ranges.sizes:
        for number, (side, text) in enumerate(boards):
            picture = drawn(
                read(text, side),
                theme=ranges.themes[number],
                look=list(LOOKS)[number],
                size=size,
                stroke=3.0,
                labels=ranges.labels[number % 3],
                font=ranges.fonts[number % 3],
                decoration=ranges.decorations[number % 3],
            )
            assert len(picture.regions) == 36
            assert max(picture.image.size) == size
            image = pixels(picture)
            edge = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
            assert (edge == THEMES[ranges.themes[number]].page).all(), (side, size)
