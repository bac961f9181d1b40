"""Signs on and beside the board: the names of its ends, checkpoint flags and the compass."""

from __future__ import annotations

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.paths import on_circle
from gametasks.renderers.kit.text import minimum_text_size
from gametasks.renderers.kit.themes import mix, on
from gametasks.renderers.rolling_cube.page import line_width
from gametasks.schemas import Style

__all__ = ["draw_compass", "draw_flag", "draw_name"]


def draw_name(canvas: Canvas, name: str, x: float, y: float, size: int, style: Style) -> None:
    """Write the name of an end of the path around (x, y), plain or on a plate."""
    theme, font = canvas.theme, style.font
    colour = theme.ink
    w, h = canvas.text_width(name, size, "bold", font) + 0.5 * size, 1.6 * size
    if style.labels == "plate":
        canvas.rect(x - w / 2, y - h / 2, w, h, fill=theme.ink, radius=0.3 * size)
        colour = on(theme.ink)
    elif style.labels == "outlined":
        canvas.rect(x - w / 2, y - h / 2, w, h, fill=theme.surface, stroke=theme.ink, width=2)
    elif style.look == "blueprint":
        canvas.rect(x - w / 2, y - h / 2, w, h, fill=theme.surface)  # the hatching would cross the letters
    canvas.text(name, x, y, size, colour, weight="bold", font=font)


def draw_flag(canvas: Canvas, number: str, x: float, y: float, cell: int, below: bool, style: Style) -> None:
    """Mark the path's point (x, y) with a stud and a numbered flag to its right, above or below it in the cell."""
    theme = canvas.theme
    size = max(minimum_text_size(canvas.width, canvas.height), round(0.2 * cell))
    line = max(2.0, line_width(style, canvas))
    pole = x + 0.17 * cell
    top, foot = (y + 0.04 * cell, y + 0.46 * cell) if below else (y - 0.46 * cell, y - 0.04 * cell)
    w, h = min(1.5 * size, x + 0.48 * cell - pole), min(1.55 * size, 0.36 * cell)
    canvas.circle(x, y, 0.08 * cell, fill=theme.ink, stroke=theme.surface, width=2)
    cloth = [(pole, top), (pole + w, top), (pole + w, top + h), (pole, top + h)]
    canvas.line([(pole, top), (pole, foot)], theme.surface, line + 4)
    canvas.line([(pole, top), (pole, foot)], theme.ink, line)
    canvas.polygon(cloth, fill=theme.ink, stroke=theme.surface, width=2)
    canvas.line([(pole, top), (pole, foot)], theme.ink, line)
    canvas.text(number, pole + w / 2, top + h / 2, size, on(theme.ink), weight="bold", font=style.font)


def draw_compass(canvas: Canvas, x: float, y: float, width: float, style: Style) -> None:
    """A compass of about ``width`` pixels around (x, y), north up: a rose, or an arrow with N alone."""
    theme, font = canvas.theme, style.font
    size = minimum_text_size(canvas.width, canvas.height)
    ink = theme.page_ink
    if style.look in ("boardgame", "tiles"):
        r = width / 2 - 1.6 * size
        for i, name in enumerate("NESW"):
            angle = 90 * i - 90
            tip = on_circle(x, y, r, angle)
            canvas.polygon([tip, on_circle(x, y, 0.34 * r, angle + 45), (x, y)], fill=ink)
            canvas.polygon(
                [tip, on_circle(x, y, 0.34 * r, angle - 45), (x, y)],
                fill=mix(theme.page, ink, 0.45),
                stroke=ink,
                width=1,
            )
            canvas.text(name, *on_circle(x, y, r + 0.95 * size, angle), size, ink, weight="bold", font=font)
        return
    r = width / 2 - size
    top = y - r + 0.9 * size
    canvas.text("N", x, y - r, round(1.2 * size), ink, "center", "bold", font)
    canvas.polygon([(x, top), (x + 0.34 * r, y + r), (x, y + 0.62 * r)], fill=ink)
    canvas.polygon([(x, top), (x - 0.34 * r, y + r), (x, y + 0.62 * r)], fill=theme.page, stroke=ink, width=2)
