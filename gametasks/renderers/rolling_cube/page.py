"""What both pictures of a rolling cube share: the page with its ornament, the font and the stroke."""

from __future__ import annotations

from typing import Final

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.patterns import pattern
from gametasks.renderers.kit.themes import mix
from gametasks.schemas import Style

__all__ = ["DECORATIONS", "draw_page", "line_width"]

DECORATIONS: Final = ("none", "frame", "corners", "weave")


def line_width(style: Style, canvas: Canvas) -> float:
    """The style's stroke in pixels of this picture."""
    return style.stroke * max(canvas.width, canvas.height) / 512


def draw_page(canvas: Canvas, style: Style) -> None:
    """Draw the background: squared paper under technical drawings, and the ornament, which means nothing."""
    theme, w, h = canvas.theme, canvas.width, canvas.height
    faint, soft = mix(theme.page, theme.page_ink, 0.1), mix(theme.page, theme.page_ink, 0.4)
    gap = max(8, round(0.016 * max(w, h)))
    if style.look == "blueprint":
        canvas.fill(pattern("grid", faint, theme.page, spacing=2 * round(max(w, h) / 64)))
    elif style.decoration == "weave":
        canvas.fill(pattern("waves", faint, theme.page, spacing=2 * round(max(w, h) / 48)))
    if style.decoration == "frame":
        canvas.rect(gap, gap, w - 2 * gap, h - 2 * gap, stroke=soft, width=2)
    elif style.decoration == "corners":
        arm = 0.05 * max(w, h)
        for x, right in ((gap, 1), (w - gap, -1)):
            for y, down in ((gap, 1), (h - gap, -1)):
                canvas.line([(x + right * arm, y), (x, y), (x, y + down * arm)], soft, 3, cap="square", join="miter")
