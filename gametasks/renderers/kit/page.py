"""A page: a canvas in the style of a sample, with its ornament, its title and a board that leaves room beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, get_args

from gametasks.renderers.kit.bands import Band, band_margins, draw_bands
from gametasks.renderers.kit.canvas import Canvas, Region
from gametasks.renderers.kit.grid import Grid, Margins
from gametasks.renderers.kit.patterns import pattern
from gametasks.renderers.kit.picture import Picture
from gametasks.renderers.kit.text import FONTS, minimum_text_size
from gametasks.renderers.kit.themes import THEMES, mix
from gametasks.schemas import Role, Side, Style, StyleRanges

__all__ = ["ORNAMENTS", "TITLE_STYLES", "BoardPage", "Ornament", "Page", "TitleStyle", "board_page", "style_ranges"]

Ornament = Literal["none", "frame", "corners", "waves", "squares"]
ORNAMENTS: Final[tuple[Ornament, ...]] = get_args(Ornament)
TitleStyle = Literal["plain", "banner", "flourish"]
TITLE_STYLES: Final[tuple[TitleStyle, ...]] = get_args(TitleStyle)


def style_ranges(
    looks: Sequence[str],
    sizes: Sequence[int],
    labels: Sequence[str] = ("plain",),
    decorations: Sequence[str] = ORNAMENTS,
    strokes: tuple[float, ...] = (2.0, 2.5, 3.0),
) -> StyleRanges:
    """Presentation ranges over every theme and every font."""
    return StyleRanges(
        themes=tuple(THEMES),
        looks=tuple(looks),
        sizes=tuple(sizes),
        strokes=strokes,
        labels=tuple(labels),
        fonts=FONTS,
        decorations=tuple(decorations),
    )


class Page(Canvas):
    """A picture in the theme, font and stroke of a style, with the style's ornament if it is one of the kit's.

    `stroke` is the width of main lines in pixels of this picture, at least 2.
    """

    def __init__(self, width: int, height: int, style: Style) -> None:
        super().__init__(width, height, THEMES[style.theme], style.font)
        self.style = style
        self.stroke = max(2.0, style.stroke * max(width, height) / 512)
        self.draw_ornament(style.decoration)

    def draw_ornament(self, name: str) -> None:
        """Draw an ornament in the background, which means nothing; other names than the kit's draw nothing."""
        w, h, longer = self.width, self.height, max(self.width, self.height)
        faint, soft = mix(self.theme.page, self.theme.page_ink, 0.1), mix(self.theme.page, self.theme.page_ink, 0.4)
        gap = max(8, round(0.016 * longer))
        if name == "squares":
            self.fill(pattern("grid", faint, self.theme.page, spacing=2 * round(longer / 64)))
        elif name == "waves":
            self.fill(pattern("waves", faint, self.theme.page, spacing=2 * round(longer / 48)))
        elif name == "frame":
            self.rect(gap, gap, w - 2 * gap, h - 2 * gap, stroke=soft, width=2)
        elif name == "corners":
            arm = 0.05 * longer
            for x, right in ((gap, 1), (w - gap, -1)):
                for y, down in ((gap, 1), (h - gap, -1)):
                    corner = [(x + right * arm, y), (x, y), (x, y + down * arm)]
                    self.line(corner, soft, 3, cap="square", join="miter")

    def draw_title(self, title: str, x: float, y: float, width: float, style: str = "plain") -> None:
        """Write a title around (x, y) over a panel of `width` pixels: plain, on a banner, or between two flourishes."""
        size = round(1.15 * self.text_size)
        half = self.text_width(title, size, "bold") / 2
        color = self.theme.page_ink
        if style == "banner":
            color = self.theme.ink
            self.rect(x - half - size, y - size, 2 * half + 2 * size, 2 * size, self.theme.accent_soft, radius=size)
        elif style == "flourish" and width / 2 > half + 2 * size:
            for side in (-1, 1):
                start, stop = x + side * (half + size), x + side * width / 2
                self.line([(start, y), (stop, y)], color, 2)
                self.circle(start, y, 4, fill=color)
        self.text(title, x, y, size, color, weight="bold")

    def picture(self, role: Role, caption: str, regions: Mapping[str, Region]) -> Picture:
        """The finished picture of a sample."""
        return Picture(role, caption, self.image(), regions)


class BoardPage(NamedTuple):
    """A page with the place of its board.

    Attributes:
        page: The page, its bands written.
        grid: Where the board lies.
        regions: The regions of the cells, and of the texts of bands that have a name.
        rooms: The free rooms that were asked for, as (x, y, w, h): at the left and right as high as the board, on top
            and below as wide as it.
    """

    page: Page
    grid: Grid
    regions: dict[str, Region]
    rooms: dict[Side, Region]


def board_page(
    style: Style,
    rows: int,
    columns: int,
    bands: Sequence[Band] = (),
    *,
    frame: int = 4,
    rooms: Mapping[Side, float] | None = None,
) -> BoardPage:
    """Lay out a page with one board, as large as the page allows, and write its bands.

    The page's longer side is ``style.size``; the other side follows the board. Nothing depends on what lies on the
    board, so that all positions of one puzzle are laid out alike.

    Args:
        style: The style of the sample.
        rows: Rows of the board.
        columns: Columns of the board.
        bands: Texts at its sides.
        frame: What the board draws outside its cells, in pixels.
        rooms: Further room at its sides, outside the bands, for a legend, a list or a sign; in heights of text.

    Raises:
        ValueError: Cells of 8 pixels, or the bands' texts beside them, do not fit.
    """
    size, text = style.size, minimum_text_size(style.size, style.size)
    margins = Margins.equal(2 * text)
    inner = band_margins(bands, frame, text, style.font)
    margins = Margins(*(a + b for a, b in zip(margins, inner, strict=True)))
    for side, heights in (rooms or {}).items():
        margins = margins.wider(side, heights * text)
    across, down = margins.left + margins.right, margins.top + margins.bottom
    unit = min((size - across) // columns, (size - down) // rows)
    if unit < 8:
        raise ValueError(f"a board of {rows} by {columns} cells does not fit into {size} px beside its bands and rooms")
    width, height = across + columns * unit, down + rows * unit
    # The longer side gets exactly the size that was asked for; what the division left over goes to its margins.
    full_width, full_height = (size, height) if width >= height else (width, size)
    grid = Grid(
        margins.left + (full_width - width) // 2, margins.top + (full_height - height) // 2, unit, rows, columns
    )
    page = Page(full_width, full_height, style)
    regions = grid.regions() | draw_bands(page, grid, bands, frame)
    places = {side: _room(grid, inner, side, round(heights * text)) for side, heights in (rooms or {}).items()}
    return BoardPage(page, grid, regions, places)


def _room(grid: Grid, inner: Margins, side: Side, thickness: int) -> Region:
    """The strip outside a board and its bands."""
    x, y, w, h = grid.bounds()
    match side:
        case Side.LEFT:
            return x - inner.left - thickness, y, thickness, h
        case Side.RIGHT:
            return x + w + inner.right, y, thickness, h
        case Side.TOP:
            return x, y - inner.top - thickness, w, thickness
        case Side.BOTTOM:
            return x, y + h + inner.bottom, w, thickness
