"""Colour themes: one palette of eleven named colours, tuned to the board of each theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from gametasks.schemas._palette import COLOURS

RGB = tuple[int, int, int]

BLACK: Final[RGB] = (0, 0, 0)
WHITE: Final[RGB] = (255, 255, 255)

_LEAST_CONTRAST: Final = 3.5
"""Least contrast of a mark without an outline. WCAG 2.1 asks for 3 : 1 (success criterion 1.4.11); a thin line that is
blurred over two pixels keeps that only if its colour has a little more."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, as RGB integers 0..255.

    `page` is the background of the image and `page_ink` the text on it; `surface` is the board, which cells and marks
    of named colours lie on, and `surface_alt` its second tone. `ink` is text and main lines on either tone or on
    `accent_soft`; `muted` is for secondary lines and labels on the board, `grid` for thin lines, `accent` for what the
    eye should find (it may be close to a named colour), `wall` for solid blocks (it is close to none). `palette` holds
    the named colours; no two of them, and none and a tone of the board, are closer than 20 in CIEDE2000. `dark` themes
    have a dark page; some of them still have a light board.
    """

    name: str
    dark: bool
    page: RGB
    surface: RGB
    surface_alt: RGB
    ink: RGB
    page_ink: RGB
    grid: RGB
    muted: RGB
    accent: RGB
    accent_soft: RGB
    wall: RGB
    palette: Mapping[str, RGB]


def _rgb(code: str) -> RGB:
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


def _theme(name: str, board: str, palette: str, dark: bool = False) -> Theme:
    """Build a theme from its ten board colours, in the order of the fields, and its eleven named ones, as hex codes."""
    page, surface, surface_alt, ink, page_ink, grid, muted, accent, accent_soft, wall = map(_rgb, board.split())
    return Theme(
        name=name,
        dark=dark,
        page=page,
        surface=surface,
        surface_alt=surface_alt,
        ink=ink,
        page_ink=page_ink,
        grid=grid,
        muted=muted,
        accent=accent,
        accent_soft=accent_soft,
        wall=wall,
        palette=MappingProxyType(dict(zip(COLOURS, map(_rgb, palette.split()), strict=True))),
    )


def luminance(color: RGB) -> float:
    """Relative luminance 0..1 of an sRGB colour (WCAG 2.1)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: RGB, second: RGB) -> float:
    """Contrast ratio 1..21 of two colours (WCAG 2.1)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def outline_for(theme: Theme, color: RGB, *grounds: RGB) -> RGB | None:
    """The ink of an outline that a mark of `color` needs, or None where the colour stands out by itself.

    Args:
        theme: The theme, whose ink stands out from the board and from every named colour that needs an outline.
        color: The colour of the mark.
        grounds: What the mark may lie on; default: both tones of the board, so that a colour looks alike in all cells.
    """
    tones = grounds or (theme.surface, theme.surface_alt)
    return theme.ink if min(contrast(color, tone) for tone in tones) < _LEAST_CONTRAST else None


def on(color: RGB) -> RGB:
    """Black or white, whichever is better readable on `color`."""
    return BLACK if contrast(BLACK, color) >= contrast(WHITE, color) else WHITE


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """A blend with `share` (0..1) of the second colour, for decoration; a named colour is never shaded."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


_VIVID: Final = "E5202B 1565F0 12A150 FFD60A FF8A00 8E24AA FF9EC7 7B4B2A 161616 9198A2 22C7E8"
_CLASSIC: Final = "D62728 1C60D0 2CA02C F2D21B FF8C1A 7B2EA7 F7A1C8 7A4A21 202020 8E959C 3CC8E8"
_PRESS: Final = "CB2E2A 0E59A9 3C8D3A E9C71D F08A24 6C3A8E EFA0B8 6E4526 1C1B1A 8A8A84 55BFD4"
_ON_ICE: Final = "D62728 1C60D0 2CA02C F2D21B FF8C1A 7B2EA7 F7A1C8 7A4A21 202020 8B9299 00C4E4"
_ON_MIST: Final = "E5202B 1565F0 12A150 FFD60A FF8A00 8E24AA FF9EC7 7B4B2A 161616 858C94 22C7E8"
_ON_DARK: Final = "F22D3A 3D86FF 18A04C FFD60A FF9A20 B045D0 FFA3CB A0653A 080808 ADB3BC 11CDED"
_ON_CREAM: Final = "CB2E2A 0E59A9 3C8D3A EAC714 F08A24 6C3A8E EFA0B8 6E4526 1C1B1A 8A8A84 55BFD4"

# fmt: off
_ALL: Final = (
    #                    page   surf.  alt    ink    p.ink  grid   muted  accent soft   wall
    _theme("paper",      "F7F6F2 FFFFFF F0EEE9 1E2126 1E2126 C3C6CB 5B616B 1D6FD8 D9E8FC 4B525E", _VIVID),
    _theme("newsprint",  "E8E2D3 F6F2E7 E6DFCF 26221C 26221C BDB29C 625946 A8321F F3D9C4 544B3E", _PRESS),
    _theme("mint",       "D9EFE3 F8FDFA E2F3EA 12352A 12352A B3D3C3 3F6656 0B8060 C2EBD8 2F5748", _CLASSIC),
    _theme("sand",       "EAD9B8 FCF6E8 F2E6CC 3A2C18 3A2C18 CDBB97 6F5B3B B5541B F9DDB4 5E5648", _PRESS),
    _theme("lavender",   "E1DBF3 FAF8FF ECE7F9 2B2346 2B2346 C6BDE0 625887 6B45C6 DDD2F8 4C4273", _VIVID),
    _theme("rose",       "F6DEDA FFF9F7 FAE9E4 42211F 42211F DFC2BC 84544E C23B57 FBD3D6 6A3F42", _CLASSIC),
    _theme("sky",        "CFE4F5 FFFFFF E6F1FA 15304A 15304A B4CDE2 4A657F 0B6FB8 CBE5FA 45566A", _CLASSIC),
    _theme("blueprint",  "1D4380 EAF1FA D5E3F4 12305C FFFFFF A9C1E0 44608A 1F62C4 B9D4F5 45546F", _ON_ICE, dark=True),
    _theme("night",      "141A2A E6EAF3 D3DAE8 161D30 EEF1F8 AEB8CC 4A556E 3A58D6 C0CDF7 3A4664", _ON_MIST, dark=True),
    _theme("slate",      "1C2229 414C59 4A5663 FFFFFF E9EDF2 6F7D8D D5DDE6 FFC14D 39637F E4E9F0", _ON_DARK, dark=True),
    _theme("plum",       "231C2C 4D4458 594F66 FFFFFF F1ECF6 83778F E0D7E8 FF9BD2 6B3C78 D8CEE2", _ON_DARK, dark=True),
    _theme("chalkboard", "4A3524 2F4A42 38564D F8F6EA FBF4E6 5F7E75 CFDDD6 F7D774 2A6A70 D2DDD3", _ON_DARK, dark=True),
    _theme("coffee",     "33241B F6ECDC E9DAC2 35241A F7EBDD CBB697 6B523B A5501E F3CFA2 545049", _ON_CREAM, dark=True),
)
# fmt: on
THEMES: Final[Mapping[str, Theme]] = MappingProxyType({theme.name: theme for theme in _ALL})
