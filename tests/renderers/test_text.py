"""Text is as high as it says, measured exactly, and the same in every process on every machine."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from gametasks.renderers.kit import text as kit_text
from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.text import (
    FONT_FILES,
    Font,
    Weight,
    fit_text_size,
    glyph,
    minimum_text_size,
    text_extents,
    text_mask,
)
from gametasks.renderers.kit.themes import THEMES

ROOT = Path(__file__).parents[2]
PIXELS_OF_ALL_FONTS = """
import hashlib
from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.text import FONT_FILES
from gametasks.renderers.kit.themes import THEMES
canvas = Canvas(400, 400, THEMES["paper"])
for i, (font, weight) in enumerate(FONT_FILES):
    canvas.text("R2C5 Hg7 → ≥ ×", 200, 30 + 60 * i, 11 + 3 * i, weight=weight, font=font)
    canvas.text("turned", 60, 60 + 60 * i, 14, weight=weight, font=font, angle=25)
print(hashlib.sha256(canvas.image().tobytes()).hexdigest())
"""


def ink(text: str, size: int, weight: Weight = "regular", font: Font = "sans") -> tuple[int, int, int, int]:
    """First and last row, first and last column in which at least half of a pixel is inked."""
    canvas = Canvas(400, 120, THEMES["paper"])
    canvas.fill((255, 255, 255))
    canvas.text(text, 200, 60, size, (0, 0, 0), weight=weight, font=font)
    dark = np.asarray(canvas.image())[:, :, 0] < 128
    rows, cols = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    return int(rows[0]), int(rows[-1]), int(cols[0]), int(cols[-1])


@pytest.mark.parametrize(("face", "size"), list(product(FONT_FILES, (11, 12, 14, 17, 24, 40))))
@pytest.mark.parametrize("text", ["H", "7", "K1"])
def test_capitals_and_digits_are_as_many_pixels_high_as_the_size(
    face: tuple[Font, Weight], size: int, text: str
) -> None:
    font, weight = face
    top, bottom, _, _ = ink(text, size, weight, font)
    assert abs(bottom - top + 1 - size) <= 1


@pytest.mark.parametrize("face", list(FONT_FILES))
def test_round_shapes_overshoot_by_at_most_a_twentieth_and_a_pixel(face: tuple[Font, Weight]) -> None:
    top, bottom, _, _ = ink("R2C5S0", 40, face[1], face[0])
    assert 40 <= bottom - top + 1 <= 43


@pytest.mark.parametrize("size", [11, 20, 33])
def test_the_measured_width_is_the_width_of_the_ink(size: int) -> None:
    _, _, left, right = ink("H2H", size)
    assert abs(right - left + 1 - text_extents("H2H", size).width) <= 1


def test_a_centred_label_is_centred_on_its_point() -> None:
    top, bottom, left, right = ink("H", 20)
    assert abs((left + right + 1) / 2 - 200) <= 1
    assert (top, bottom) == (50, 69)


@pytest.mark.parametrize(
    ("anchor", "expected_left", "expected_top"), [("top-left", 100, 50), ("bottom-left", 100, 30), ("left", 100, 40)]
)
def test_an_anchor_puts_that_point_of_the_box_at_the_position(
    anchor: str, expected_left: int, expected_top: int
) -> None:
    canvas = Canvas(200, 100, THEMES["paper"])
    canvas.fill((255, 255, 255))
    canvas.text("H", 100, 50, 20, (0, 0, 0), anchor=anchor)  # type: ignore[arg-type]
    dark = np.asarray(canvas.image())[:, :, 0] < 128
    assert np.flatnonzero(dark.any(axis=0))[0] == expected_left
    assert np.flatnonzero(dark.any(axis=1))[0] == expected_top


def test_a_turned_label_runs_down_the_page() -> None:
    canvas = Canvas(200, 200, THEMES["paper"])
    canvas.fill((255, 255, 255))
    canvas.text("HHHH", 100, 100, 20, (0, 0, 0), angle=90)
    dark = np.asarray(canvas.image())[:, :, 0] < 128
    assert dark.any(axis=1).sum() > 3 * 20 > 2 * dark.any(axis=0).sum()


def test_every_font_holds_the_symbols_of_the_tasks() -> None:
    for font, weight in FONT_FILES:
        for character in "ABCXYZabcxyz0123456789+-=<>()[]/.,:;?!#%&← ↑ → ↓ × ° – ’ ≥ ≤ • … − ✓ ✗":
            assert glyph(character, weight, font).advance > 0


def test_a_character_without_a_glyph_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"U\+6F22"):
        text_extents("漢", 14)


def test_masks_are_cached_in_a_bounded_cache() -> None:
    assert text_mask("G7", 18) is text_mask("G7", 18)
    for cached in (text_extents, glyph):
        assert cached.cache_info().maxsize is not None


def test_a_label_shrinks_to_fit_but_never_below_what_is_readable() -> None:
    size = fit_text_size("R12C12", 60, 24)
    assert text_extents("R12C12", size).width <= 60 < text_extents("R12C12", size + 1).width
    with pytest.raises(ValueError, match="does not fit"):
        fit_text_size("R12C12", 20, 24)


@pytest.mark.parametrize(("longer_side", "size"), [(512, 11), (768, 14), (1024, 17)])
def test_the_least_text_size_grows_with_the_image(longer_side: int, size: int) -> None:
    assert minimum_text_size(longer_side, 300) == minimum_text_size(300, longer_side) == size


def run_in_fresh_process(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PIXELS_OF_ALL_FONTS],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_text_is_the_same_in_every_process_without_any_font_of_the_machine(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text("<fontconfig></fontconfig>")
    first = run_in_fresh_process(PYTHONHASHSEED="1")
    without_fonts = run_in_fresh_process(
        PYTHONHASHSEED="2", FONTCONFIG_FILE=str(tmp_path / "fonts.conf"), HOME=str(tmp_path), LANG="C"
    )
    assert len(first) == 64
    assert first == without_fonts


def test_the_fonts_are_small_files_of_the_package_with_their_licences() -> None:
    folder = Path(kit_text.__file__).with_name("fonts")
    for name in FONT_FILES.values():
        assert (folder / name).stat().st_size < 20_000
    assert len(list(folder.glob("*-OFL.txt"))) + len(list(folder.glob("*-LICENSE.txt"))) == 3
