"""Every theme keeps its colours apart: named colours from each other and from the board, text from what it lies on."""

from __future__ import annotations

from itertools import combinations

import pytest
from colour_difference import Lab, ciede2000, distance

from gametasks.renderers.kit.themes import BLACK, THEMES, WHITE, Theme, contrast, mix, on, outline_for
from gametasks.schemas._palette import COLOURS, DISTINCT_COLOURS, PAINTS

SHARMA_PAIRS = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 2.8361, -74.0200), (50, 0, -82.7485), 3.4412),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, -1.1848, -84.8006), (50, 0, -82.7485), 1.0000),
    ((50, -0.9009, -85.5211), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, -1, 2), (50, 0, 0), 2.3669),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0010), 7.1792),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0012), 7.2195),
    ((50, -0.0010, 2.4900), (50, 0.0009, -2.4900), 4.8045),
    ((50, -0.0010, 2.4900), (50, 0.0010, -2.4900), 4.8045),
    ((50, -0.0010, 2.4900), (50, 0.0011, -2.4900), 4.7461),
    ((50, 2.5000, 0), (50, 0, -2.5000), 4.3065),
    ((50, 2.5000, 0), (73, 25, -18), 27.1492),
    ((50, 2.5000, 0), (61, -5, 29), 22.8977),
    ((50, 2.5000, 0), (56, -27, -3), 31.9030),
    ((50, 2.5000, 0), (58, 24, 15), 19.4535),
    ((50, 2.5000, 0), (50, 3.1736, 0.5854), 1.0000),
    ((50, 2.5000, 0), (50, 3.2972, 0), 1.0000),
    ((50, 2.5000, 0), (50, 1.8634, 0.5757), 1.0000),
    ((50, 2.5000, 0), (50, 3.2592, 0.3350), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


@pytest.mark.parametrize(("first", "second", "published"), SHARMA_PAIRS)
def test_ciede2000_gives_the_published_differences(first: Lab, second: Lab, published: float) -> None:
    assert ciede2000(first, second) == pytest.approx(published, abs=6e-5)


def test_there_are_at_least_eight_themes_and_some_are_dark() -> None:
    assert len(THEMES) >= 8
    assert 2 <= sum(theme.dark for theme in THEMES.values()) <= len(THEMES) // 2
    assert all(name == theme.name for name, theme in THEMES.items())


@every_theme
def test_two_named_colours_are_never_close(theme: Theme) -> None:
    assert tuple(theme.palette) == COLOURS
    closest = min((distance(theme.palette[a], theme.palette[b]), a, b) for a, b in combinations(COLOURS, 2))
    assert closest[0] >= 20, closest


@every_theme
def test_distinct_colours_are_far_apart(theme: Theme) -> None:
    for colours in DISTINCT_COLOURS:
        for first, second in combinations(colours, 2):
            assert distance(theme.palette[first], theme.palette[second]) >= 28, (first, second)


def test_gray_is_no_paint_and_distinct_colours_are_named_ones() -> None:
    assert set(COLOURS) - set(PAINTS) == {"gray"}
    assert all(len(colours) == 6 and set(colours) <= set(COLOURS) for colours in DISTINCT_COLOURS)


@every_theme
def test_a_named_colour_never_melts_into_the_board(theme: Theme) -> None:
    closest = min(
        (distance(color, tone), name)
        for name, color in theme.palette.items()
        for tone in (theme.surface, theme.surface_alt)
    )
    assert closest[0] >= 20, closest


@every_theme
def test_text_is_readable_on_what_it_lies_on(theme: Theme) -> None:
    assert contrast(theme.page_ink, theme.page) >= 4.5
    for tone in (theme.surface, theme.surface_alt):
        assert contrast(theme.ink, tone) >= 4.5
        assert contrast(theme.muted, tone) >= 4.5
    assert contrast(theme.ink, theme.accent_soft) >= 4.5
    for color in (*theme.palette.values(), theme.wall, theme.accent):
        assert contrast(on(color), color) >= 4.5


@every_theme
def test_colours_that_stand_out_little_from_the_board_get_an_outline_that_stands_out_from_both(theme: Theme) -> None:
    """WCAG 2.1, success criterion 1.4.11; ink also lies on such a colour, as a pattern."""
    tones, weak = (theme.surface, theme.surface_alt), 0
    for color in theme.palette.values():
        outline = outline_for(theme, color)
        if outline is None:
            assert min(contrast(color, tone) for tone in tones) >= 3.5
        else:
            weak += 1
            assert min(contrast(outline, under) for under in (*tones, color)) >= 3
    assert 0 < weak < len(theme.palette)


@every_theme
def test_an_outline_is_chosen_for_what_the_mark_lies_on(theme: Theme) -> None:
    assert outline_for(theme, WHITE, BLACK) is None
    assert outline_for(theme, WHITE, BLACK, WHITE) == theme.ink


@every_theme
def test_walls_and_accents_stand_out_from_the_board_and_grid_lines_show(theme: Theme) -> None:
    for tone in (theme.surface, theme.surface_alt):
        assert distance(theme.wall, tone) >= 20
        assert distance(theme.accent, tone) >= 20
        assert distance(theme.grid, tone) >= 8
    assert distance(theme.surface, theme.surface_alt) >= 3
    assert distance(theme.accent_soft, theme.surface) >= 5


@every_theme
def test_a_wall_is_not_taken_for_a_named_colour(theme: Theme) -> None:
    closest = min((distance(theme.wall, color), name) for name, color in theme.palette.items())
    assert closest[0] >= 12, closest


def test_themes_differ_from_each_other() -> None:
    for one, other in combinations(THEMES.values(), 2):
        parts = [(one.page, other.page), (one.surface, other.surface), (one.accent, other.accent)]
        assert sum(distance(*pair) for pair in parts) >= 15, (one.name, other.name)


def test_ink_on_a_colour_is_black_or_white() -> None:
    assert on((255, 255, 0)) == BLACK
    assert on((20, 20, 90)) == WHITE


def test_mix_goes_from_the_first_colour_to_the_second() -> None:
    assert mix(BLACK, WHITE, 0) == BLACK
    assert mix(BLACK, WHITE, 1) == WHITE
    assert mix((0, 100, 200), (100, 200, 0), 0.5) == (50, 150, 100)
