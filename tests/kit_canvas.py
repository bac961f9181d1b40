"""What the tests of the drawing kit share: a plain style, and which pixels of a canvas are drawn on."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametasks.renderers import Canvas
from gametasks.schemas import Style


def plain_style(**values: Any) -> Style:
    """A plain style without a look, but for the given values."""
    plain: dict[str, Any] = {"theme": "paper", "look": "", "size": 512, "stroke": 2.0, "labels": "plain"}
    return Style(**(plain | {"font": "sans", "decoration": "none"} | values))


def drawn(canvas: Canvas) -> NDArray[np.bool_]:
    """Which pixels are not the page (rows by columns)."""
    return np.asarray((np.asarray(canvas.image()) != canvas.theme.page).any(axis=2))
