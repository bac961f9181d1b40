"""Bands of text beside a board: row and column labels, the clues of a nonogram, numbered ports.

A band stands along one side and holds, for each row or column, no text, one or several. Bands of one side lie side by
side, the first one next to the board. How much room they take follows from their texts alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from gametasks.renderers.kit.canvas import Canvas, Region
from gametasks.renderers.kit.grid import Grid, Margins
from gametasks.renderers.kit.text import Weight, text_extents
from gametasks.renderers.kit.themes import contrast
from gametasks.schemas import Axis, Side
from gametasks.schemas._style import Font

__all__ = ["LABEL_STYLES", "Band", "LabelStyle", "band_margins", "cell_labels", "draw_bands"]

LabelStyle = Literal["plain", "prefixed", "chips"]
LABEL_STYLES: Final[tuple[LabelStyle, ...]] = get_args(LabelStyle)

_GAP: Final = 0.7
"""Between a band and the board's frame, in heights of text."""
_BETWEEN: Final = 1.2
"""Between two bands of one side."""
_SPACE: Final = 0.6
"""Between the texts of one row or column."""


@dataclass(frozen=True, slots=True)
class Band:
    """Texts along one side of a board.

    Attributes:
        side: Where it stands.
        texts: For every row from the top, or column from the left, its texts in reading order. Shorter lists lie next
            to the board; an empty list leaves the place free.
        plate: What lies behind a text: nothing, a rounded "chip", or a "disc" with an outline, which marks a port.
        weight: Weight of the font.
        name: Where it is not empty, every text has a region: ``port 3`` for the text 3 in a band named ``port``. No
            text occurs twice then.
    """

    side: Side
    texts: tuple[tuple[str, ...], ...]
    plate: Literal["none", "chip", "disc"] = "none"
    weight: Weight = "regular"
    name: str = ""

    @property
    def is_upright(self) -> bool:
        """Whether it stands at the left or right, where texts of a row follow each other across."""
        return self.side.axis is Axis.HORIZONTAL

    def place_size(self, text: int, font: Font) -> tuple[float, float]:
        """Width and height of the largest text with its plate, in pixels, for a height of text."""
        widths = [text_extents(label, text, self.weight, font).width for labels in self.texts for label in labels]
        width = max(widths, default=0.0)
        if self.plate == "none":
            return width, text
        height = text + 2 * round((0.4 if self.plate == "chip" else 0.55) * text)
        return max(height, width + 0.9 * text), height

    def thickness(self, text: int, font: Font) -> float:
        """Pixels from the band's inner to its outer edge."""
        count = max(map(len, self.texts), default=0)
        across = self.place_size(text, font)[0 if self.is_upright else 1]
        return count * across + max(0, count - 1) * _SPACE * text


def cell_labels(
    rows: int,
    columns: int,
    style: str = "plain",
    sides: tuple[Side, Side] = (Side.LEFT, Side.TOP),
    texts: tuple[Sequence[str], Sequence[str]] | None = None,
) -> tuple[Band, Band]:
    """The labels by which cells are named: rows and columns numbered from 1, unless `texts` gives others.

    Styles: "plain" (1, 2, 3), "prefixed" (R1, R2 and C1, C2), "chips" (plain numbers on small plates).

    Raises:
        ValueError: There is no such style.
    """
    if style not in LABEL_STYLES:
        raise ValueError(f"unknown style of labels {style!r}; there are {', '.join(LABEL_STYLES)}")
    row_prefix, column_prefix = ("R", "C") if style == "prefixed" and texts is None else ("", "")
    row_texts, column_texts = texts or (
        [f"{row_prefix}{row}" for row in range(1, rows + 1)],
        [f"{column_prefix}{column}" for column in range(1, columns + 1)],
    )
    plate: Literal["none", "chip"] = "chip" if style == "chips" else "none"
    return (
        Band(sides[0], tuple((text,) for text in row_texts), plate),
        Band(sides[1], tuple((text,) for text in column_texts), plate),
    )


def band_margins(bands: Sequence[Band], frame: float, text: int, font: Font) -> Margins:
    """Pixels that the board's frame and its bands take at each side."""
    margins, gap = Margins.equal(round(frame)), dict.fromkeys(Side, _GAP)
    for band in bands:
        margins = margins.wider(band.side, gap[band.side] * text + band.thickness(text, font))
        gap[band.side] = _BETWEEN
    return margins


def draw_bands(canvas: Canvas, grid: Grid, bands: Sequence[Band], frame: float) -> dict[str, Region]:
    """Write the bands around a board with a frame of `frame` pixels, in the canvas's least size of text and its font.

    Returns:
        The regions of the texts of bands that have a name.

    Raises:
        ValueError: A band has not one entry for each row or column, its texts are too large for the cells, or a text
            that has a region occurs twice.
    """
    text = canvas.text_size
    start = dict.fromkeys(Side, frame + _GAP * text)
    regions: dict[str, Region] = {}
    for band in bands:
        expected = grid.rows if band.is_upright else grid.columns
        if len(band.texts) != expected:
            raise ValueError(f"the band at the {band.side} has {len(band.texts)} entries for {expected} places")
        width, height = band.place_size(text, canvas.font)
        if (height if band.is_upright else width) + 2 > grid.unit:
            raise ValueError(f"texts of {width:.0f} by {height} px do not fit beside cells of {grid.unit} px")
        for label, x, y in _places(grid, band, start[band.side], (width, height), _SPACE * text):
            _draw_text(canvas, band, label, x, y, height)
            if band.name:
                if f"{band.name} {label}" in regions:
                    raise ValueError(f"two places are named {band.name} {label}; a band of clues has no name")
                regions[f"{band.name} {label}"] = canvas.region(x - width / 2, y - height / 2, width, height)
        start[band.side] += band.thickness(text, canvas.font) + _BETWEEN * text
    return regions


def _places(
    grid: Grid, band: Band, start: float, place: tuple[float, float], space: float
) -> Iterator[tuple[str, float, float]]:
    """Every text of a band with its middle."""
    across = place[0 if band.is_upright else 1]
    for number, labels in enumerate(band.texts, 1):
        for i, label in enumerate(reversed(labels) if band.side.is_first else labels):
            yield label, *grid.port(band.side, number, start + across / 2 + i * (across + space))


def _draw_text(canvas: Canvas, band: Band, label: str, x: float, y: float, height: float) -> None:
    theme, color = canvas.theme, canvas.theme.page_ink
    if band.plate == "chip":
        width = max(height, canvas.text_width(label, weight=band.weight) + 0.9 * canvas.text_size)
        canvas.rect(x - width / 2, y - height / 2, width, height, fill=theme.accent_soft, radius=0.4 * canvas.text_size)
        color = theme.ink
    elif band.plate == "disc":
        outline = max((theme.ink, theme.page_ink), key=lambda ink: contrast(ink, theme.page))
        canvas.circle(x, y, height / 2 - 1, fill=theme.surface, stroke=outline)
        color = theme.ink
    canvas.text(label, x, y, color=color, weight=band.weight)
